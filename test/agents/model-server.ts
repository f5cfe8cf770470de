/** A scripted stand-in for the model: the real client talks to it, so that its hooks, tools and MCP calls are real. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempDir } from '../support/world.js'

export interface Turn {
  text?: string
  tools?: { name: string; input: object }[]
  /** What the client is told the context holds. */
  usage?: { input_tokens: number }
  /** The service answers with an error instead. */
  fails?: { status: number; type: string; message: string }
}

interface Block {
  type: string
  text?: string
  content?: string | Block[]
  [key: string]: unknown
}

export interface ModelRequest {
  model: string
  tools: string[]
  system: Block[] | string
  messages: { role: string; content: string | Block[] }[]
}

export interface Model {
  /** The file of the socket it listens on. */
  socket: string
  /** What the conversation was asked, without the client's side calls (titles and the like). */
  requests: ModelRequest[]
  /** The side calls, and what agents with few tools ask. */
  asides: ModelRequest[]
  /** The model's next turns. When there is none left it says `done`. */
  plays: (...turns: Turn[]) => void
  /** Everything the model was shown in its last request, as text. */
  seen: () => string
}

export async function startModel(...turns: Turn[]): Promise<Model> {
  const script = [...turns]
  const socket = join(tempDir(), 'model')
  const requests: ModelRequest[] = []
  const asides: ModelRequest[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(request.url ?? '', body, response))
  })
  const answer = (url: string, body: ModelRequest & { stream?: boolean }, response: ServerResponse): void => {
    if (url.startsWith('/v1/messages/count_tokens')) return json(response, 200, { input_tokens: 1000 })
    if (!url.startsWith('/v1/messages')) return json(response, 404, {})
    // Side calls carry few tools or none: they must not use up the script.
    const main = body.tools.length > 3
    ;(main ? requests : asides).push(body)
    const turn = isCompaction(body) ? { text: SUMMARY } : main ? (script.shift() ?? { text: 'done' }) : { text: 'ok' }
    if (turn.fails) return json(response, turn.fails.status, { type: 'error', error: turn.fails })
    if (body.stream) stream(response, turn, body.model)
    else json(response, 200, { ...messageOf(turn, body.model), content: blocksOf(turn), stop_reason: stopOf(turn) })
  }
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const seen = (): string => textOf(requests.at(-1))
  return { socket, requests, asides, plays: (...more) => void script.push(...more), seen }
}

/** The client keeps the tools of MCP servers back: a model looks them up before it calls them. */
export function lookUp(...names: string[]): Turn {
  return { tools: [{ name: 'ToolSearch', input: { query: `select:${names.join(',')}` } }] }
}

/** The summary says nothing of the work: what the next request knows of it came from dogear. */
const SUMMARY = '<summary>The conversation so far was summarised by the scripted model.</summary>'

function isCompaction({ messages }: ModelRequest): boolean {
  const last = messages.findLast(({ role }) => role === 'user')
  return /create a detailed summary of (?:the|this) conversation/.test(textOfContent(last?.content ?? ''))
}

/** System prompt and messages, also what tools answered. */
export function textOf(request: Pick<ModelRequest, 'system' | 'messages'> | undefined): string {
  if (!request) return ''
  return [request.system, ...request.messages.map(({ content }) => content)].map(textOfContent).join('\n')
}

function textOfContent(content: string | Block[]): string {
  if (typeof content === 'string') return content
  return content.map((block) => block.text ?? textOfContent(block.content ?? '')).join('\n')
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest & { stream?: boolean }> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const body = JSON.parse(text || '{}') as Partial<Omit<ModelRequest, 'tools'>> & { tools?: { name: string }[] }
  const tools = (body.tools ?? []).map(({ name }) => name)
  return { model: 'none', system: '', messages: [], ...body, tools }
}

let count = 0

function messageOf(turn: Turn, model: string): object {
  const cached = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const usage = { input_tokens: 1000, ...cached, output_tokens: 20, ...turn.usage }
  return { id: `msg_${++count}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage }
}

function blocksOf(turn: Turn): object[] {
  const calls = (turn.tools ?? []).map(({ name, input }) => ({ type: 'tool_use', id: `toolu_${++count}`, name, input }))
  return turn.text === undefined ? calls : [{ type: 'text', text: turn.text }, ...calls]
}

function stopOf(turn: Turn): string {
  return turn.tools?.length ? 'tool_use' : 'end_turn'
}

function stream(response: ServerResponse, turn: Turn, model: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, data: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const message = messageOf(turn, model)
  send('message_start', { message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of blocksOf(turn).entries()) {
    const { input, text, ...rest } = block as { input?: object; text?: string }
    send('content_block_start', { index, content_block: input ? { ...rest, input: {} } : { ...rest, text: '' } })
    const delta = input
      ? { type: 'input_json_delta', partial_json: JSON.stringify(input) }
      : { type: 'text_delta', text }
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason: stopOf(turn), stop_sequence: null }, usage: { output_tokens: 20 } })
  send('message_stop', {})
  response.end()
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
