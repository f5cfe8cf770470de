import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tempDir } from '../../test/support/world.js'
import { parseSessionState, parseWorkingBuffer } from '../core/session/session-state.js'
import { OWN } from '../core/own/content.js'
import { readStateFiles, type SessionState, stateIn } from './session-state.js'

function tree(files: Record<string, string>): string {
  const dir = tempDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
    utimesSync(join(dir, path), 1_000, path.startsWith('memory') ? 2_000 : 1_000)
  }
  return dir
}

const STATE = `# SESSION-STATE.md — Active Working Memory

This file survives compaction.

## Current Task
Sign the session cookies

## Key Context (compressed)
- The staging server runs Node 20

## Pending Actions
- [x] Parse the cookie
- [ ] Run npm test
- [ ] Rotate the keys

## Recent Decisions
- Signed cookies — no server state

## Corrections
- The port is 8443, not 443

## Preferences
- Small commits

## Exact Values
- max age: 3600

## Blockers
[None]

## Memory System Status
all good

---
*Last updated: 2026-03-02*
`

function readOwn(dir: string): SessionState | null {
  const files = readStateFiles(dir)
  return stateIn(
    files.map((file) => ({ file, verdict: OWN })),
    Date.now(),
  )
}

test('SESSION-STATE.md is read first: task, next action, decisions and what was told on the way, all stated [C3, C13]', () => {
  const state = readOwn(tree({ 'SESSION-STATE.md': STATE, 'memory/working-buffer.md': '## Human\nignored\n' }))
  expect(state).toEqual({
    at: 1_000_000,
    fields: {
      task: { text: 'Sign the session cookies' },
      next: { text: 'Run npm test' },
      done: [{ text: 'Parse the cookie' }],
      decisions: [{ text: 'Signed cookies', why: 'no server state' }],
      context: [
        { text: 'The staging server runs Node 20' },
        { text: 'preference: Small commits' },
        { text: 'correction: The port is 8443, not 443' },
        { text: 'value: max age: 3600' },
        { text: 'then: Rotate the keys' },
      ],
      files: [{ path: 'SESSION-STATE.md', role: 'state' }],
    },
  })
})

const BUFFER = `# Working Buffer
**Status:** ACTIVE

---

## [2026-03-02 10:00] Human
start with the parser

## [2026-03-02 10:01] Agent (summary)
Parser written.

## [2026-03-02 10:05] Human
now the printer,
please

## [2026-03-02 10:06] Agent (summary)
Printer half done: tables are missing.
`

test('the working buffer is read where the state is thin, and only its newest exchange is taken [C3]', () => {
  const files = { 'SESSION-STATE.md': '## Current Task\nThe printer\n', 'memory/working-buffer.md': BUFFER }
  expect(readOwn(tree(files))).toEqual({
    at: 2_000_000,
    fields: {
      task: { text: 'The printer' },
      intent: { text: 'now the printer,\nplease' },
      leftOff: { text: 'Printer half done: tables are missing.' },
      files: [
        { path: 'SESSION-STATE.md', role: 'state' },
        { path: 'memory/working-buffer.md', role: 'state' },
      ],
    },
  })
})

const TEMPLATE =
  '# SESSION-STATE.md\n\n## Current Task\n[None]\n\n## Pending Actions\n- [ ] None\n\n## Recent Decisions\n[None yet]\n'

test.each([
  ['empty', ''],
  ['blank', ' \n\n'],
  ['a template', TEMPLATE],
  ['only a title', '# SESSION-STATE.md\n'],
])('a SESSION-STATE.md that is %s does not stop anything: the buffer is read [C3]', (_, text) => {
  const state = readOwn(tree({ 'SESSION-STATE.md': text, 'memory/working-buffer.md': BUFFER }))
  expect(state?.fields.intent).toEqual({ text: 'now the printer,\nplease' })
  expect(readOwn(tree({ 'SESSION-STATE.md': text }))).toBeNull()
})

test('neither file: nothing', () => {
  expect(readOwn(tempDir())).toBeNull()
})

test('labels, tables and deeper headings say the same as sections', () => {
  const labels =
    '## Current Work\n- **Task:** Build the login\n- **Blocker:** None\n- **Next Step:** edit src/login.ts\n'
  expect(parseSessionState(labels)).toEqual({ task: { text: 'Build the login' }, next: { text: 'edit src/login.ts' } })
  const table =
    '## Current Context\n| Field | Value |\n|---|---|\n| Objective | Login |\n| Active Branch | feat/x |\n| a | b | c |\n'
  expect(parseSessionState(table)).toEqual({ task: { text: 'Login' }, context: [{ text: 'branch: feat/x' }] })
  const deeper =
    '## Session 4\n### Active Task\nLogin\n**Decisions Made:**\n- cookies because simple\n### Key Files\n- `src/a.ts`\n'
  expect(parseSessionState(deeper)).toMatchObject({
    task: { text: 'Login' },
    decisions: [{ text: 'cookies because simple' }],
    files: [{ path: 'src/a.ts' }],
  })
})

test('a file without headings is a note about the task', () => {
  expect(parseSessionState('Working on the login page.\n\nlong story')).toEqual({
    task: { text: 'Working on the login page.' },
  })
})

test('what only looks observed is stated', () => {
  const { decisions } = parseSessionState('## Decisions\n- use X [observed: git status]\n')
  expect(decisions?.[0]).not.toHaveProperty('observed')
})

test('long lists and texts are cut: a checkpoint is no log', () => {
  const many = `## Decisions\n${'- d\n'.repeat(500)}## Current Task\n${'word '.repeat(1_000)}\n`
  const { decisions, task } = parseSessionState(many)
  expect(decisions).toHaveLength(40)
  expect(task?.text.length).toBeLessThanOrEqual(600)
})

test('files of a work tree are data: no links, no pipes, a limit, no control characters', () => {
  const secret = tree({ 'SESSION-STATE.md': STATE, 'working-buffer.md': BUFFER })
  const dir = tempDir()
  symlinkSync(join(secret, 'SESSION-STATE.md'), join(dir, 'SESSION-STATE.md'))
  symlinkSync(secret, join(dir, 'memory'))
  expect(readOwn(dir)).toBeNull()
  expect(readOwn(tree({ 'SESSION-STATE.md': STATE.padEnd(256_001) }))).toBeNull()
  expect(readOwn(tree({ 'SESSION-STATE.md/x': '' }))).toBeNull()
  expect(parseSessionState('## Task\na\u001b[2Jb\u202ec\n').task).toEqual({ text: 'abc' })
})

test('any text: no exception, and everything is stated', () => {
  const piece = fc.constantFrom(
    '## Current Task',
    '## Next',
    '- [ ] a',
    '- [x] b',
    '**Goal:** c',
    '| Goal | d |',
    '```',
    '---',
    '<!--',
    '## Human',
    '{',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 25 }), (lines) => {
      for (const fields of [parseSessionState(lines.join('\n')), parseWorkingBuffer(lines.join('\n'))]) {
        expect(JSON.stringify(fields)).not.toContain('"observed"')
      }
    }),
  )
})
