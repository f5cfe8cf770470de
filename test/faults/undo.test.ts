/** Taking, undoing and tidying, killed and failing at their system calls: in the home and in the work tree. */
import { describe, expect, test } from 'vitest'
import { strike, trace, whyNoStrace, type Fault } from './strace.js'
import { FULL, spread } from './support/place.js'
import { counted } from './support/report.js'
import { type Point, pointsOf } from './support/strace-log.js'
import { type Struck, undoScenario, type UndoScenario } from './undo-scenarios.js'

// Some thousand strikes of a second or more each: only `npm run test:faults` has the time.
const reason = whyNoStrace() ?? (FULL ? null : 'only in npm run test:faults')
/** DOGEAR_STRIKES: some evenly out of all, for a look between the two. */
const SAMPLE = Number(process.env['DOGEAR_STRIKES'] ?? 2)
/** DOGEAR_PART=2/7: every seventh, from the second on, so that all of them can be struck in several runs. */
const [PART = 1, PARTS = 1] = (process.env['DOGEAR_PART'] ?? '1/1').split('/').map(Number)
const MAX_MS = 1_800_000
const FAULTS: readonly Fault[] = [{ kill: true }, { error: 'ENOSPC' }, { error: 'EIO' }, { error: 'EACCES' }]

describe.skipIf(reason)(`undo at a system call${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  test.each<Struck>(['take', 'apply', 'thin'])(
    '%s: no take that was made is missing, and what was cut off goes on',
    { timeout: MAX_MS },
    async (name) => {
      const scenario = await undoScenario(name)
      const points = await pointsIn(scenario)
      const all = points.flatMap((point) => FAULTS.map((fault) => ({ point, fault })))
      const outcome = await counted(`undo: ${name}`, () =>
        strikeAll(scenario, FULL ? all.filter((_, at) => at % PARTS === PART - 1) : spread(all, SAMPLE)),
      )
      expect(points.length).toBeGreaterThan(10)
      expect(outcome.violations).toEqual([])
      expect(outcome.missed).toEqual([])
    },
  )
})

async function pointsIn({ args, fresh }: UndoScenario): Promise<Point[]> {
  const place = fresh()
  const { ops, code, stderr } = await trace(place, [...args, '--json'])
  if (code !== 0) throw new Error(`the undisturbed command ended with ${code}: ${stderr}`)
  // Bytecode of the program, and what is asked again after a minute, are kept for speed alone and not written at every run.
  return pointsOf(ops, place.home).filter(({ paths }) => !paths.some((path) => /\/\.cache\/|unwatched/.test(path)))
}

async function strikeAll(
  { args, fresh, judge }: UndoScenario,
  points: readonly { point: Point; fault: Fault }[],
): Promise<{ points: number; violations: string[]; missed: string[] }> {
  const outcome = { points: points.length, violations: [] as string[], missed: [] as string[] }
  for (const { point, fault } of points) {
    const { place, traced, hit } = await strike(fresh, [...args, '--json'], point, fault)
    const where = `${'error' in fault ? fault.error : 'killed'} at ${point.shape} (${point.call} ${point.k})`
    if (!hit) outcome.missed.push(where)
    else if (traced.cutOff) outcome.violations.push(`${where}: it did not end`)
    const found = await judge(place, traced.stdout).catch((error: unknown) => [`judging: ${String(error)}`])
    outcome.violations.push(...found.map((one) => `${where}: ${one}`))
  }
  return outcome
}
