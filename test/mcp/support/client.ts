/** The official client, talking to the built program over standard input and output, or to the server in this process. */
import { join } from 'node:path'
import { Client, type ClientCapabilities, InMemoryTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { World } from '../../../src/app/world.js'
import { parseCommandArgs } from '../../../src/cli/args/parse.js'
import { commandNamed } from '../../../src/cli/specs/commands.js'
import { readWorld, VERSION } from '../../../src/cli/world.js'
import { makeServer } from '../../../src/mcp/server.js'
import { checkout } from '../../support/checkout.js'
import { afterThisFile } from '../../support/tidy.js'
import { cleanEnv, type Env } from '../../support/world.js'

/** The two generations of the protocol: with a handshake, and with everything in every request. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const
type Era = (typeof ERAS)[number]

interface Reply {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string> | undefined
  /** How long the user thinks, by the clock of the test. */
  afterMs?: number
}

interface Form {
  message: string
  requestedSchema: { properties: Record<string, Record<string, unknown>> }
}

interface ConnectOptions {
  cwd: string
  home: string
  era?: Era
  env?: Env
  name?: string
  /** What the user answers; without it the client cannot ask. */
  replies?: Reply[]
  /** The clock of the server, where the time that an answer takes matters. */
  clock?: { ms: number }
  /** The folders that are open; without it the client does not tell. */
  roots?: string[]
}

interface Result {
  text: string
  data: Record<string, unknown>
  isError: boolean
}

export interface Connected {
  client: Client
  /** The forms that were put before the user. */
  forms: Form[]
  call: (tool: string, args?: Record<string, unknown>) => Promise<Result>
}

/** With a process of its own, as a user's client starts it. */
export function connect(options: ConnectOptions): Promise<Connected> {
  return connectThrough(transportOf(options), options)
}

/** What a tool answers does not depend on the process: a server in this one has the same tools, for both generations. */
export function connectHere(options: ConnectOptions): Promise<Connected> {
  const { cwd, home, env } = options
  const [here, there] = InMemoryTransport.createLinkedPair()
  const args = parseCommandArgs(commandNamed('mcp'), [])
  const worldIn = async (folder = cwd): Promise<World> => ({
    ...(await readWorld({ ...cleanEnv(home), ...env }, { args, host: true })),
    cwd: folder,
    ...(options.clock && { now: () => ({ ms: options.clock?.ms ?? 0, offsetMinutes: 0 }) }),
  })
  serveStdio(() => makeServer({ version: VERSION, worldIn }), { transport: there as never })
  return connectThrough(here, options)
}

async function connectThrough(transport: Transport, options: ConnectOptions): Promise<Connected> {
  const { era = '2025-11-25', replies, roots } = options
  const capabilities: ClientCapabilities = {
    ...(replies && { elicitation: { form: {} } }),
    ...(roots && { roots: {} }),
  }
  const client = new Client(
    { name: options.name ?? 'dogear-test', version: '1.0.0' },
    { capabilities, ...(era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {}) },
  )
  const forms: Form[] = []
  if (replies) {
    const left = [...replies]
    client.setRequestHandler('elicitation/create', (request) => {
      forms.push(request.params as unknown as Form)
      const { action, content, afterMs = 0 } = left.shift() ?? { action: 'cancel' }
      if (options.clock) options.clock.ms += afterMs
      return { action, ...(content && { content }) }
    })
  }
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }))
  afterThisFile(() => client.close())
  await client.connect(transport)
  if (client.getNegotiatedProtocolVersion() !== era) throw new Error(`not connected as ${era}`)
  return { client, forms, call: (tool, args) => call(client, tool, args) }
}

function transportOf({ cwd, home, env }: ConnectOptions): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [join(checkout, 'bin', 'dogear.js'), 'mcp'],
    cwd,
    env: { ...cleanEnv(home), ...env },
    stderr: 'ignore',
  })
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  const [first] = content
  if (first?.type !== 'text' || content.length !== 1) throw new Error('every answer is one text')
  return { text: first.text, data: structuredContent as Record<string, unknown>, isError: isError === true }
}
