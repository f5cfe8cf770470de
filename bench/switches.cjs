// Switches off, for the bench alone, what the program has no switch for: without WebAssembly it hashes with node:crypto.
if (process.env.BENCH_NO_WASM) globalThis.WebAssembly = undefined
