import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'claude-code',
  name: 'claude',
  bin: 'claude',
  env: {
    IS_SANDBOX: '1',
    ANTHROPIC_BASE_URL: MODEL,
    ANTHROPIC_API_KEY: 'sk-mock',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  },
  prepare(home, repo) {
    const projects = { [repo]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } }
    const seen = {
      hasCompletedOnboarding: true,
      bypassPermissionsModeAccepted: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['sk-mock'] },
    }
    write(join(home, '.claude.json'), `${JSON.stringify({ ...seen, projects }, null, 2)}\n`)
  },
  first: (prompt) => ['-p', prompt, '--permission-mode', 'bypassPermissions'],
  again: (prompt) => ['--continue', '-p', prompt, '--permission-mode', 'bypassPermissions'],
  tools: {
    run: (command) => ({ name: 'Bash', args: { command, description: 'run' } }),
    edit: (path, before, after) => ({ name: 'Edit', args: { file_path: path, old_string: before, new_string: after } }),
    mcp: (tool, args) => [{ name: `mcp__dogear__${tool}`, args }],
  },
  compacts: { turns: [{ prompt: '/compact', steps: [] }], told: 'next' },
  terminal: { args: ['--permission-mode', 'bypassPermissions'], ready: '❯', clear: '/clear' },
  files: [],
}
