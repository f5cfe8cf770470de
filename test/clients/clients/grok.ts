import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'grok',
  name: 'grok',
  // Its install script unpacks the program into the home.
  bin: 'home/.grok/bin/grok',
  env: {
    XAI_API_KEY: 'mock',
    GROK_MODELS_BASE_URL: `${MODEL}/v1`,
    GROK_CLI_CHAT_PROXY_BASE_URL: `${MODEL}/v1`,
    GROK_MODELS_LIST_URL: `${MODEL}/v1/models`,
    GROK_DISABLE_AUTOUPDATER: '1',
  },
  prepare(home) {
    const model = '[model.mock-model]\nmodel = "mock-model"\nname = "Mock"\nbase_url = "http://127.0.0.1:8080/v1"\n'
    const rest = 'api_key = "x"\napi_backend = "chat_completions"\ncontext_window = 200000\n'
    write(join(home, '.grok', 'config.toml'), `# mine\n[models]\ndefault = "mock-model"\n\n${model}${rest}`)
  },
  first: (prompt) => ['-p', prompt, '--always-approve'],
  again: (prompt) => ['--continue', '-p', prompt, '--always-approve'],
  isBriefedByTool: true,
  tools: {
    run: (command) => ({ name: 'run_terminal_command', args: { command, description: 'run' } }),
    edit: (path, before, after) => ({
      name: 'search_replace',
      args: { file_path: path, old_string: before, new_string: after },
    }),
    read: (path) => ({ name: 'read_file', args: { target_file: path } }),
    mcp: (tool, args) => [
      { name: 'search_tool', args: { query: `dogear ${tool}` } },
      { name: 'use_tool', args: { tool_name: `dogear__${tool}`, tool_input: args } },
    ],
  },
  compacts: {
    turns: [
      {
        prompt: 'Go on with the cart.',
        steps: [
          {
            call: { name: 'run_terminal_command', args: { command: 'echo grown', description: 'run' } },
            usage: 195_000,
          },
          { call: { name: 'run_terminal_command', args: { command: 'echo more', description: 'run' } } },
          { say: 'It grew.' },
        ],
      },
    ],
    told: 'at once',
  },
  terminal: { args: ['--always-approve'], ready: '╭', clear: '/clear', cleared: 'use /dashboard to switch' },
  files: ['.grok/config.toml'],
}
