// A scripted stand-in for a model service. It speaks the wire formats of the clients over plain HTTP on the loopback: OpenAI
// Responses, OpenAI Chat Completions, Gemini, Anthropic Messages. Each request of the conversation uses up one step of the
// script, a JSON list of {"call": {"name", "args" | "raw"}, "usage"?} and {"say", "usage"?, "fail"?}; one that asks for a
// summary is answered with SUMMARY, a side request (title, classifier) with "ok". What a client is told of its work after a
// compaction therefore never comes from here.
//
// usage: model.mjs --log FILE --script FILE -- PROGRAM ARG…
//   Runs the program while serving, and ends with its exit code. The log gets one line per request: {n, kind, answer, body}.
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { asArray, formatOf, itemsOf, systemOf, toolsOf } from './model-asks.mjs'
import {
  anthropic,
  anthropicBlocks,
  chatChunks,
  chatEnd,
  chatMessage,
  chatUsage,
  geminiResponse,
  id,
  refusal,
  responses,
} from './model-says.mjs'

// Some clients refuse a summary that is too short, so it has some length. It says nothing of the work: what a later request
// knows of it came from elsewhere.
const SUMMARY = `MOCK-SUMMARY. The scripted model says nothing of the work here.${' This sentence is only here for length.'.repeat(20)}`

const argv = process.argv.slice(2)
const dash = argv.indexOf('--')
const own = dash < 0 ? argv : argv.slice(0, dash)
const program = dash < 0 ? [] : argv.slice(dash + 1)
const option = (name, fallback) => (own.includes(name) ? own[own.indexOf(name) + 1] : fallback)
const port = 8080
const logFile = option('--log')
const script = JSON.parse(readFileSync(option('--script'), 'utf8'))
let count = 0

// ---- what to answer ----

function decide(format, body) {
  const newest = itemsOf(format, body).findLast(({ kind }) => kind === 'user')?.text ?? ''
  // Qwen Code and Gemini CLI say in the system text of a request without tools that they want a summary.
  const bare = toolsOf(format, body).length === 0
  const asked = bare ? `${newest}\n${systemOf(format, body)}` : newest
  const isSummary = !newest.includes(SUMMARY) && asked.length > 150 && /summar[iy]|handoff|state_snapshot/i.test(asked)
  // A client that counts what a compaction saves needs a believable number of tokens.
  if (isSummary && (bare || newest.length > 800))
    return { kind: 'summary', text: SUMMARY, usage: Math.ceil(JSON.stringify(body).length / 4) }
  // Titles, predictions, classifiers: no tools, or an answer that must fit a schema.
  const schema =
    body.text?.format?.schema ??
    body.response_format?.json_schema?.schema ??
    body.generationConfig?.responseJsonSchema ??
    body.generationConfig?.responseSchema
  if (schema) return { kind: 'side', text: JSON.stringify(instanceOf(schema)), usage: 100 }
  // Grok asks for a title by a tool that is to be called.
  const isForced = typeof body.tool_choice === 'object' && body.tool_choice?.type === 'function'
  // Qwen Code lets a helper with tools of its own look for what to remember.
  const isHelper = /^You are now acting as the [^.]{0,60}subagent/.test(systemOf(format, body))
  if (bare || isForced || isHelper) return { kind: 'side', text: 'ok', usage: 100 }
  const { call, say, usage = 1000, fail } = script.shift() ?? { say: 'done' }
  return { kind: 'turn', call, text: say, usage, fail }
}

/** The smallest value that fits a JSON schema. */
function instanceOf(schema) {
  if (schema.enum) return schema.enum[0]
  const type = String(asArray(schema.type)[0] ?? 'object').toLowerCase()
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, instanceOf(inner)]))
  return { string: 'scripted', number: 1, integer: 1, boolean: false, array: [] }[type] ?? null
}

// ---- the server ----

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const raw = Buffer.concat(chunks).toString()
  const path = new URL(request.url, 'http://mock').pathname
  let body
  try {
    body = JSON.parse(raw)
  } catch {
    body = raw
  }
  const format = request.method === 'POST' ? formatOf(path) : undefined
  const answer = format ? decide(format, body) : undefined
  const line = { n: ++count, url: request.url, kind: answer?.kind ?? 'other', answer, body }
  if (logFile) appendFileSync(logFile, `${JSON.stringify(line)}\n`)
  const json = (status, value) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  if (!answer) {
    if (path.endsWith('/models'))
      return json(200, { object: 'list', data: [{ id: 'mock', object: 'model', owned_by: 'mock' }], models: [] })
    if (path.endsWith(':countTokens')) return json(200, { totalTokens: 1000 })
    if (path.endsWith('count_tokens')) return json(200, { input_tokens: 1000 })
    return json(404, { error: { message: 'not served by the mock', type: 'not_found' } })
  }
  if (count > 80) return json(400, { error: { message: 'the mock was asked more than 80 times: a loop?' } })
  if (answer.fail) return json(answer.fail, refusal(format, answer.fail))

  const streaming = format === 'gemini' ? path.endsWith(':streamGenerateContent') : body.stream === true
  if (!streaming) {
    if (format === 'chat')
      return json(200, {
        id: id('chatcmpl'),
        object: 'chat.completion',
        created: 0,
        model: body.model,
        choices: [{ index: 0, message: chatMessage(answer), finish_reason: chatEnd(answer) }],
        usage: chatUsage(answer),
      })
    if (format === 'gemini') return json(200, geminiResponse(answer))
    if (format === 'anthropic')
      return json(200, {
        id: id('msg'),
        type: 'message',
        role: 'assistant',
        model: body.model,
        content: [anthropicBlocks(answer)],
        stop_reason: answer.call ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: answer.usage, output_tokens: 20 },
      })
    let last
    responses(answer, body, (type, value) => (last = value.response ?? last))
    return json(200, last)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const data = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`)
  const event = (type, value) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`)
  if (format === 'responses') responses(answer, body, event)
  else if (format === 'anthropic') anthropic(answer, body, event)
  else if (format === 'gemini') data(geminiResponse(answer))
  else {
    for (const chunk of chatChunks(answer, body)) data(chunk)
    response.write('data: [DONE]\n\n')
  }
  response.end()
})

server.listen(port, '127.0.0.1', () => {
  // Keys of the terminal are for the client alone.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP']) process.on(signal, () => {})
  const child = spawn(program[0], program.slice(1), { stdio: 'inherit' })
  child.on('error', (error) => {
    console.error(String(error))
    process.exit(127)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
})
