/** What dogear puts into a home, committed to a repository: there some clients read it, their own and that of others. */
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Box } from './box.js'

/** In a home, and where the client looks in a repository. */
const PLACES: readonly [agent: string, home: string, repo: string][] = [
  ['codex', '.codex/hooks.json', '.codex/hooks.json'],
  ['codex', '.codex/config.toml', '.codex/config.toml'],
  ['gemini-cli', '.gemini/settings.json', '.gemini/settings.json'],
  ['qwen-code', '.qwen/settings.json', '.qwen/settings.json'],
  ['droid', '.factory/settings.json', '.factory/settings.json'],
  ['droid', '.factory/mcp.json', '.factory/mcp.json'],
  ['copilot-cli', '.copilot/hooks/dogear.json', '.github/hooks/dogear.json'],
  ['opencode', '.config/opencode/plugins/dogear.js', '.opencode/plugins/dogear.js'],
  ['opencode', '.config/opencode/opencode.jsonc', 'opencode.jsonc'],
  ['kilo', '.config/kilo/plugins/dogear.js', '.kilo/plugins/dogear.js'],
  ['kilo', '.config/kilo/kilo.jsonc', 'kilo.jsonc'],
  ['pi', '.pi/agent/extensions/dogear.js', '.pi/extensions/dogear.js'],
  ['grok', '.grok/hooks/dogear.json', '.grok/hooks/dogear.json'],
  ['grok', '.grok/config.toml', '.grok/config.toml'],
  ['cline', '.cline/hooks', '.clinerules/hooks'],
  ['cursor', '.cursor/hooks.json', '.cursor/hooks.json'],
  ['cursor', '.cursor/mcp.json', '.cursor/mcp.json'],
]

/** All of the agents that are set up on the machine, but for one. */
export function commitWiring({ home, repo }: Box, besides: string): void {
  for (const [agent, from, to] of PLACES) {
    const [source, target] = [join(home, from), join(repo.dir, to)]
    if (agent === besides || !existsSync(source)) continue
    mkdirSync(dirname(target), { recursive: true })
    cpSync(source, target, { recursive: true })
  }
  repo.commit('how we work')
}
