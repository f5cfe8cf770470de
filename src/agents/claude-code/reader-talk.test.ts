/** What is said beside calls: refusals with their reason, answers, titles, recaps, summaries. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { brief, gather } from '../../testing/agent-samples.js'
import { reader } from './reader.js'

type Row = Record<string, unknown>

const use = (id: string, name: string, input: Row): Row => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
})
const answer = (id: string, content: unknown, more: Row = {}): Row => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }] },
  ...more,
})

function told(...rows: Row[]): string[] {
  const path = join(tempDir(), 'a.jsonl')
  writeFileSync(path, rows.map((row, i) => `${JSON.stringify({ uuid: `u${i}`, ...row })}\n`).join(''))
  return brief(gather(reader, path).events)
}

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n"

test('what the user says beside a refusal comes with it', () => {
  const [, result = ''] = told(
    use('c', 'Bash', { command: 'npm publish' }),
    answer('c', `${REFUSED}not from a branch\n\nNote: The user's next message may contain a correction.`),
  )
  expect(JSON.parse(result.replace('result ', ''))).toMatchObject({ interrupted: true, said: 'not from a branch' })
  const blocks = [{ type: 'text', text: `${REFUSED}use fetch` }]
  expect(told(use('c', 'Bash', { command: 'x' }), answer('c', blocks))[1]).toContain('"said":"use fetch"')
})

test('answers are found in the text where the record has no structured ones', () => {
  const asked = use('q', 'AskUserQuestion', {
    questions: [{ question: 'Which store?', options: [{ label: 'SQLite' }] }],
  })
  const given = 'question {"call":"q","question":"Which store?","options":["SQLite"],"answer":"a plain file"}'
  expect(told(asked, answer('q', 'User has answered your questions: "Which store?"="a plain file".'))).toContain(given)
  const discussed = `${REFUSED}The user wants to clarify these questions.\nQuestions asked:\n- "Which store?"\n  Answer: a plain file`
  expect(told(asked, answer('q', discussed))).toContain(given)
})

test('titles, recaps and summaries are what was stated', () => {
  expect(
    told(
      { type: 'ai-title', aiTitle: 'Cart in cents', uuid: undefined },
      { type: 'ai-title', aiTitle: 'Cart in cents', uuid: undefined },
      {
        type: 'system',
        subtype: 'away_summary',
        content: 'The cart is done. Next: taxes. (disable recaps in /config)',
      },
      { type: 'user', isCompactSummary: true, message: { role: 'user', content: 'Pending: taxes' } },
    ),
  ).toEqual([
    'stated {"what":"title","text":"Cart in cents"}',
    'stated {"what":"recap","text":"The cart is done. Next: taxes."}',
    'stated {"what":"summary","text":"Pending: taxes"}',
  ])
})

test('the session of another agent in the same envelope is not taken for its own', () => {
  const line = (message: Row): string =>
    JSON.stringify({ uuid: 'u', parentUuid: null, sessionId: 's', type: 'user', provenance: 'real_user', message })
  expect(reader.sniff(line({ role: 'user', parts: [{ text: 'Fix it' }] }), 'a.jsonl')).toBe(false)
  expect(reader.sniff(line({ role: 'user', content: 'Fix it' }), 'a.jsonl')).toBe(true)
})

test('the text of a skill is no word of the user, also where a copy of the session does not mark it', () => {
  const body = { type: 'user', message: { role: 'user', content: 'Make deliberate choices about the palette.' } }
  const typed = { type: 'user', message: { role: 'user', content: 'now the footer' } }
  const launched = [use('s', 'Skill', { skill: 'design' }), answer('s', 'Launching skill: design')]
  const prompts = (...records: Parameters<typeof told>): string[] =>
    told(...records).filter((line) => line.startsWith('prompt'))
  expect(prompts(...launched, body, typed)).toEqual(['prompt: now the footer'])
  expect(prompts(...launched, { ...body, isMeta: true }, typed)).toEqual(['prompt: now the footer'])
})

test('an edit that was never answered stands where its turn ended, and not behind all that was done since', () => {
  const lines = told(
    use('lost', 'Edit', { file_path: '/w/a.ts', old_string: 'a', new_string: 'b' }),
    { type: 'user', message: { role: 'user', content: 'now the other' } },
    use('read', 'Read', { file_path: '/w/b.ts' }),
    answer('read', 'b'),
  )
  const at = (what: string): number => lines.findIndex((line) => line.includes(what))
  expect(at('/w/a.ts')).toBeGreaterThanOrEqual(0)
  expect(at('/w/a.ts')).toBeLessThan(at('now the other'))
  expect(lines.filter((line) => line.includes('/w/a.ts'))).toHaveLength(1)
})
