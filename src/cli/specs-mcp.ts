/** What agents call by the Model Context Protocol. */
import type { CommandSpec } from './spec.js'

const MCP: CommandSpec = {
  name: 'mcp',
  aliases: [],
  group: 'more',
  summary: 'serve save, resume, list, search, note and clear to an agent, by the Model Context Protocol',
  usage: 'dogear mcp',
  positionals: [],
  flags: [
    {
      name: 'agent',
      value: 'NAME',
      summary: 'which agent saves (else found in the environment, or told by the client)',
    },
    { name: 'session', value: 'ID', summary: 'which session saves (else found in the environment)' },
  ],
  notes: ['It speaks on standard input and output, and ends with the agent.'],
  examples: [{ line: 'claude mcp add dogear -- dogear mcp', says: 'for Claude Code' }],
  writes: true,
}

export const SERVERS: readonly CommandSpec[] = [MCP]
