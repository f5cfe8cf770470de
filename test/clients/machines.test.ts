/** Fold here, open there: a session of one client on one machine goes on in another client on another one, through a folder. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cleanEnv, scratchRepo, tempDir } from '../support/world.js'
import { CLIENTS } from './clients/all.js'
import { type Box, dogearIn, openBox, turn, turnsOf, unfit } from './support/box.js'
import { type Client, programOf } from './support/client.js'
import { STATED, twoTurns } from './support/story.js'

const [claude, codex] = ['claude-code', 'codex'].map(
  (agent) => CLIENTS.find((one) => one.agent === agent) as Client,
) as [Client, Client]
const missing = [claude, codex].filter((client) => programOf(client) === null).map(({ name }) => name)
const reason = unfit() ?? (missing.length > 0 ? `${missing.join(', ')} not in .cache/clients` : null)
if (reason !== null) process.stderr.write(`\n! the hand-over between machines is SKIPPED: ${reason}\n`)

function json<T>(box: Box, ...args: string[]): T {
  const ran = dogearIn(box, ...args, '--json')
  expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 })
  return JSON.parse(ran.stdout) as T
}

test.skipIf(reason !== null)(
  'saved in Claude Code on one machine, it is in the first request of Codex on the other, with the name of that machine [F12]',
  async () => {
    const here = openBox([claude])
    const clone = tempDir()
    spawnSync('git', ['clone', '--quiet', here.repo.dir, clone], { env: cleanEnv(here.home) })
    const there = openBox([codex], { ...scratchRepo(), dir: clone })
    const carried = tempDir()
    for (const [box, agent] of [
      [here, 'claude-code'],
      [there, 'codex'],
    ] as const)
      expect(dogearIn(box, 'init', agent, '--allow-tools', '--yes')).toMatchObject({ code: 0 })
    for (const done of await twoTurns(here, claude)) expect(done, done.out).toMatchObject({ code: 0 })
    const { words } = json<{ words: string }>(here, 'sync', 'add', carried, '--name', 'the desk')
    const [slug] = json<{ remotes: { projects: string[] }[] }>(here, 'sync', 'status').remotes[0]?.projects ?? []
    json(there, 'sync', 'add', `${carried}#${words}`, '--link', slug as string)
    const done = await turn(there, codex, 'continue', [{ say: 'I go on with the empty cart.' }])
    const [first = ''] = turnsOf(done)
    for (const [what, text] of Object.entries(STATED)) expect(first, `${what}\n${done.out}`).toContain(text)
    expect(first).toContain('the desk')
  },
  900_000,
)
