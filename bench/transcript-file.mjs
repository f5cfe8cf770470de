// Sessions of Claude Code of any size, turn by turn: made up in the shapes its versions 2.0 to 2.1 write and the sizes that
// real ones have (half of the turns have 3 calls or fewer; half of the results are under 500 bytes, one in a hundred over
// 33,000; a result stands twice in its record, an edit brings the whole file along), or real ones from a folder.
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom, words } from './words.mjs'

const FLUSH_BYTES = 4 * 1024 * 1024
const NON_ASCII = ['é', 'ü', '→', '“quoted”', '日本', '😀', '…']
const PATHS = 400
/** Half of all real turns lie between these. */
const USUAL_TURN = { from: 10_000, to: 190_000 }

/**
 * Where turns come from: `next()` is the text of one turn, never the same record twice. `folder`: real sessions
 * (.jsonl, .jsonl.gz) are taken instead, over and over, with ids of their own each time.
 */
export function turnSource({ seed = 1, folder } = {}) {
  return folder ? realTurns(folder) : madeTurns(seed)
}

/** A turn as most are: neither a word in passing nor a whole morning. */
export function usualTurn(turns) {
  for (;;) {
    const turn = turns.next()
    if (turn.length >= USUAL_TURN.from && turn.length <= USUAL_TURN.to) return turn
  }
}

/** Whole turns, together about `bytes`; a turn that is too long for what is left is passed over. */
export function writeTranscript(path, bytes, turns = turnSource()) {
  const fd = openSync(path, 'w')
  let [written, pending, lines] = [0, 0, []]
  const flush = () => {
    written += writeSync(fd, lines.join(''))
    ;[pending, lines] = [0, []]
  }
  for (let tries = 0; tries < 200 && written + pending < bytes * 0.97;) {
    const turn = turns.next()
    const size = Buffer.byteLength(turn)
    if (written + pending + size > bytes * 1.03) {
      tries++
      continue
    }
    lines.push(turn)
    pending += size
    if (pending >= FLUSH_BYTES) flush()
  }
  flush()
  closeSync(fd)
  return written
}

function realTurns(folder) {
  const names = readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name))
  if (names.length === 0) throw new Error(`${folder} holds no .jsonl or .jsonl.gz`)
  const all = names.flatMap((name) => {
    const bytes = readFileSync(join(folder, name))
    return cutIntoTurns((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  })
  let at = 0
  return {
    next() {
      const round = Math.floor(at / all.length).toString(16)
      const turn = all[at++ % all.length]
      return turn.replaceAll(/"(uuid|id|tool_use_id)":"(toolu_|msg_)?/g, (start) => `${start}${round}-`)
    },
  }
}

function cutIntoTurns(text) {
  const turns = []
  for (const line of text.split('\n').filter(Boolean)) {
    const { type, isMeta, message } = JSON.parse(line)
    const isPrompt = type === 'user' && !isMeta && typeof message?.content === 'string'
    if (isPrompt || turns.length === 0) turns.push([])
    turns.at(-1).push(`${line}\n`)
  }
  return turns.map((lines) => lines.join(''))
}

function madeTurns(seed) {
  const random = seededRandom(seed)
  // Long texts are cut out of one, because making words costs more than everything that is measured.
  const source = Array.from({ length: 6000 }, () => codeLine(random)).join('\n')
  const paths = Array.from({ length: PATHS }, () => `/home/dev/shop/src/${words(random, 2).replace(' ', '/')}.ts`)
  const session = { random, source, paths, seed, count: 0, at: Date.UTC(2026, 0, 5), parent: null }
  return {
    next: () =>
      makeTurn(session)
        .map((line) => `${line}\n`)
        .join(''),
  }
}

function makeTurn(session) {
  const { random } = session
  const prompt = words(random, sizeAround(random, 14, 1.2))
  const turn = [record(session, 'user', { message: { role: 'user', content: prompt } })]
  for (let steps = sizeAround(random, 4, 1.3) - 1; steps > 0; steps--) turn.push(...makeStep(session))
  turn.push(assistant(session, [{ type: 'text', text: `${words(random, sizeAround(random, 30, 1))}.` }]))
  return turn
}

function makeStep(session) {
  const { random } = session
  const kind = random()
  const signature = cut(session, sizeAround(random, 500, 1)).replaceAll(/\s/g, '')
  const before =
    random() < 0.55 ? [assistant(session, [{ type: 'thinking', thinking: words(random, 20), signature }])] : []
  if (random() < 0.4) before.push(assistant(session, [{ type: 'text', text: `${words(random, 18)}.` }]))
  const make = kind < 0.38 ? runStep : kind < 0.75 ? readStep : editStep
  return [...before, ...make(session)]
}

function readStep(session) {
  const content = cut(session, sizeAround(session.random, 1500, 1.4))
  const file = { filePath: pathOf(session), content, numLines: 100, startLine: 1, totalLines: 100 }
  return step(session, 'Read', { file_path: file.filePath }, content, { type: 'text', file })
}

function runStep(session) {
  const { random } = session
  const stdout = cut(session, sizeAround(random, 400, 1.8))
  const command = random() < 0.5 ? `npm test -- ${words(random, 1)}` : `grep -rn "${words(random, 2)}" src | head -20`
  const details = { stdout, stderr: '', interrupted: false, isImage: false }
  const [call, result] = step(session, 'Bash', { command, description: words(random, 4) }, stdout, details)
  const output = cut(session, 900)
  const progress = [1, 2, 3].map(() => record(session, 'progress', { data: { type: 'bash_progress', output } }))
  return [call, ...progress, result]
}

function editStep(session) {
  const { random } = session
  const [oldString, newString] = [cut(session, sizeAround(random, 250, 1)), cut(session, sizeAround(random, 350, 1))]
  const filePath = pathOf(session)
  const lines = [...oldString.split('\n').map((line) => `-${line}`), ...newString.split('\n').map((line) => `+${line}`)]
  const details = {
    filePath,
    oldString,
    newString,
    originalFile: cut(session, sizeAround(random, 9000, 1.1)),
    structuredPatch: [{ oldStart: 1, oldLines: 9, newStart: 1, newLines: 12, lines }],
    userModified: false,
    replaceAll: false,
  }
  const input = { file_path: filePath, old_string: oldString, new_string: newString }
  return step(session, 'Edit', input, `The file ${filePath} has been updated.`, details)
}

function step(session, name, input, content, toolUseResult) {
  const id = `toolu_${session.seed}_${String(session.count).padStart(12, '0')}`
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
  const id = `msg_${session.seed}_${session.count}`
  const message = { model: 'claude-opus-4-5', id, type: 'message', role: 'assistant', content, usage }
  return record(session, 'assistant', { message })
}

function record(session, type, rest) {
  const uuid = `${String(session.count++).padStart(8, '0')}-0000-4000-8000-${String(session.seed).padStart(12, '0')}`
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

/** Log-normal, as sizes in real sessions are: `median`, and with a `spread` of 1.8 one in ten is ten times that. */
function sizeAround(random, median, spread) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.ceil(median * Math.exp(spread * normal))
}

function cut({ random, source }, length) {
  const size = Math.min(length, source.length - 1)
  const from = Math.floor(random() * (source.length - size))
  return source.slice(from, from + size).toWellFormed?.() ?? source.slice(from, from + size)
}

function codeLine(random) {
  const odd = random() < 0.3 ? ` ${NON_ASCII[Math.floor(random() * NON_ASCII.length)]}` : ''
  const quoted = random() < 0.35 ? `("${words(random, 2)}")` : ''
  return `${'\t'.repeat(Math.floor(random() * 3))}${words(random, 6)}${quoted}${odd}`
}

/** Some files are opened again and again, most seldom. */
function pathOf({ random, paths }) {
  return paths[Math.floor(random() ** 3 * paths.length)]
}
