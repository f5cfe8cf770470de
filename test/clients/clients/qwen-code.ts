import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'qwen-code',
  name: 'qwen',
  bin: 'node_modules/.bin/qwen',
  needsNode22: true,
  env: {
    OPENAI_API_KEY: 'mock',
    OPENAI_BASE_URL: `${MODEL}/v1`,
    OPENAI_MODEL: 'mock-model',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  },
  prepare(home) {
    write(
      join(home, '.qwen', 'settings.json'),
      `{\n  // mine\n  "security": { "auth": { "selectedType": "openai" } },\n  "telemetry": { "enabled": false },\n  "privacy": { "usageStatisticsEnabled": false },\n  "general": { "enableAutoUpdate": false }\n}\n`,
    )
  },
  first: (prompt) => ['--yolo', prompt],
  again: (prompt) => ['--yolo', '--continue', prompt],
  tools: {
    run: (command) => ({ name: 'run_shell_command', args: { command, description: 'run', is_background: false } }),
    edit: (path, before, after) => ({
      name: 'edit',
      args: { file_path: path, old_string: before, new_string: after },
    }),
    read: (path) => ({ name: 'read_file', args: { file_path: path } }),
    // They are not offered from the start: another tool calls them.
    mcp: (tool, args) => [{ name: 'tool_call', args: { name: `mcp__dogear__${tool}`, arguments: args } }],
  },
  compacts: { typed: '/compress' },
  terminal: { args: ['--yolo'], ready: 'Type your message', clear: '/clear' },
  files: ['.qwen/settings.json'],
}
