import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeSession } from '../../../test/support/claude-session.js'
import { desk } from '../../../test/support/in-process.js'
import type { Fields } from '../../core/entry/entry.js'
import { reasonOf } from '../../core/session/triggers/autosaved.js'
import { readDurations } from '../../store/session/durations.js'
import { autosave } from './autosave.js'
import { clear } from '../keep/clear.js'
import { history } from '../look/show.js'
import { list } from '../look/list.js'
import { locate } from '../locate.js'
import { note } from './note.js'
import { resume } from '../resume/resume.js'
import { save } from './save.js'
import type { World } from '../world.js'

const MINUTE = 60_000

function auto(world: World, fields: Partial<Fields>, more: object = {}) {
  const written = { fields, extraSections: [] }
  return autosave(world, { written, git: true, dryRun: false, transcript: null, reason: 'test', ...more })
}

function named(world: World, name: string, fields: Partial<Fields>) {
  const request = { lane: 'named', strict: false, git: true, dryRun: false } as const
  return save(world, { name, written: { fields, extraSections: [] }, ...request })
}

const items = (...texts: string[]) => texts.map((text) => ({ text }))

test('an autosave goes to a line of its own session, in its own lane, with its reason [C10]', async () => {
  const { world } = desk()
  const { result, skipped } = await auto(world, { task: { text: 'OAuth' } }, { reason: 'context 72 %' })
  expect(skipped).toBeUndefined()
  expect(result).toMatchObject({
    created: true,
    entry: { name: expect.stringMatching(/^loose-202\d{3}-[0-9a-f]{8}$/), lane: 'auto' },
  })
  const [kept] = history(world, { name: result.entry.name }).entries
  expect(reasonOf(kept as NonNullable<typeof kept>)).toBe('context 72 %')
})

test('in a session it goes where the session saved last, else to what it resumed', async () => {
  const { world, clock } = desk()
  await named(world, 'auth', { next: { text: 'Run npm test' } })
  const session = { ...world, by: { ...world.by, session: 's-1' } }
  resume(session, { name: 'auth', budget: 6000, consume: false, dryRun: false })
  expect((await auto(session, { done: items('a') })).result.entry.name).toBe('auth')
  clock.ms += MINUTE
  await named(session, 'billing', { next: { text: 'Run npm test' } })
  expect((await auto(session, { done: items('b') })).result.entry.name).toBe('billing')
})

test('the same facts as the last autosave make no new entry [C10]', async () => {
  const { world, clock, repo } = desk()
  const { result } = await auto(world, { done: items('a') })
  clock.ms += 60 * MINUTE
  expect(await auto(world, { done: items('a') }, { reason: 'other' })).toMatchObject({ skipped: 'same' })
  expect(history(world, { name: result.entry.name }).total).toBe(1)
  repo.write({ 'src/a.ts': 'export const a = 1\n' })
  expect((await auto(world, { done: items('a') })).skipped).toBeUndefined()
})

test('one under five minutes old is not replaced by a poorer one; an older one is [C10]', async () => {
  const { world: plain, clock } = desk()
  const world = { ...plain, by: { ...plain.by, session: 's-1' } }
  const seen = (...texts: string[]) => texts.map((text) => ({ text, observed: 'transcript 1' }))
  const { result } = await auto(world, { task: { text: 'OAuth' }, done: seen('a', 'b') })
  clock.ms += 4 * MINUTE
  expect(await auto(world, { task: { text: 'OAuth' }, done: seen('c') })).toMatchObject({ skipped: 'poorer' })
  expect((await auto(world, { task: { text: 'OAuth' }, done: seen('c', 'd', 'e') })).skipped).toBeUndefined()
  clock.ms += 5 * MINUTE
  expect((await auto(world, { done: seen('f') })).skipped).toBeUndefined()
  expect(history(world, { name: result.entry.name }).total).toBe(3)
})

test('a turn that answers a question and edits the same file again says less, and is saved all the same', async () => {
  const { world: plain, clock } = desk()
  const world = { ...plain, by: { ...plain.by, session: 's-1' } }
  const session = claudeSession(join(world.userHome, '.claude'), world.cwd, 's-1', clock.ms)
  const edit = { file_path: join(world.cwd, 'a.js'), old_string: '1', new_string: '2' }
  session.prompt('Build the calculator into a.js')
  session.use('Edit', edit)
  session.say('Part 1 is there. Next: write part 2 into a.js.')
  clock.ms += MINUTE
  await autosave(world, { git: true, dryRun: false })
  session.wait(2 * MINUTE)
  session.prompt('where were we?')
  session.say('At part 2 of a.js. Shall I write it with a loop?')
  clock.ms += 2 * MINUTE
  expect((await autosave(world, { git: true, dryRun: false })).result.entry.questions).toHaveLength(1)
  session.wait(2 * MINUTE)
  session.prompt('yes')
  session.use('Edit', edit)
  session.say('Part 2 is there. Next: write part 3 into a.js.')
  clock.ms += 3 * MINUTE
  const { skipped, result } = await autosave(world, { git: true, dryRun: false })
  expect(skipped).toBeUndefined()
  expect(result.entry).toMatchObject({ next: { text: 'write part 3 into a.js.' }, questions: [] })
})

test('what a named checkpoint states is carried, and a word that was only seen does not take its place [C10]', async () => {
  const { world, clock } = desk()
  await named(world, 'main', { task: { text: 'OAuth' }, next: { text: 'Run npm test -- auth' } })
  clock.ms += MINUTE
  const seen = { text: 'something seen', observed: 'transcript 1' }
  await auto(world, { next: seen, done: items('src/a.ts: edited') })
  const { entry } = resume(world, { name: 'main', budget: 6000, consume: false, dryRun: true })
  expect(entry).toMatchObject({ task: { text: 'OAuth' }, next: { text: 'Run npm test -- auth' } })
  expect(entry.done).toMatchObject(items('src/a.ts: edited'))
})

test('nothing to say is not saved, and a dry run writes nothing', async () => {
  const { world } = desk()
  expect(await auto(world, {})).toMatchObject({ skipped: 'empty' })
  expect((await auto(world, { done: items('a') }, { dryRun: true })).result.created).toBe(false)
  expect(list(world, { all: true, cleared: false }).rows).toEqual([])
})

test('what was cleared comes back only with new work', async () => {
  const { world, clock } = desk()
  const { result } = await auto(world, { done: items('a') })
  clock.ms += MINUTE
  clear(world, { name: result.entry.name, all: false, dryRun: false })
  expect(await auto(world, { done: items('a') })).toMatchObject({ skipped: 'same' })
  const session = claudeSession(join(world.userHome, '.claude'), world.cwd, 's-1', clock.ms + MINUTE)
  session.prompt('now the logout')
  clock.ms += 2 * MINUTE
  expect((await autosave(world, { git: true, dryRun: false })).skipped).toBeUndefined()
})

test('it takes up the notes of the session, and reads its transcript [C13, F2]', async () => {
  const { world } = desk()
  const session = claudeSession(join(world.userHome, '.claude'), world.cwd, 's-1')
  session.prompt('replace the cookies')
  session.use('Bash', { command: 'cd x && ./slow.sh' }, { text: 'ok' })
  note(world, { text: 'Keep argon2', type: 'decision', why: 'the audit', dryRun: false })
  const { result } = await autosave(world, { git: true, dryRun: false, reason: 'goodnight' })
  expect(result.entry).toMatchObject({
    by: { agent: 'claude-code', session: 's-1' },
    intent: { text: 'replace the cookies' },
    decisions: [{ text: 'Keep argon2', why: 'the audit' }],
  })
  expect(readDurations(locate(world).project)('./slow.sh')).toEqual([0.1])
})

test('a secret in the reason is taken out [F7]', async () => {
  const { world } = desk()
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
  const { result } = await auto(
    world,
    { done: items('a') },
    { reason: `before curl -H "Authorization: Bearer ${token}"` },
  )
  expect(JSON.stringify(result.entry.extraKeys)).not.toContain(token)
})
