import { appendFileSync, mkdirSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeSession } from '../../../test/support/claude-session.js'
import { desk as makeDesk } from '../../../test/support/in-process.js'
import { DEFAULT_TRIGGERS } from '../../core/session/triggers/settings.js'
import { rememberDurations } from '../../store/session/durations.js'
import { history } from '../look/show.js'
import { locate } from '../locate.js'
import { save } from '../save/save.js'
import { startWatch } from './watch.js'

const MINUTE = 60_000

/** The clock of the test and the times in the session file go together. */
function desk() {
  const made = makeDesk()
  const session = claudeSession(join(made.world.userHome, '.claude'), made.world.cwd, 's-1', made.clock.ms)
  const touch = (): void => utimesSync(session.path, made.clock.ms / 1000, made.clock.ms / 1000)
  const watch = (follow = true) => startWatch(made.world, { settings: DEFAULT_TRIGGERS, follow })
  const usage = (tokens: number): void => {
    const at = new Date(made.clock.ms).toISOString()
    const message = {
      id: 'u',
      role: 'assistant',
      model: 'claude-opus-4-1',
      content: [],
      usage: { input_tokens: tokens },
    }
    appendFileSync(
      session.path,
      `${JSON.stringify({ type: 'assistant', uuid: `u${tokens}`, timestamp: at, sessionId: 's-1', isSidechain: false, message })}\n`,
    )
    touch()
  }
  return { ...made, session, touch, watch, usage }
}

const reasons = ({ saved }: { saved: { reason: string }[] }): string[] => saved.map((one) => one.reason)

test('a session at work is left alone; idle for over ten minutes it is saved once [C9]', async () => {
  const { session, clock, touch, watch, world } = desk()
  session.prompt('replace the cookies')
  touch()
  const watched = watch()
  expect(reasons(await watched.look())).toEqual([])
  clock.ms += 9 * MINUTE
  expect(reasons(await watched.look())).toEqual([])
  clock.ms += 2 * MINUTE
  const { saved } = await watched.look()
  expect(saved).toMatchObject([{ session: 's-1', reason: 'idle 10 min' }])
  clock.ms += 30 * MINUTE
  expect(reasons(await watched.look())).toEqual([])
  expect(history(world, { name: saved[0]?.name ?? '' }).entries).toMatchObject([
    { lane: 'auto', by: { agent: 'claude-code', session: 's-1' }, extraKeys: { reason: 'idle 10 min' } },
  ])
})

test('another watch, or cron, does not save the same idle time again [C9, C10]', async () => {
  const { session, clock, touch, watch } = desk()
  session.prompt('replace the cookies')
  touch()
  clock.ms += 11 * MINUTE
  expect(reasons(await watch(false).look())).toHaveLength(1)
  expect(reasons(await watch(false).look())).toEqual([])
})

test('what the session saved itself is not saved again when it rests', async () => {
  const { session, clock, touch, watch, world } = desk()
  session.prompt('replace the cookies')
  touch()
  const written = { fields: { next: { text: 'Run npm test' } }, extraSections: [] }
  const own = { ...world, by: { ...world.by, session: 's-1' } }
  await save(own, { written, lane: 'named', strict: false, git: true, dryRun: false })
  clock.ms += 20 * MINUTE
  expect(reasons(await watch().look())).toEqual([])
})

test('a full context and a farewell are noticed at the next look [C9]', async () => {
  const { session, clock, touch, watch, usage } = desk()
  session.prompt('replace the cookies')
  usage(100_000)
  const watched = watch()
  expect(reasons(await watched.look())).toEqual([])
  clock.ms += MINUTE
  usage(150_000)
  expect(reasons(await watched.look())).toEqual(['context 75 %'])
  clock.ms += MINUTE
  session.prompt('then oil the wheel')
  session.prompt('thanks, good night!')
  touch()
  expect(reasons(await watched.look())).toEqual(['good night'])
  expect(reasons(await watched.look())).toEqual([])
})

test('a long command is noticed when it has begun, by its kind or as it took before [C9]', async () => {
  const { session, clock, touch, watch, world } = desk()
  session.prompt('deploy it')
  const begin = (id: string, command: string): void => {
    clock.ms += MINUTE
    const content = [{ type: 'tool_use', id, name: 'Bash', input: { command } }]
    const message = { id, role: 'assistant', model: 'm', content, usage: { input_tokens: 1 } }
    const timestamp = new Date(clock.ms).toISOString()
    appendFileSync(
      session.path,
      `${JSON.stringify({ type: 'assistant', uuid: id, timestamp, sessionId: 's-1', message })}\n`,
    )
    touch()
  }
  const watched = watch()
  begin('a', 'git status')
  expect(reasons(await watched.look())).toEqual([])
  begin('b', 'terraform apply')
  expect(reasons(await watched.look())).toEqual(['before terraform apply (about 120 s)'])
  expect(reasons(await watched.look())).toEqual([])
  rememberDurations(locate(world).project, [{ key: './deploy.sh', seconds: 90, at: 1 }], world.tag)
  begin('c', './deploy.sh')
  expect(reasons(await watched.look())).toEqual(['before ./deploy.sh (about 90 s)'])
})

test('a broken session file is named and hides no other', async () => {
  const { session, clock, touch, watch } = desk()
  session.prompt('replace the cookies')
  touch()
  const broken = join(dirname(session.path), 's-2.jsonl')
  mkdirSync(broken)
  clock.ms += 11 * MINUTE
  const { saved, warnings } = await watch().look()
  expect(saved.map((one) => one.session)).toEqual(['s-1'])
  expect(warnings).toEqual([expect.stringContaining(broken)])
})

test('where no agent works there is nothing to do', async () => {
  const { world } = makeDesk()
  expect(await startWatch(world, { settings: DEFAULT_TRIGGERS, follow: true }).look()).toEqual({
    sessions: [],
    saved: [],
    warnings: [],
  })
})
