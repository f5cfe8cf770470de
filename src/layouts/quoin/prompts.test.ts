import { describe, expect, test } from 'vitest'
import { parseBlocked, printBlocked } from './blocked.js'
import { type Decided, type Offer, decideReplay, parseReplay, printForEdit, printOffer } from './prompts.js'

const MULTI = `=== BLOCKED PROMPT [2026-11-15T10:00:00Z] ===

fix the login


=== BLOCKED PROMPT [2026-11-15T10:05:00Z] ===
run the tests
  with coverage
`

describe('the file of blocked prompts', () => {
  test('without headers is one prompt [E11]', () => {
    expect(parseBlocked('\nfix the login\nand the logout\n\n')).toEqual({
      isLegacy: true,
      prompts: [{ time: 'legacy', text: 'fix the login\nand the logout' }],
    })
  })

  test('with headers has one entry for each, without the blank lines around it [E11]', () => {
    expect(parseBlocked(MULTI)).toEqual({
      isLegacy: false,
      prompts: [
        { time: '2026-11-15T10:00:00Z', text: 'fix the login' },
        { time: '2026-11-15T10:05:00Z', text: 'run the tests\n  with coverage' },
      ],
    })
  })

  test('what stands before the first header is an entry named legacy, and comes first [E11]', () => {
    expect(parseBlocked(`typed long ago\n${MULTI}`).prompts.map((prompt) => prompt.time)).toEqual([
      'legacy',
      '2026-11-15T10:00:00Z',
      '2026-11-15T10:05:00Z',
    ])
  })

  test('is in the order of its times, or as it stands where one has none [E11]', () => {
    const entry = (time: string): string => `=== BLOCKED PROMPT [${time}] ===\nx\n`
    expect(parseBlocked(entry('2026-11-15T12:00:00Z') + entry('2026-11-15T09:00:00Z')).prompts[0]?.time).toBe(
      '2026-11-15T09:00:00Z',
    )
    expect(parseBlocked(entry('later') + entry('2026-11-15T09:00:00Z')).prompts[0]?.time).toBe('later')
  })

  test.each(['', '\n \n', '=== BLOCKED PROMPT [x] ===\n\n'])('that is empty holds no prompt: %j [E11]', (text) => {
    expect(parseBlocked(text).prompts).toEqual([])
  })

  test('with Windows line ends and a byte order mark is the same [E11]', () => {
    expect(parseBlocked(`\ufeff${MULTI.replaceAll('\n', '\r\n')}`)).toEqual(parseBlocked(MULTI))
  })
})

const list: Offer = {
  case: 'B',
  ...parseBlocked(`${MULTI}=== BLOCKED PROMPT [2026-11-15T10:09:00Z] ===\n${'a'.repeat(100)}`),
}
test('what dogear adds is read again as it was typed, a header in it included [E11]', () => {
  const typed = 'split it:\n\n=== BLOCKED PROMPT [x] ===\nand merge'
  const text = printBlocked({ time: '2026-11-15T10:00:00.123Z', text: typed }) + printBlocked({ time: 'b', text: 'go' })
  expect(parseBlocked(text).prompts).toEqual([
    { time: '2026-11-15T10:00:00.123Z', text: typed.replace('=== B', ' === B') },
    { time: 'b', text: 'go' },
  ])
})

const legacy: Offer = { case: 'B', ...parseBlocked('fix the login') }
const staleList: Offer = { ...list, case: 'C', from: 'old-1', session: 'new-2' }
const staleLegacy: Offer = { ...legacy, case: 'C', from: 'old-1' }

describe('the offer', () => {
  test('case B, legacy [E11]', () => {
    expect(printOffer(legacy)).toBe('Your previous prompt was: fix the login\nRun it now? [y / n / edit]')
  })

  test('case B, several [E11]', () => {
    expect(printOffer(list)).toBe(`3 blocked prompt(s) were saved while context was overloaded:
1. [2026-11-15T10:00:00Z] fix the login...
2. [2026-11-15T10:05:00Z] run the tests with coverage...
3. [2026-11-15T10:09:00Z] ${'a'.repeat(80)}...
Replay which? [all / 1 / 2 / 1,3 / edit 1 / none]`)
  })

  test('case C, legacy [E11]', () => {
    expect(printOffer(staleLegacy))
      .toBe(`Stale pending-prompt sentinel detected (session-id MISMATCH: was old-1, current unknown).
Content: fix the login
[y / n / delete]`)
  })

  test('case C, several: the list after the warning [E11]', () => {
    const [warning, ...rest] = printOffer(staleList).split('\n')
    expect(warning).toBe('Stale pending-prompt sentinel detected (session-id MISMATCH: was old-1, current new-2).')
    expect(rest.join('\n')).toBe(printOffer(list))
  })

  test('is data: nothing in it can draw on the terminal, but an edit shows the prompt whole [E11]', () => {
    const evil: Offer = { case: 'B', isLegacy: true, prompts: [{ time: 'legacy', text: 'a\u001b[2Jb\nc' }] }
    expect(printOffer(evil)).toContain('ab\nc')
    expect(printForEdit({ time: 'x', text: `${'a'.repeat(200)}\nb` })).toContain(`${'a'.repeat(200)}\nb`)
  })
})

const send = (...places: number[]): Decided => ({ do: 'send', places })

describe('the answer', () => {
  test.each<[string, Decided | null]>([
    ['all', send(0, 1, 2)],
    [' ALL ', send(0, 1, 2)],
    ['2', send(1)],
    ['1,3', send(0, 2)],
    ['3, 1', send(0, 2)],
    ['1,1', send(0)],
    ['edit 2', { do: 'edit', place: 1 }],
    ['Edit  3', { do: 'edit', place: 2 }],
    ['none', { do: 'drop' }],
    ['n', { do: 'drop' }],
    ['delete', { do: 'drop' }],
    ['0', null],
    ['4', null],
    ['1,4', null],
    ['edit', null],
    ['edit 4', null],
    ['y', null],
    ['1;2', null],
    ['1 2', null],
    ['', null],
    ['99999999999', null],
  ])('case B, several: %j [E11]', (answer, expected) => {
    expect(parseReplay(list, answer)).toEqual(expected)
  })

  test.each<[string, Decided | null]>([
    ['y', send(0)],
    ['yes', send(0)],
    ['n', { do: 'drop' }],
    ['edit', { do: 'edit', place: 0 }],
    ['edit 1', { do: 'edit', place: 0 }],
    ['delete', { do: 'drop' }],
    ['all', null],
    ['maybe', null],
  ])('case B, legacy: %j [E11]', (answer, expected) => {
    expect(parseReplay(legacy, answer)).toEqual(expected)
  })

  test.each<[Offer, string, Decided]>([
    [staleLegacy, 'y', send(0)],
    [staleLegacy, 'n', { do: 'leave' }],
    [staleLegacy, 'delete', { do: 'drop' }],
    [staleList, '2', send(1)],
    [staleList, 'edit 1', { do: 'edit', place: 0 }],
    [staleList, 'none', { do: 'leave' }],
    [staleList, 'delete', { do: 'drop' }],
  ])('case C: what is not deleted or run stays [E11]', (offer, answer, expected) => {
    expect(parseReplay(offer, answer)).toEqual(expected)
  })

  test.each<[Offer, string[], Decided]>([
    [list, [], { do: 'ask', attempt: 1 }],
    [list, ['what?'], { do: 'ask', attempt: 2 }],
    [list, ['what?', '2'], send(1)],
    [list, ['what?', 'eh'], { do: 'drop' }],
    [list, ['4', '5', '1'], { do: 'drop' }],
    [staleList, ['what?', 'eh'], { do: 'leave' }],
  ])('asked again once, then it means none [E11]', (offer, answers, expected) => {
    expect(decideReplay(offer, answers)).toEqual(expected)
  })
})
