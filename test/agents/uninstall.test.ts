/** Story 6: init, use, uninstall: the settings are what they were, byte for byte. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo } from '../support/world.js'
import { startModel } from './model-server.js'
import { ask, dogearAt, openDesk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { untold, FILES, TOKEN } from './support/work.js'

/** Odd on purpose: order, indentation, spaces, no newline at the end; a hook and a statusline of somebody else. */
const SETTINGS = `{
   "statusLine" : {"type":"command","command":"echo their-line"},
\t"hooks": { "Stop": [ {"hooks":[{"type":"command","command":"true"}]} ],
     "UserPromptSubmit": [{"hooks":[{"type":"command","command":"echo their hook spoke"}]}]  },

   "permissions":{"allow":["Bash(ls:*)"] }   , "cleanupPeriodDays": 99 }`

test.skipIf(reason)(
  'init, use, uninstall: the settings are byte-identical, and dogear is gone from the session [F13]',
  async () => {
    const desk = openDesk(scratchRepo(FILES))
    const path = join(desk.config, 'settings.json')
    writeFileSync(path, SETTINGS)
    const before = readFileSync(join(desk.home, '.claude.json'), 'utf8')
    expect(dogearAt(desk, ['init', 'claude-code']).code).toBe(0)
    const installed = readFileSync(path, 'utf8')
    expect(installed).not.toBe(SETTINGS)
    expect(dogearAt(desk, ['init', 'claude-code']).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(installed)

    const model = await startModel(...TOKEN.turns(desk.repo.dir))
    const { session } = await ask(client, desk, model, TOKEN.instruction)
    await ask(client, desk, model, '/compact', ['--resume', session])
    await ask(client, desk, model, 'go on', ['--resume', session])
    expect(untold(model.seen(), TOKEN)).toEqual([])
    expect(model.seen()).toContain('their hook spoke')
    const terminal = await openTerminal(client, desk, await startModel())
    await terminal.until('their-line')
    await terminal.exit()

    expect(dogearAt(desk, ['uninstall', 'claude-code']).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(SETTINGS)
    expect(existsSync(join(desk.config, 'skills', 'dogear'))).toBe(false)
    expect(mcpServers(readFileSync(join(desk.home, '.claude.json'), 'utf8'))).toEqual(mcpServers(before))
    const after = await startModel()
    await ask(client, desk, after, 'continue')
    expect(after.seen()).not.toContain('dogear-briefing')
    expect(after.seen()).not.toContain('mcp__dogear')
    expect(after.seen()).toContain('their hook spoke')
  },
)

function mcpServers(text: string): unknown {
  return (JSON.parse(text) as { mcpServers?: unknown }).mcpServers
}
