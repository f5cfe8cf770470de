import { expect, test } from 'vitest'
import { legacySections, withoutLegacy } from './legacy-sections.js'

const STABLE = ['# Project Memory\r\n\r\nUse pnpm.\r\n\r\n', '## Conventions\r\n- tabs\r\n\r\n', '## Deploy\r\nBy hand']
const [TOP, MIDDLE, END] = STABLE as [string, string, string]
const CURRENT = '## Current State\r\nHalf of the parser is done.\r\n\r\n### Detail\r\nline 42\r\n\r\n'
const SUMMARY = '## Session 12 Summary\r\n- wrote tests\r\n\r\n'
const TEXT = `\ufeff${TOP}${CURRENT}${MIDDLE}${SUMMARY}## Next Action: run it\r\n\r\n${END}`

test('the state that older sessions left is found, by its four titles [A15]', () => {
  expect(legacySections(TEXT)).toEqual([
    { title: 'Migrated: Current State', text: 'Half of the parser is done.\n\n### Detail\nline 42' },
    { title: 'Migrated: Session 12 Summary', text: '- wrote tests' },
    { title: 'Migrated: Next Action: run it', text: '' },
  ])
  expect(legacySections('## Session Checkpoint\nx\n').map(({ title }) => title)).toEqual([
    'Migrated: Session Checkpoint',
  ])
})

test('what the entry holds goes, the stable sections stay byte for byte [A15]', () => {
  expect(withoutLegacy(TEXT, legacySections(TEXT))).toBe(`\ufeff${TOP}${MIDDLE}${END}`)
})

test('what the entry does not hold word for word stays: a redacted secret is not lost [A15]', () => {
  const held = legacySections(TEXT).map((one) => ({ ...one, text: one.text.replace('parser', '[redacted]') }))
  expect(withoutLegacy(TEXT, held)).toBe(`\ufeff${TOP}${CURRENT}${MIDDLE}${END}`)
})

test('where the index is there it is no first save, and what only looks like it is left alone [A15]', () => {
  const listed = `${TEXT}\r\n## Active Checkpoints\r\n`
  expect(legacySections(listed)).toEqual([])
  expect(withoutLegacy(listed, legacySections(TEXT))).toBe(listed)
  for (const text of [
    '```\n## Current State\n```\n',
    '### Next Action\n',
    '## Current Statement\n',
    '## Sessions\n',
    '# Current State\n',
  ])
    expect(legacySections(text)).toEqual([])
})
