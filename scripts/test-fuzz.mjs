// `npm run test:fuzz`: every parser of outside data against inputs made from a seed, each for 60 s, side by side on the
// cores. `-- --minutes 10` or `--seconds N` for each target (ten minutes each take three hours on two cores), `--target NAME`,
// `--seed N`, `--jobs N`; `--replay FILE` reads one input again.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from './root.mjs'
import { ensureInstalled } from './setup.mjs'

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seconds: { type: 'string' },
    target: { type: 'string', multiple: true },
    seed: { type: 'string' },
    jobs: { type: 'string' },
    replay: { type: 'string' },
  },
})
const ms = 1000 * (given.minutes ? 60 * Number(given.minutes) : Number(given.seconds ?? 60))
const seed = Number(given.seed ?? Date.now() % 1_000_000_000)

ensureInstalled()
const kept = join(root, '.cache', 'fuzz')
/** Of this run alone: another one may have other code. */
const out = join(kept, `${process.pid}`)
mkdirSync(out, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'dogear-fuzz-'))
process.exitCode = 1
try {
  const names = await bundle()
  const wanted = given.target ? names.filter((name) => given.target.some((part) => name.includes(part))) : names
  if (wanted.length === 0) throw new Error(`no such target; there are: ${names.join(', ')}`)
  if (!(ms > 0) || !Number.isInteger(seed)) throw new Error('expected --minutes N or --seconds N, and --seed N')
  process.stdout.write(`seed ${seed}, ${wanted.length} targets, ${ms / 1000} s each\n`)
  process.exitCode = (await runAll(wanted)) === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
} finally {
  for (const folder of [scratch, out]) rmSync(folder, { recursive: true, force: true })
}

/** The names of all targets. */
async function bundle() {
  const { build } = await import('rolldown')
  await build({
    cwd: root,
    platform: 'node',
    input: { watch: 'test/fuzz/watch.ts', worker: 'test/fuzz/worker.ts', table: 'test/fuzz/table.ts' },
    external: [/^node:/, 'fast-check', /^@modelcontextprotocol\//],
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    output: { dir: out, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[name].mjs' },
  })
  const { TARGETS } = await import(pathToFileURL(join(out, 'table.mjs')).href)
  return TARGETS.map(({ name }) => name)
}

async function runAll(names) {
  const waiting = [...names]
  let failed = 0
  let inputs = 0
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startMs = performance.now()
      const result = await runTarget(name, names.indexOf(name))
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      inputs += result.inputs
      process.stdout.write(`${result.found ? '✗' : '✓'} ${name}: ${result.inputs} inputs, ${seconds} s\n`)
      if (!result.found) continue
      failed += 1
      report(name, result.found)
    }
  }
  await Promise.all(Array.from({ length: Number(given.jobs ?? availableParallelism()) }, lane))
  process.stdout.write(`\n${names.length} targets, ${inputs} inputs, ${failed} failed (seed ${seed})\n`)
  return failed
}

function runTarget(name, number) {
  const own = join(scratch, `${number}`)
  mkdirSync(own)
  const work = JSON.stringify({
    target: name,
    root,
    scratch: own,
    seed,
    ms,
    replay: given.replay && resolvePath(given.replay),
  })
  const child = fork(join(out, 'watch.mjs'), [work], { cwd: own, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('exit', (code) => {
      const problem = { kind: 'thrown', detail: `its process ended with ${code}` }
      resolve({ inputs: 0, found: { problem, input: '' } })
    })
  })
}

function report(name, { problem, input }) {
  const bytes = Buffer.from(input, 'base64')
  const file = join(kept, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${seed}.bin`)
  writeFileSync(file, bytes)
  const short =
    bytes.length <= 600
      ? `\n  base64: ${bytes.toString('base64')}\n  text: ${JSON.stringify(bytes.toString('utf8'))}`
      : ''
  process.stdout.write(
    `  ${problem.kind}: ${problem.detail.replaceAll('\n', '\n    ')}\n  ${bytes.length} bytes, seed ${seed}${short}\n` +
      `  again: npm run test:fuzz -- --target '${name}' --replay ${file}\n`,
  )
}
