/** Milliseconds that `run` takes: the best of three, and processor time where other tests keep the processor busy. */
export function costOf(run: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => once(run)))
}

function once(run: () => unknown): number {
  const start = performance.now()
  const before = process.cpuUsage()
  run()
  const used = process.cpuUsage(before)
  return Math.min(performance.now() - start, (used.user + used.system) / 1000)
}
