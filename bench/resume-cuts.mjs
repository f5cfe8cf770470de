// Real sessions of Claude Code, cut where they were really compacted (or every so many calls), and what they did next.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const PATH_KEYS = ['file_path', 'path', 'notebook_path']
/** What a session does in so many calls after the cut is what the briefing should have prepared. */
const AFTER = 20
/** A session that ended right behind the cut tells nothing. */
const MIN_AFTER = 8
const MIN_BEFORE = 20

/** Each with { name, lines, prompt, known, recent, edited, commands, next, first, nextCommands, rest, summary }. */
export function* cutsIn(folder, every) {
  const names = readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name))
  for (const name of names.toSorted()) yield* cutsOf(name, readRows(join(folder, name)), every)
}

function readRows(path) {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line) => {
    const record = parse(line)
    return record === null || typeof record !== 'object' || Array.isArray(record) ? [] : [{ line, record }]
  })
}

function* cutsOf(name, rows, every) {
  const seen = { prompt: '', known: new Set(), recent: [], edited: [], commands: new Set() }
  let calls = 0
  for (const [i, { record }] of rows.entries()) {
    const before = calls
    const isReal = isBoundary(record)
    if (isReal) {
      const cut = cutAt(name, rows, i, seen)
      if (cut) yield cut
    }
    seen.prompt = promptOf(record) || seen.prompt
    for (const call of callsIn(record)) {
      calls++
      note(seen, call)
    }
    const isDue = every > 0 && calls >= MIN_BEFORE && Math.floor(calls / every) > Math.floor(before / every)
    const cut = isDue ? cutAt(name, rows, i + 1, seen) : null
    if (cut) yield cut
  }
}

function note(seen, call) {
  for (const file of call.files) {
    seen.known.add(file)
    seen.recent.push(file)
    if (['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].includes(call.name)) seen.edited.push(file)
  }
  if (call.command) seen.commands.add(call.command)
}

function cutAt(name, rows, i, { prompt, known, recent, edited, commands }) {
  const next = []
  const nextCommands = new Set()
  const rest = new Set()
  let summary = ''
  let calls = 0
  for (const { record } of rows.slice(i + (isBoundary(rows[i]?.record) ? 1 : 0))) {
    if (isBoundary(record)) break
    if (record.isCompactSummary) summary = textOf(record.message?.content)
    for (const call of callsIn(record)) {
      calls++
      for (const file of call.files) {
        rest.add(file)
        if (calls <= AFTER && known.has(file)) next.push(file)
      }
      if (calls <= AFTER && commands.has(call.command)) nextCommands.add(call.command)
    }
  }
  if (calls < MIN_AFTER) return null
  const lines = rows.slice(0, i).map(({ line }) => line)
  const before = { prompt, known: new Set(known), recent: unique(recent), edited: unique(edited) }
  return { name, lines, ...before, next: new Set(next), first: next[0], nextCommands, rest, summary }
}

function isBoundary(record) {
  return record?.type === 'system' && record.subtype === 'compact_boundary'
}

function callsIn(record) {
  const content = record.message?.content
  if (record.type !== 'assistant' || record.isSidechain || !Array.isArray(content)) return []
  return content
    .filter((block) => block?.type === 'tool_use')
    .map(({ name, input }) => ({ name, files: filesOf(input ?? {}), command: commandOf(name, input ?? {}) }))
}

function filesOf(input) {
  return PATH_KEYS.map((key) => input[key]).filter((path) => typeof path === 'string' && /\.\w{1,6}$/.test(path))
}

/** Without the folder it ran in, and without what only shortens its output. */
function commandOf(name, input) {
  if (name !== 'Bash' || typeof input.command !== 'string') return ''
  const [first] = input.command
    .trim()
    .replace(/^cd \S+ *(&&|;) */, '')
    .split('\n')
  return first.replace(/\s*(2>&1|\|.*)$/, '').trim()
}

/** What a person typed. */
function promptOf(record) {
  if (record.type !== 'user' || record.isMeta || record.isSidechain || record.isCompactSummary) return ''
  const text = textOf(record.message?.content).trim()
  return /^(<|\[Request interrupted|Caveat:)/.test(text) ? '' : text
}

function textOf(content) {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter((block) => block?.type === 'text')
    .map((block) => block.text ?? '')
    .join('\n')
}

/** Newest first. */
function unique(files) {
  return [...new Set(files.toReversed())]
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
