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
