import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLOURED, PLAIN } from './output.js'
import { fitWidths, printTable } from './table.js'
import { widthOf } from './width.js'

const COLUMNS = [{ title: 'NAME', least: 6 }, { title: 'SAVED' }, { title: 'NEXT', least: 10 }]

test('columns line up, wide characters too', () => {
  const rows = [
    ['auth', '5 min ago', 'Run npm test'],
    ['日本語', '2 days ago', 'x'],
  ]
  expect(printTable(COLUMNS, rows, 80, PLAIN)).toBe(
    ['NAME    SAVED       NEXT', 'auth    5 min ago   Run npm test', '日本語  2 days ago  x'].join('\n'),
  )
})

test('a column without content is not there', () => {
  expect(printTable(COLUMNS, [['a', '', 'b']], 80, PLAIN)).toBe('NAME  NEXT\na     b')
})

test('no line is wider than the terminal, as long as the least widths fit', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replace(/\s/g, '.'))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, fc.constant('5 min ago'), cell), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 40, max: 160 }),
      (rows, width) => {
        for (const line of printTable(COLUMNS, rows, width, PLAIN).split('\n'))
          expect(widthOf(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})

const LIST = [
  { title: '' },
  { title: 'NAME' },
  { title: 'SAVED' },
  { title: 'BRANCH', most: 24, least: 8, yields: true },
  { title: 'NEXT', least: 20, enough: 36, below: true },
  { title: 'TASK', least: 16, yields: true },
]
const NEXT = 'Run npm test -- auth and mend the first that fails'
const ROWS = [
  ['1', 'auth-of-the-payment-service', 'just now', 'main', NEXT, 'Log in with OAuth and stay so'],
  ['2', '登录', '2 days ago', 'main', '修复会话过期的问题', ''],
]
const listAt = (width: number): string => printTable(LIST, ROWS, width, PLAIN)

test('what yields is left out before another has too little, and its room is used', () => {
  expect(listAt(200)).toContain(`main    ${NEXT}  Log in with OAuth and stay so`)
  expect(listAt(100)).toContain('main    Run npm test -- auth and mend the first that fa…')
  expect(listAt(80)).toBe(`   NAME                         SAVED       NEXT
1  auth-of-the-payment-service  just now    Run npm test -- auth and mend the f…
2  登录                         2 days ago  修复会话过期的问题`)
})

test('where even that is too much it stands below, and no line is too wide as long as the name fits', () => {
  expect(listAt(60)).toBe(`   NAME                         SAVED
1  auth-of-the-payment-service  just now
   Run npm test -- auth and mend the first that fails
2  登录                         2 days ago
   修复会话过期的问题`)
  expect(listAt(34)).toBe(`   NAME
1  auth-of-the-payment-service
   just now  Run npm test -- auth…
2  登录
   2 days ago  修复会话过期的问题`)
  for (let width = 30; width < 200; width++)
    for (const line of listAt(width).split('\n')) expect(widthOf(line), `${width}`).toBeLessThanOrEqual(width)
})

test('the widest column gives way first', () => {
  expect(fitWidths(COLUMNS, [['n'.repeat(20), '5 min ago', 'x'.repeat(500)]], 80)).toEqual([20, 9, 47])
})

test('colour changes no alignment', () => {
  const rows = [['auth', 'now', 'x']]
  // oxlint-disable-next-line no-control-regex
  const bare = printTable([{ title: 'NAME', paint: COLOURED.bold }, ...COLUMNS.slice(1)], rows, 80, COLOURED).replace(
    /\u001b\[\d+m/g,
    '',
  )
  expect(bare).toBe(printTable(COLUMNS, rows, 80, PLAIN))
})
