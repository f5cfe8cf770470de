// A made-up session of Claude Code of any size, in the shapes its versions 2.0 to 2.1 write: most bytes are tool results,
// each of which stands twice in its record.
import { closeSync, openSync, writeSync } from 'node:fs'
import { seededRandom, words } from './words.mjs'

const FLUSH_BYTES = 4 * 1024 * 1024
const NON_ASCII = ['é', 'ü', '→', '“quoted”', '日本', '😀', '…']

/** Writes at least `bytes` and returns how many; `seed` makes files differ. */
export function writeTranscript(path, bytes, seed = 1) {
  const session = startSession(seed)
  const fd = openSync(path, 'w')
  let [written, lines] = [0, []]
  const flush = () => {
    if (lines.length > 0) written += writeSync(fd, `${lines.join('\n')}\n`)
    lines = []
  }
  for (let pending = 0; written + pending < bytes;) {
    const turn = makeTurn(session)
    lines.push(...turn)
    pending += turn.reduce((sum, line) => sum + line.length, 0)
    if (pending < FLUSH_BYTES) continue
    flush()
    pending = 0
  }
  flush()
  closeSync(fd)
  return written
}

function startSession(seed) {
  const random = seededRandom(seed)
  // Long texts are cut out of one, because making words costs more than everything that is measured.
  const source = Array.from({ length: 6000 }, () => codeLine(random)).join('\n')
  return { random, source, count: 0, at: Date.UTC(2026, 0, 5), parent: null }
}

function makeTurn(session) {
  const { random } = session
  const turn = [record(session, 'user', { message: { role: 'user', content: words(random, 12 + random() * 60) } })]
  const steps = 4 + Math.floor(random() * 12)
  for (let i = 0; i < steps; i++) turn.push(...makeStep(session))
  turn.push(assistant(session, [{ type: 'text', text: words(random, 80) }]))
  return turn
}

function makeStep(session) {
  const { random } = session
  const kind = random()
  const thinking = { type: 'thinking', thinking: words(random, 40), signature: cut(session, 600).replaceAll('\n', '') }
  const before = random() < 0.5 ? [assistant(session, [thinking])] : []
  if (kind < 0.45) return [...before, ...readStep(session)]
  return [...before, ...(kind < 0.7 ? runStep(session) : editStep(session))]
}

function readStep(session) {
  const content = cut(session, 1000 + session.random() ** 3 * 59_000)
  const file = { filePath: pathOf(session), content, numLines: 100, startLine: 1, totalLines: 100 }
  return step(session, 'Read', { file_path: file.filePath }, content, { type: 'text', file })
}

function runStep(session) {
  const stdout = cut(session, 200 + session.random() ** 4 * 30_000)
  const input = { command: `npm test -- ${words(session.random, 3)}`, description: words(session.random, 4) }
  const details = { stdout, stderr: '', interrupted: false, isImage: false }
  const progress = record(session, 'progress', { data: { type: 'bash_progress', output: cut(session, 500) } })
  const [call, result] = step(session, 'Bash', input, stdout, details)
  return [call, progress, result]
}

function editStep(session) {
  const [oldString, newString] = [cut(session, 300), cut(session, 400)]
  const filePath = pathOf(session)
  const lines = [...oldString.split('\n').map((line) => `-${line}`), ...newString.split('\n').map((line) => `+${line}`)]
  const structuredPatch = [{ oldStart: 1, oldLines: 9, newStart: 1, newLines: 12, lines }]
  const originalFile = cut(session, 2000 + session.random() ** 2 * 40_000)
  const details = {
    filePath,
    oldString,
    newString,
    originalFile,
    structuredPatch,
    userModified: false,
    replaceAll: false,
  }
  const input = { file_path: filePath, old_string: oldString, new_string: newString }
  return step(session, 'Edit', input, `The file ${filePath} has been updated.`, details)
}

function step(session, name, input, content, toolUseResult) {
  const id = `toolu_${String(session.count).padStart(12, '0')}`
  const call = assistant(session, [{ type: 'tool_use', id, name, input }])
  const message = { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content, is_error: false }] }
  return [call, record(session, 'user', { message, toolUseResult })]
}

function assistant(session, content) {
  const usage = {
    input_tokens: 4,
    cache_creation_input_tokens: 900,
    cache_read_input_tokens: 90_000,
    output_tokens: 200,
  }
  const message = {
    model: 'claude-opus-4-5',
    id: `msg_${session.count}`,
    type: 'message',
    role: 'assistant',
    content,
    usage,
  }
  return record(session, 'assistant', { message })
}

function record(session, type, rest) {
  const uuid = `${String(session.count++).padStart(8, '0')}-0000-4000-8000-000000000000`
  const parentUuid = session.parent
  session.parent = uuid
  session.at += 1000
  const place = { cwd: '/home/dev/shop', sessionId: 'b0a7c1de-0000-4000-8000-000000000000', version: '2.1.42' }
  const timestamp = new Date(session.at).toISOString()
  const envelope = {
    parentUuid,
    isSidechain: false,
    userType: 'external',
    ...place,
    gitBranch: 'main',
    slug: 'calm-blue-fox',
  }
  return JSON.stringify({ ...envelope, type, ...rest, uuid, timestamp })
}

function cut({ random, source }, length) {
  const size = Math.min(Math.floor(length), source.length - 1)
  const from = Math.floor(random() * (source.length - size))
  return source.slice(from, from + size).toWellFormed?.() ?? source.slice(from, from + size)
}

function codeLine(random) {
  const odd = random() < 0.3 ? ` ${NON_ASCII[Math.floor(random() * NON_ASCII.length)]}` : ''
  const quoted = random() < 0.35 ? `("${words(random, 2)}")` : ''
  return `${'\t'.repeat(Math.floor(random() * 3))}${words(random, 6)}${quoted}${odd}`
}

function pathOf({ random }) {
  return `/home/dev/shop/src/${words(random, 2).replace(' ', '/')}.ts`
}
