import { expect, test } from 'vitest'
import { makeProgress } from './progress.js'

/** What is written while `steps` come, each at its time. */
function shown(
  how: { json?: boolean; quiet?: boolean; errorTerminal: boolean },
  steps: readonly [ms: number, what: string, count: number, total: number][],
): string[] {
  const out: string[] = []
  let ms = 0
  const say = (text: string): void => void out.push(text)
  const progress = makeProgress({ json: false, quiet: false, ...how, draw: say, warn: say }, { nowMs: () => ms })
  for (const [at, ...step] of steps) {
    ms = at
    progress?.at(...step)
  }
  progress?.end()
  return out
}

test('in a terminal one line is drawn over, with a bar, how much of how many, and how long it will take; then it is gone', () => {
  const out = shown({ errorTerminal: true }, [
    [0, 'taking', 1, 1000],
    [500, 'taking', 100, 1000],
    [520, 'taking', 110, 1000],
    [1000, 'taking', 500, 1000],
    [1200, 'sending', 5, 0],
    [1400, 'sending', 30, 20],
  ])
  expect(out).toEqual([
    '\r\u001b[Ktaking ██░░░░░░░░░░░░░░░░░░ 10 %, 100 of 1000, 5 s left',
    '\r\u001b[Ktaking ██████████░░░░░░░░░░ 50 %, 500 of 1000, 1 s left',
    '\r\u001b[Ksending 5',
    '\r\u001b[Ksending ████████████████████ 100 %, 30 of 30',
    '\r\u001b[K',
  ])
})

test('elsewhere a plain line comes every ten seconds, hours are said as such, and what is soon over says nothing', () => {
  const out = shown({ errorTerminal: false }, [
    [0, 'taking', 1, 1000],
    [9000, 'taking', 2, 1000],
    [10_000, 'taking', 3, 3000],
    [15_000, 'taking', 4, 3000],
    [21_000, 'taking', 100, 3000],
  ])
  expect(out).toEqual([
    'taking ░░░░░░░░░░░░░░░░░░░░ 0 %, 3 of 3000, 2 h 47 min left',
    'taking █░░░░░░░░░░░░░░░░░░░ 3 %, 100 of 3000, 11 min left',
  ])
  expect(shown({ errorTerminal: true }, [[300, 'taking', 1, 2]])).toEqual([])
})

test('a program that reads the answer, and whoever wants it quiet, see none of it', () => {
  const step: [number, string, number, number] = [60_000, 'taking', 1, 2]
  expect(shown({ errorTerminal: true, json: true }, [step])).toEqual([])
  expect(shown({ errorTerminal: true, quiet: true }, [step])).toEqual([])
})
