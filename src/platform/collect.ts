/**
 * For work that makes garbage by the gigabyte: V8 sometimes lets it pile up to several times what is alive, where it
 * thinks there is room. Best effort.
 */
export function makeCollector(): () => void {
  try {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    setFlagsFromString('--expose-gc')
    // Only contexts that are made from now on have it.
    return process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
  } catch {
    return () => {}
  }
}
