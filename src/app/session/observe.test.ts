import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendLines, claudeSession } from '../../../test/support/claude-session.js'
import { desk, type Desk } from '../../../test/support/in-process.js'
import { reader } from '../../agents/claude-code/reader.js'
import { type Read, readSession } from './observe.js'
import { locate } from '../locate.js'
import { fewer } from '../../../test/support/property-runs.js'

const dir = new URL('../../agents/claude-code/testdata/', import.meta.url).pathname
const place = desk()
let sessions = 0

test('a session read on at every turn says what the whole file says [F2] [F3]', () => {
  const step = fc.constantFrom<(file: ReturnType<typeof claudeSession>) => void>(
    (file) => file.use('Bash', { command: 'make wheel' }, { error: true, text: 'error: no spokes' }),
    (file) => file.use('Bash', { command: 'make wheel' }, { text: 'ok' }),
    (file) => file.use('Bash', { command: 'npm test | tail -3' }, { text: '1 failed' }),
    (file) => file.use('Edit', { file_path: join(place.repo.dir, 'src/a.ts'), old_string: 'a', new_string: 'b' }),
    (file) => file.use('Edit', { file_path: join(place.repo.dir, 'src/a.ts'), old_string: 'b', new_string: 'a' }),
    (file) => file.use('Read', { file_path: join(place.repo.dir, 'src/b.ts') }, { text: 'x'.repeat(5000) }),
    (file) => file.use('TodoWrite', { todos: [{ content: 'turn', status: 'completed' }, { content: 'oil' }] }),
    (file) => file.use('TaskCreate', { subject: 'paint' }, { text: 'Task #1 created', result: { task: { id: '1' } } }),
    (file) => file.use('TaskUpdate', { taskId: '1', status: 'completed' }, { result: {} }),
    (file) => file.say('I decided to use oak because pine rots.'),
    (file) => file.say('We gave up on polling, it was too slow. Shall I paint it as well?'),
  )
  const turn = fc.tuple(
    fc.constantFrom('Repair the cart', 'go on', '/review it', 'Now src/b.ts, and its tests'),
    fc.array(step, { maxLength: 6 }),
    fc.constantFrom('Done.', 'Next I will sand src/a.ts.', 'Shall I go on with the axle?'),
    fc.boolean(),
  )
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (turns) => {
      const session = `s${sessions++}`
      const file = claudeSession(join(place.world.userHome, '.claude'), place.repo.dir, session)
      let last: Read | null = null
      for (const [prompt, steps, words, isRead] of turns) {
        file.prompt(prompt)
        for (const one of steps) one(file)
        file.say(words)
        if (isRead) (last = read(place, session, file.path)).keepMark()
      }
      last = read(place, session, file.path)
      expect(said(last)).toEqual(said(read(place, `${session}-whole`, file.path)))
    }),
    fewer(60),
  )
})

test.each(['session-2.0.jsonl', 'session-2.1.jsonl'])(
  '%s: cut between any two records, only how much was edited differs',
  (name) => {
    const lines = readFileSync(join(dir, name), 'utf8').trimEnd().split('\n')
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(lines.length), { maxLength: 4 }), (stops) => {
        const session = `s${sessions++}`
        const path = join(place.world.userHome, 'cuts', `${session}.jsonl`)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, '')
        let from = 0
        for (const stop of [...stops.toSorted((a, b) => a - b), lines.length]) {
          appendLines(path, lines.slice(from, stop))
          from = stop
          read(place, session, path).keepMark()
        }
        const [parts, whole] = [read(place, session, path), read(place, `${session}-whole`, path)]
        expect(withoutEdits(said(parts))).toEqual(withoutEdits(said(whole)))
      }),
      fewer(40),
    )
  },
)

test('what was said last and has not reached the file yet is told, and not kept', () => {
  const file = claudeSession(join(place.world.userHome, '.claude'), place.repo.dir, 'late')
  file.prompt('Repair the cart')
  const early = read(place, 'late', file.path, 'Next I will sand it.')
  expect(early.observed.fields.next?.text).toBe('Next I will sand it.')
  early.keepMark()
  file.say('Next I will oil it.')
  expect(said(read(place, 'late', file.path))).toEqual(said(read(place, 'late-whole', file.path)))
})

test('a secret that comes to what was known already is not kept [F7]', () => {
  const secret = ['ghp', 'x8Kq2ZtR7mVbN4wLs9JdF3hGc6YpT1eAu5Wo'].join('_')
  const file = claudeSession(join(place.world.userHome, '.claude'), place.repo.dir, 'secret')
  const kept = (): string => readFileSync(join(place.world.home, 'hooks', 'secret.mark.json'), 'utf8')
  file.prompt('Repair the cart')
  file.use('Bash', { command: 'make wheel' }, { error: true, text: 'error: no spokes' })
  read(place, 'secret', file.path).keepMark()
  expect(kept()).toContain('error: no spokes')
  file.use('Bash', { command: 'make wheel' }, { error: true, text: `error: token ${secret} refused` })
  read(place, 'secret', file.path).keepMark()
  expect(kept()).toContain('refused')
  expect(kept()).not.toContain(secret)
})

test.each([
  ['an older version kept', { entry: 'x', mark: null, lasting: [] }],
  ['makes no sense', { form: 2, mark: {}, texts: { facts: { files: { files: 3 } } } }],
])('what %s is not used', (_, kept) => {
  const file = claudeSession(join(place.world.userHome, '.claude'), place.repo.dir, 'older')
  file.prompt('Repair the cart')
  const mark = join(place.world.home, 'hooks', 'older.mark.json')
  mkdirSync(dirname(mark), { recursive: true, mode: 0o700 })
  writeFileSync(mark, JSON.stringify({ transcript: file.path, ...kept }))
  expect(read(place, 'older', file.path).observed.fields.task?.text).toBe('Repair the cart')
})

test('two events that read at once come to the same number of compactions', () => {
  const file = claudeSession(join(place.world.userHome, '.claude'), place.repo.dir, 'twice')
  file.prompt('Repair the cart')
  read(place, 'twice', file.path).keepMark()
  const boundary = { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 9 } }
  appendLines(file.path, [JSON.stringify({ uuid: 'c1', sessionId: 'twice', ...boundary })])
  const both = [read(place, 'twice', file.path), read(place, 'twice', file.path)]
  for (const one of both) one.keepMark()
  expect([...both, read(place, 'twice', file.path)].map(({ compactions }) => compactions)).toEqual([1, 1, 1])
})

function read({ world }: Desk, session: string, transcript: string, lastWords?: string): Read {
  const request = { reader, session, transcript, last: null, slowSeconds: 30, ...(lastWords && { lastWords }) }
  const found = readSession(world, locate(world), request)
  if (!found) throw new Error(`no file ${transcript}`)
  return found
}

/** Failures are told to the session's state as they come: only what is known of edits must last. */
function said({ observed, context, failures }: Read): object {
  return { ...observed, context, edits: failures.state().edits }
}

function withoutEdits(value: object): unknown {
  const { fields, ...rest } = value as Read['observed']
  const done = fields.done.map(({ text }) => text.replace(/^created|^edited| \(\+\d+ −\d+\)$/g, '')).toSorted()
  const files = fields.files.map((file) => ({ ...file, role: file.role === 'read' ? 'read' : 'changed' }))
  return { ...rest, fields: { ...fields, done, files } }
}
