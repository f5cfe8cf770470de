/** Plays schedules and says in numbers what was played. */
import { afterAll, beforeAll, vi } from 'vitest'
import { play } from './drive.js'
import { dropAll } from './faces.js'
import { type Law, LAWS, type Wrong } from './laws.js'
import type { Schedule } from './schedule.js'

/** Of each kind; of both together 500 by `npm test`, 20,000 by `npm run test:faults`. */
export const RUNS: number = process.env['DOGEAR_FAULTS'] === 'full' ? 10_000 : 250
/** `npm test` plays the same schedules every time; the long version plays others each time. */
export const SEED: { seed?: number } = process.env['DOGEAR_FAULTS'] === 'full' ? {} : { seed: -1_056_673_604 }
/** Only what hangs runs into it. */
export const MAX_MS: number = RUNS * 5000

/** For a file of laws, which imports `machine.js` first: its clock is held, and at its end the sums are printed. */
export function openTally(): Tally {
  const tally = new Tally()
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // Most of what is looked for on a disk is not there, and nobody reads where that was found out.
    Error.stackTraceLimit = 0
  })
  afterAll(() => {
    tally.print()
    dropAll()
  })
  return tally
}

class Tally {
  private readonly sums = { schedules: 0, sessions: 0, 'hand-overs': 0, entries: 0 }
  private readonly broken = new Map<Law, number>()

  /** What is wrong, but for what is known not to hold yet. */
  async play(schedule: Schedule, notYet: readonly Law[]): Promise<Wrong[]> {
    const { wrong, sessions, handovers, entries } = await play(schedule)
    this.sums.schedules++
    this.sums.sessions += sessions
    this.sums['hand-overs'] += handovers
    this.sums.entries += entries
    for (const law of new Set(wrong.map((one) => one.law))) this.broken.set(law, (this.broken.get(law) ?? 0) + 1)
    return wrong.filter(({ law }) => !notYet.includes(law))
  }

  print(): void {
    const sums = Object.entries(this.sums).map(([what, count]) => `${count} ${what}`)
    const broken = LAWS.map((law) => `${law} ${this.broken.get(law) ?? 0}`)
    process.stdout.write(`${sums.join(', ')}; schedules that broke a law: ${broken.join(', ')}\n`)
  }
}
