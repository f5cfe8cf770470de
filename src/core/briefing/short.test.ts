import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { printBriefing } from './briefing.js'
import type { BriefingInput } from './sections.js'

const still: BriefingInput['drift'] = { facts: [], commits: null, conflicts: [], moved: false }
const seen = (n: number): { observed: string } => ({ observed: `transcript ${n}` })

function unasked(parts: Parameters<typeof entryWith>[0], budget: number, drift = still): string {
  const entry = entryWith(parts)
  return printBriefing(
    { entry, drift, why: '', nowMs: Date.parse('2026-11-15T09:00:00Z'), joined: [], marked: true, unasked: true },
    budget,
  ).text
}

const WORK: Parameters<typeof entryWith>[0] = {
  name: 'loose-202611-aaaaaaaa',
  task: { text: 'Oil the gate', ...seen(1) },
  intent: { text: 'now the hinge, please', ...seen(30) },
  context: [
    { text: 'said last: The gate is oiled.', ...seen(40) },
    { text: 'asked before that: and the latch', ...seen(20) },
    { text: 'asked before that: Oil the gate', ...seen(10) },
  ],
  decisions: [{ text: '`rm -rf old` was refused; the user said: keep the old hinge', ...seen(25) }],
  files: Array.from({ length: 9 }, (_, i) => ({ path: `src/gate/part-${i}.ts` })),
  where: { branch: 'main', dirty: [{ path: 'src/gate/part-0.ts', state: 'modified' }] },
}

test('unasked it says what was asked and said last, what was refused, and where the work is', () => {
  expect(unasked(WORK, 760)).toBe(`# The last work here, saved 1 h ago on main

## Last requests, newest first
- now the hinge, please
- and the latch
- Oil the gate

## Constraints
- keep the old hinge (refusing \`rm -rf old\`)

## Said last by the agent
The gate is oiled.

## Files, newest first
- src/gate/{part-0.ts *, part-1.ts, part-2.ts, part-3.ts, part-4.ts, part-5.ts, part-6.ts, part-7.ts, part-8.ts}

## State
- not committed (*): 1 file
`)
})

test('in less room it says less of each, and counts nothing that is left out', () => {
  const text = unasked(WORK, 400)
  expect(text.length).toBeLessThanOrEqual(400)
  expect(text).toContain('- now the hinge, please\n')
  expect(text).toContain('src/gate/{part-0.ts *')
  expect(text).not.toMatch(/^- … \d+ more$/m)
})

test('a constraint that stands in a short request is told once, and the next action in any case', () => {
  const intent = { text: 'Now the hinge. Never touch the lock.', ...seen(30) }
  const constraints = [{ text: 'Never touch the lock.', ...seen(30) }]
  const next = { text: `I will take the hinge off and ${'oil it '.repeat(30)}`, ...seen(40) }
  const long = { ...WORK, intent, constraints, next }
  const text = unasked(long, 500)
  expect(text.match(/Never touch the lock/g)).toHaveLength(1)
  expect(text).toContain('## Next action\nI will take the hinge')
})

test('what is lost comes first', () => {
  const lost: BriefingInput['drift']['facts'][number] = {
    fact: 'file a.ts',
    verdict: 'changed',
    detail: 'GONE',
    isLost: true,
  }
  expect(unasked(WORK, 760, { ...still, facts: [lost] })).toMatch(
    /^#.*\n\n## Lost since the save\n- file a\.ts: GONE\n/,
  )
})
