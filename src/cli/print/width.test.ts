import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAIN, printMarkdown } from './output.js'
import { printTable } from './table.js'
import { widthOf } from './width.js'

test('what a person reads is broken at spaces at every width, below the text of its item', () => {
  const text = '## Done\n- first the parser, then its tests, then all the rest\n> quoted words that go on'
  expect(printMarkdown(text, PLAIN, 24)).toBe(
    '## Done\n- first the parser, then\n  its tests, then all\n  the rest\n> quoted words that go\n> on',
  )
  expect(printMarkdown(text, PLAIN)).toBe(text)
})

test('a script without spaces is broken between its signs, and no line begins with what closes', () => {
  const text = '改进登录流程，让用户可以通过 OAuth 登录并且在超时后「自动续期」。'
  expect(printMarkdown(text, PLAIN, 14)).toBe(
    '改进登录流程，\n让用户可以通过\nOAuth 登录并且\n在超时后「自动\n续期」。',
  )
})

test('what is fenced stays as it is', () => {
  const text = '```\nnpm test -- --reporter dot --run all\n```'
  expect(printMarkdown(text, PLAIN, 10)).toBe(text)
})

test('no word is lost at any width, and no line that could be broken is too wide', () => {
  const words = fc.array(fc.constantFrom('a', 'parser', '日本語', 'x'.repeat(12)), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 60 }), (said, width) => {
      const printed = printMarkdown(`- ${said.join(' ')}`, PLAIN, width)
      expect(printed.slice(2).replaceAll(/\s+/g, '')).toBe(said.join(''))
      for (const line of printed.split('\n'))
        expect(widthOf(line) <= width || line.trim().split(' ').length <= 2).toBe(true)
    }),
  )
})

test('TASK gives way before NEXT, and NAME is never cut', () => {
  const columns = [{ title: 'NAME' }, { title: 'NEXT', least: 12 }, { title: 'TASK', least: 10, yields: true }]
  const rows = [['a-rather-long-name-of-a-workstream', 'Run npm test -- parser', 'Make the parser fast enough']]
  const at = (width: number): string => printTable(columns, rows, width, PLAIN).split('\n')[1] ?? ''
  expect(at(72)).toContain('Run npm test -- parser  Make')
  expect(at(50)).toBe('a-rather-long-name-of-a-workstream  Run npm test…')
  expect(at(20)).toMatch(/^a-rather-long-name-of-a-workstream/)
})
