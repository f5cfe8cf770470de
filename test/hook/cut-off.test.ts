/** A session that was cut off is saved by the next one, as of the time it was last seen: the work tree may have gone on since. */
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo } from '../support/world.js'
import { say, work } from './stories.js'
import { hookDesk, type Client, type Desk } from './support.js'

const HOUR_MS = 3_600_000

/** Work with changes on the disk, a turn that never ended, and an hour in which nothing happened. */
async function cutOff(desk: Desk): Promise<Client> {
  const client = desk.client('killed')
  desk.repo.write({ 'src/login.ts': 'export const ttl = 60\nexport const sign = 1\n' })
  work(desk, client)
  client.file.prompt('now the refresh')
  client.file.say('We decided to refresh in the background.')
  await client.kill()
  const then = (Date.now() - HOUR_MS) / 1000
  for (const path of [client.file.path, join(desk.repo.dir, 'src/login.ts')]) utimesSync(path, then, then)
  return client
}

test('work that was thrown away after a crash is named first, though the session was saved after that', async () => {
  const desk = hookDesk()
  await cutOff(desk)
  desk.repo.git('checkout', '--quiet', '.')
  const next = desk.client('next')
  const offer = next.fire('SessionStart', { source: 'startup' })
  expect(offer.message).toContain('1 h ago')
  const briefing = say(next, 'continue')
  expect(briefing).toContain('refresh in the background')
  expect(briefing).toMatch(
    /## Lost since the save\n- the uncommitted work of the save: no longer here: src\/login\.ts; it is kept/,
  )
  expect(briefing).not.toMatch(/still true:.*src\/login\.ts/)
})

test('after a crash in which nothing was lost, the uncommitted work is shown and nothing has changed', async () => {
  const desk = hookDesk()
  await cutOff(desk)
  const next = desk.client('next')
  next.fire('SessionStart', { source: 'startup' })
  const briefing = say(next, 'continue')
  expect(briefing).toContain('\n- src/login.ts *')
  expect(briefing).not.toContain('## Changed since the save')
})

/** In the turn that never ended, files were edited that no save knows. */
async function cutOffEditing(desk: Desk, isFirstTurn: boolean): Promise<void> {
  const client = desk.client('killed')
  if (isFirstTurn) client.fire('SessionStart', { source: 'startup' })
  else work(desk, client)
  client.file.prompt('now the refresh')
  desk.repo.write({ 'src/refresh.ts': 'export const refresh = 1\n', 'src/keys.ts': 'export const keys = 2\n' })
  for (const [name, path] of [
    ['Write', 'src/refresh.ts'],
    ['Edit', 'src/keys.ts'],
  ] as const)
    client.file.use(
      name,
      { file_path: `${desk.repo.dir}/${path}`, content: 'x', old_string: 'a', new_string: 'b' },
      { text: 'ok' },
    )
  await client.kill()
  const then = (Date.now() - HOUR_MS) / 1000
  const files = ['src/refresh.ts', 'src/keys.ts', 'src/login.ts'].map((path) => join(desk.repo.dir, path))
  for (const path of [client.file.path, ...files]) utimesSync(path, then, then)
}

const deskWithKeys = (): Desk =>
  hookDesk(scratchRepo({ 'src/login.ts': 'export const ttl = 60\n', 'src/keys.ts': 'export const keys = 1\n' }))

function nextHears(desk: Desk): string {
  const next = desk.client('next')
  next.fire('SessionStart', { source: 'startup' })
  return say(next, 'continue')
}

test.each([false, true])(
  'what was edited after the last save, and then deleted or reverted, is gone (in the first turn: %s)',
  async (isFirstTurn) => {
    const desk = deskWithKeys()
    await cutOffEditing(desk, isFirstTurn)
    desk.repo.git('checkout', '--quiet', 'src/keys.ts')
    rmSync(join(desk.repo.dir, 'src/refresh.ts'))
    const briefing = nextHears(desk)
    expect(briefing).toMatch(/- uncommitted work in src\/refresh\.ts: GONE/)
    expect(briefing).toMatch(/- uncommitted work in src\/keys\.ts: GONE/)
    expect(briefing).not.toMatch(/not checkable: file src\/(refresh|keys)\.ts/)
    expect(briefing).not.toMatch(/still true:.*src\/(refresh|keys)\.ts/)
  },
)

test('what was edited after the last save and is still there, or was committed, is not gone', async () => {
  const desk = deskWithKeys()
  await cutOffEditing(desk, false)
  desk.repo.git('add', 'src/keys.ts')
  desk.repo.git('commit', '--quiet', '-m', 'keys')
  const briefing = nextHears(desk)
  expect(briefing).not.toContain('GONE')
  expect(briefing).toContain('- src/refresh.ts *')
})
