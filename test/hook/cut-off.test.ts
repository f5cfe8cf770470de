/** A session that was cut off is saved by the next one, as of the time it was last seen: the work tree may have gone on since. */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
  expect(briefing).toMatch(/## Changed since the save\n- uncommitted work in src\/login\.ts/)
  expect(briefing).not.toMatch(/still true:.*src\/login\.ts/)
})

test('after a crash in which nothing was lost, the uncommitted work is shown and nothing has changed', async () => {
  const desk = hookDesk()
  await cutOff(desk)
  const next = desk.client('next')
  next.fire('SessionStart', { source: 'startup' })
  const briefing = say(next, 'continue')
  expect(briefing).toContain('## Uncommitted\n- modified src/login.ts')
  expect(briefing).not.toContain('## Changed since the save')
})
