/** A day with each of the clients at which something changed: the oldest that is supported, and some on the way to today. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo } from '../support/world.js'
import { startModel } from './model-server.js'
import { findClient } from './support/client.js'
import { ask, type Desk, dogearAt, openDesk } from './support/desk.js'
import { openTerminal } from './support/terminal.js'
import { hookDone, hookLines } from './support/wired.js'
import { FILES, TOKEN, untold } from './support/work.js'

const SETTINGS = '{ "permissions": {"deny": ["Bash(rm:*)"]},\n\t"cleanupPeriodDays": 99 }\n'

/** The oldest that is supported; before and behind the first that knows all our hooks; some more, and today's. */
const VERSIONS = ['2.0.30', '2.0.76', '2.1.77', '2.1.100', '2.1.139', '2.1.328']

test.for(VERSIONS)(
  'Claude Code %s: save, compaction, continue, uninstall [F3, F13]',
  { timeout: 200_000 },
  async (version, { skip }) => {
    const { program: client, reason } = await findClient(version)
    if (reason !== undefined) return skip(reason)
    const desk = deskOf(client)
    const model = await startModel(...TOKEN.turns(desk.repo.dir))
    const terminal = await openTerminal(client, desk, model)
    await terminal.ask(TOKEN.instruction, 3)
    await hookDone(desk, 'Stop')
    await terminal.enter('/compact')
    await hookDone(desk, 'SessionStart', 2)
    await terminal.ask('and now?')
    expect(untold(model.seen(), TOKEN), 'after the compaction').toEqual([])
    await terminal.exit()

    const later = await startModel({ tools: [{ name: 'Bash', input: { command: 'rm README.md' } }] })
    await ask(client, desk, later, 'continue')
    expect(untold(later.seen(), TOKEN), 'in a new session').toEqual([])
    expect(readFileSync(join(desk.repo.dir, 'README.md'), 'utf8'), 'the rules of the user hold').toContain('shop')
    expect(hookLines(desk).filter(({ ok }) => !ok)).toEqual([])
    expect(dogearAt(desk, ['doctor', 'claude-code', '--quiet']).stdout).not.toMatch(/settings|version|hooks/i)

    expect(dogearAt(desk, ['uninstall', 'claude-code']).code).toBe(0)
    expect(readFileSync(join(desk.config, 'settings.json'), 'utf8')).toBe(SETTINGS)
    const after = await startModel()
    await ask(client, desk, after, 'continue')
    expect(after.seen()).not.toContain('dogear-briefing')
    expect(after.requests.flatMap(({ tools }) => tools).filter((name) => name.startsWith('mcp__'))).toEqual([])
  },
)

test.for(VERSIONS)('Claude Code %s: a compaction without a terminal [F3]', async (version, { skip }) => {
  const { program: client, reason } = await findClient(version)
  if (reason !== undefined) return skip(reason)
  const desk = deskOf(client)
  const model = await startModel(...TOKEN.turns(desk.repo.dir))
  const { session } = await ask(client, desk, model, TOKEN.instruction)
  await ask(client, desk, model, '/compact', ['--resume', session])
  await ask(client, desk, model, 'go on', ['--resume', session])
  expect(untold(model.seen(), TOKEN)).toEqual([])
})

/** The client of that version, with rules of the user's own beside our hooks. */
function deskOf(client: string): Desk {
  const desk = openDesk(scratchRepo(FILES))
  writeFileSync(join(desk.config, 'settings.json'), SETTINGS)
  mkdirSync(join(desk.home, '.local', 'bin'), { recursive: true })
  symlinkSync(client, join(desk.home, '.local', 'bin', 'claude'))
  expect(dogearAt(desk, ['init', 'claude-code', '--allow-tools']).code).toBe(0)
  return desk
}
