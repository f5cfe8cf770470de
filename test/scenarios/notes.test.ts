/** Notes: limits where they come in, the list of those that wait, and taking one back. Nothing large ends all saving. */
import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealRecord } from '../../src/core/entry/seal.js'
import { hookDesk } from '../hook/support.js'
import { connectHere } from '../mcp/support/client.js'
import { deskForEach } from '../support/world.js'

const { desk, run } = deskForEach()

interface Listed {
  notes: { id: string; type: string; text: string }[]
}

const waiting = (): string[] =>
  run('note', '--list', '--json')
    .json<Listed>()
    .notes.map(({ text }) => text)

interface Shown {
  entry: { context: { text: string }[]; decisions: { text: string }[] }
}

const contextOf = (name: string): string[] =>
  run('show', name, '--json')
    .json<Shown>()
    .entry.context.map(({ text }) => text)

test('a note that waits is listed, and taken back by its id', () => {
  run('note', 'the port is 8080')
  run('note', 'the port is 8081')
  const [first] = run('note', '--list').stdout.split('\t')
  expect(waiting()).toEqual(['the port is 8080', 'the port is 8081'])
  expect(run('note', '--take-back', first ?? '', '--dry-run').stdout).toContain('Would take back')
  expect(run('note', '--take-back', first ?? '').stdout).toBe('Taken back (note): the port is 8080\n')
  expect(waiting()).toEqual(['the port is 8081'])
  run('save', 'ports', '--next', 'start the server')
  expect(contextOf('ports')).toEqual(['the port is 8081'])
  expect(waiting()).toEqual([])
  const again = run('note', '--take-back', first ?? '')
  expect(again.code).not.toBe(0)
  expect(again.stderr).toContain('no note waits')
  expect(run('note', '--list', 'and a text').code).toBe(2)
})

test('over MCP a note is listed and taken back too', async () => {
  const { call } = await connectHere({ cwd: desk.repo.dir, home: desk.home })
  const { data } = await call('note', { text: 'keep argon2', type: 'decision' })
  const { id } = data['note'] as { id: string }
  expect((await call('note')).text).toContain('keep argon2')
  expect((await call('note', { take_back: id })).text).toBe('Taken back (decision): keep argon2')
  expect(await call('note')).toMatchObject({ data: { notes: [], total: 0 } })
  expect(await call('note', { take_back: id })).toMatchObject({ isError: true })
  expect(await call('note', { text: 'x'.repeat(8001) })).toMatchObject({
    isError: true,
    data: { error: { code: 'too-big' } },
  })
})

test('a note that is too large is refused where it comes in, with a word on what to do', () => {
  const { code, stderr } = run('note', 'x '.repeat(4001))
  expect(code).not.toBe(0)
  expect(stderr).toContain('at most 8,000')
  expect(stderr).toContain('note its path')
  expect(run('note', 'x', '--why', 'y'.repeat(2001)).code).not.toBe(0)
  expect(waiting()).toEqual([])
})

/** As an older dogear took them up, of any size. */
function plantNotes(texts: readonly string[]): void {
  run('note', 'first of all')
  const projects = join(desk.home, '.local', 'share', 'dogear', 'projects')
  const journal = readdirSync(projects, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('journal.jsonl'),
  )
  const at = '2026-11-15T08:42:00.123+00:00'
  const lines = texts.map((text, i) => {
    const id = `20261115T0842${String(i).padStart(5, '0')}Z-1-${String(i).padStart(12, '0')}`
    return `${sealRecord({ id, at, type: 'note', text })}\n`
  })
  appendFileSync(join(projects, journal as string), lines.join(''))
}

test('one note of megabytes from before there was a limit is cut, and says so', () => {
  plantNotes(['big '.repeat(1_500_000)])
  expect(run('save', 'big', '--next', 'go on').code).toBe(0)
  expect(contextOf('big').at(-1)).toMatch(/… \(cut: it had [\d,]+ characters\)$/)
  expect(run('save', 'big', '--next', 'go on further').code).toBe(0)
  expect(run('save', '--auto', '--done', 'x', '--session', 's-1').code).toBe(0)
})

test('ten thousand notes are taken up by save after save, none twice and none left out', () => {
  plantNotes(Array.from({ length: 10_000 }, (_, i) => `note number ${i}`))
  const refused = run('note', 'one more')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('dogear save')
  const saved = run('save', 'many', '--next', 'go on')
  expect(saved.stderr).toContain('9801 more notes wait for the next save')
  expect(waiting()[0]).toBe('note number 199')
  run('save', 'many', '--next', 'go on')
  expect(waiting()).toHaveLength(9601)
  expect(waiting()[0]).toBe('note number 399')
})

test('a session with a prompt of 5 MB, 100,000 to-dos and a branch name of 1 MB is saved at every turn', () => {
  const one = hookDesk()
  const client = one.client('s-1')
  client.file.prompt(`Mend the login. ${'word '.repeat(1_000_000)}`)
  const todos = Array.from({ length: 100_000 }, (_, i) => ({
    content: `step ${i}`,
    status: 'pending',
    activeForm: 'x',
  }))
  client.file.use('TodoWrite', { todos })
  client.file.say('Done so far. Next I will run the login test.')
  client.fire('Stop', { last_assistant_message: 'Next I will run the login test.', stop_hook_active: false })
  expect(one.entries()).toHaveLength(1)
  expect((one.entries()[0] as string).length).toBeLessThan(100_000)
  one.repo.write({ '.git/HEAD': `ref: refs/heads/${'b'.repeat(1_000_000)}\n` })
  client.turn('and now the logout', 'Done. Next I will run the logout test.')
  expect(one.log().filter(({ ok }) => ok === false)).toEqual([])
  expect(one.dogear('list', '--json').code).toBe(0)
})

test('an autosave that would be too large is cut, and says so; on purpose it is refused', () => {
  const one = hookDesk()
  const huge = Array.from({ length: 12 }, (_, i) => ['--context', `${i} ${'word '.repeat(24_000)}`]).flat()
  const auto = one.dogear('save', '--auto', '--done', 'src/login.ts: all of it', ...huge, '--session', 's-1')
  expect(auto.code).toBe(0)
  const [text = ''] = one.entries()
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
  expect(text).toContain('this autosave would have been too large')
  expect(text).toContain('src/login.ts: all of it')
  expect(text.match(/cut: it had 120,00\d characters/g)).toHaveLength(12)
  const named = one.dogear('save', 'by-hand', '--next', 'go on', ...huge)
  expect(named.code).not.toBe(0)
  expect(named.stderr).toContain('larger than')
})
