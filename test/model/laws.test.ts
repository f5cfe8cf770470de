import './machine.js'
import fc from 'fast-check'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { dropAll } from './faces.js'
import { play } from './drive.js'
import { schedules } from './schedule.js'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(dropAll)

test('probe', async () => {
  const counts: Record<string, number> = {}
  const first: Record<string, unknown> = {}
  const t = performance.now()
  const n = Number(process.env['N'] ?? 20)
  for (const schedule of fc.sample(schedules, { numRuns: n, seed: 7 })) {
    const played = await play(schedule)
    for (const { law, what } of played.wrong) {
      const key = `${law} ${what.replace(/\S*\d\S*/g, '#').slice(0, 50)}`
      counts[key] = (counts[key] ?? 0) + 1
      first[key] ??= { what, steps: schedule.steps.map((s) => JSON.stringify(s)).join('\n') }
    }
    counts['sessions'] = (counts['sessions'] ?? 0) + played.sessions
    counts['handovers'] = (counts['handovers'] ?? 0) + played.handovers
    counts['entries'] = (counts['entries'] ?? 0) + played.entries
  }
  console.log(counts, (performance.now() - t) / n)
  if (process.env['SHOW'])
    for (const [k, v] of Object.entries(first))
      if (k.startsWith(process.env['SHOW'])) console.log(k, (v as any).what, (v as any).steps)
})
