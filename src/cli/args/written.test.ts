import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandNamed } from '../specs/commands.js'
import { parseCommandArgs } from './parse.js'
import { readWritten } from './written.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dogear-test-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function written(...words: string[]): ReturnType<typeof readWritten> {
  return readWritten(dir, parseCommandArgs(commandNamed('save'), words))
}

test('every field of an entry has a flag', async () => {
  const line =
    '--task T|--stage build|--plan PLAN.md|--step 2|--of 5|--next N|--left-off L|--done D|--failed F — because|' +
    '--constraint K|--decision A — why — rejected: b; c|--blocker B|--question Q|--context C|--file a.ts:edited|--command npm test|--intent I'
  const { fields } = await written(
    ...line.split('|').flatMap((flag) => [flag.split(' ')[0] as string, flag.replace(/^\S+ /, '')]),
  )
  expect(fields).toEqual({
    task: { text: 'T' },
    stage: 'build',
    plan: { path: 'PLAN.md', step: 2, of: 5 },
    next: { text: 'N' },
    leftOff: { text: 'L' },
    done: [{ text: 'D' }],
    failed: [{ text: 'F', why: 'because' }],
    constraints: [{ text: 'K' }],
    decisions: [{ text: 'A', why: 'why', rejected: ['b', 'c'] }],
    blockers: [{ text: 'B' }],
    questions: [{ text: 'Q' }],
    context: [{ text: 'C' }],
    files: [{ path: 'a.ts', role: 'edited' }],
    commands: [{ text: 'npm test' }],
    intent: { text: 'I' },
  })
})

test('flags win over the file, and lists add up', async () => {
  writeFileSync(join(dir, 'n.md'), '## Task\nfrom file\n\n## Next action\nold\n\n## Done\n- one\n')
  const { fields } = await written('--from', 'n.md', '--next', 'new', '--done', 'two')
  expect(fields.task?.text).toBe('from file')
  expect(fields.next?.text).toBe('new')
  expect(fields.done?.map((item) => item.text)).toEqual(['one', 'two'])
})

test('a file may be JSON, and may be reached through a link of the person who named it', async () => {
  writeFileSync(join(dir, 'n.json'), '{"next":"Run npm test","plan":{"path":"PLAN.md","step":1,"of":3}}')
  symlinkSync(join(dir, 'n.json'), join(dir, 'link.json'))
  expect((await written('--from', 'link.json', '--step', '2')).fields.plan).toEqual({ path: 'PLAN.md', step: 2, of: 3 })
  expect((await written('--from', 'n.json', '--plan', 'OTHER.md')).fields.plan).toEqual({ path: 'OTHER.md' })
})

test('a step without a plan, a missing file and a huge one are refused', async () => {
  await expect(written('--step', '2')).rejects.toThrow(/about a plan/)
  await expect(written('--from', 'none.md')).rejects.toThrow(/there is no file/)
  writeFileSync(join(dir, 'huge.md'), 'x'.repeat(1_000_001))
  await expect(written('--from', 'huge.md')).rejects.toThrow(/too big/)
})

test.each([
  ['src/a.ts', { path: 'src/a.ts' }],
  ['src/a.ts:edited', { path: 'src/a.ts', role: 'edited' }],
  ['src/a.ts:45', { path: 'src/a.ts:45' }],
  ['C:\\work\\a.ts', { path: 'C:\\work\\a.ts' }],
])('--file %s', async (text, file) => {
  expect((await written('--file', text)).fields.files).toEqual([file])
})
