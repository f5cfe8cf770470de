/** Milliseconds that `run` takes: the best of three tries, or the first below `enough`, and processor time where other tests keep the processor busy. */
export function costOf(run: () => unknown, enough = 0): number {
  let best = once(run)
  for (let more = 2; more > 0 && best >= enough; more--) best = Math.min(best, once(run))
  return best
}

function once(run: () => unknown): number {
  const start = performance.now()
  const before = process.cpuUsage()
  run()
  const used = process.cpuUsage(before)
  return Math.min(performance.now() - start, (used.user + used.system) / 1000)
}
