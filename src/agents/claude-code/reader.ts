/** Claude Code's session files: reading on from a mark, the newest state from the end, and which there are of a folder. */
import { basename, dirname, join } from 'node:path'
import { listDir } from '../../platform/files/files.js'
import { readHead, readLines, readLinesAt, type Mark } from '../../platform/files/jsonl.js'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import type { Emit } from '../common/events.js'
import { linesMarkOf, readRecordsBack } from '../common/lines.js'
import { filesIn, foldersOf, isHere, newestFirst } from '../common/sessions.js'
import { numberOf, objectOf, parseRecord, textOf, type Json } from '../common/values.js'
import { configRoot, ownName, slugOf } from './folders.js'
import { SYNTHETIC, commonIn, readRecords, usageOf, type Latest, type Machine } from './records.js'
import { typedIn, typedInAttachment, typedInQueue, typedText } from './typed.js'
import { readWindowHints } from './window.js'

export const claudeCode: TranscriptReader = { agent: 'claude-code', sniff, read, readTail, findSessions }

export const reader: TranscriptReader = { ...claudeCode, windowHints: readWindowHints }

interface ClaudeMark {
  lines: Mark
  /** Where the records lie that those behind the mark may depend on. */
  needed: number[]
  latest: Latest
}

const OWN_KEY = /"(?:parentUuid|sessionId|leafUuid|messageId)"\s*:/
const OWN_TYPE = /"type"\s*:\s*"(?:user|assistant|system|summary|attachment|progress|mode|[a-z]+(?:-[a-z]+)+)"/

function sniff(firstLines: string): boolean {
  return firstLines.split('\n', 20).some((line) => line.startsWith('{') && OWN_KEY.test(line) && OWN_TYPE.test(line))
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const mark = markFrom(from)
  const plans = plansBeside(path)
  let machine = mark ? continueFrom(path, mark, plans, onEvent) : readRecords(onEvent, { plans })
  let isFresh = mark === null
  const lines = readLines(path, mark?.lines ?? null, (line, offset) => {
    // The file was replaced or shortened: what was known of it is void.
    if (!isFresh && offset < (mark?.lines.offset ?? 0)) machine = readRecords(onEvent, { plans })
    isFresh = true
    const record = parseRecord(line)
    if (record) machine.record(record, offset)
    else machine.survived.malformed++
  })
  machine.finish()
  const { survived } = machine
  return {
    mark: { lines: lines.mark, needed: machine.needed(), latest: machine.latest() } satisfies ClaudeMark,
    restarted: lines.restarted || (from != null && mark === null),
    survived: { ...survived, malformed: survived.malformed + lines.tooLong, tornTail: lines.tornTail },
  }
}

/** Reads the few records again that later ones depend on, in silence: a mark holds no text of the conversation. */
function continueFrom(path: string, mark: ClaudeMark, plans: string | undefined, onEvent: Emit): Machine {
  let isSilent = true
  const emit: Emit = (event) => void (isSilent || onEvent(event))
  const machine = readRecords(emit, { plans, before: mark.latest })
  readLinesAt(path, mark.needed, (line, offset) => {
    const record = parseRecord(line)
    if (record) machine.replay(record, offset)
  })
  machine.finish()
  isSilent = false
  return machine
}

/** Null: not a mark of this reader; the file is then read from its start. */
function markFrom(value: unknown): ClaudeMark | null {
  const mark = objectOf(value)
  return linesMarkOf(mark?.['lines']) && Array.isArray(mark?.['needed']) && objectOf(mark['latest'])
    ? (mark as unknown as ClaudeMark)
    : null
}

/** `<root>/projects/<slug>/<session>.jsonl` → `<root>/plans`. */
function plansBeside(path: string): string | undefined {
  const projects = dirname(dirname(path))
  return basename(projects) === 'projects' ? join(dirname(projects), 'plans') : undefined
}

/**
 * Newer versions keep what sub-agents did in files beside the session's own. Every event carries `sub`. In the order of
 * the files' names; a file that cannot be read does not hide the others.
 */
export function readSubagents(path: string, onEvent: Emit): { read: number; failed: number } {
  const dir = join(path.replace(/\.jsonl$/, ''), 'subagents')
  const names = listDir(dir).filter((name) => /^agent-.+\.jsonl$/.test(name))
  let failed = 0
  for (const name of names) {
    const sub = name.slice('agent-'.length, -'.jsonl'.length)
    try {
      read(join(dir, name), null, (event) => onEvent({ ...event, sub: event.sub ?? sub }))
    } catch {
      failed++
    }
  }
  return { read: names.length - failed, failed }
}

// The newest state, read backwards from the end of the file.

interface Search {
  found: Tail
  /** Nothing newer than the last compaction tells the context any more. */
  contextDone: boolean
  promptDone: boolean
  /** Queue operations met, newest last, whose `enqueue` lies further back. */
  operations: unknown[]
  noted?: string
}

function readTail(path: string): Tail {
  const search: Search = { found: {}, contextDone: false, promptDone: false, operations: [] }
  readRecordsBack(path, (record) => {
    look(record, search)
    return !isDone(search)
  })
  const { found, noted } = search
  // A prompt further back than is looked is taken from the client's own note of it, where there is one.
  return found.lastPrompt === undefined && noted !== undefined ? { ...found, lastPrompt: noted } : found
}

function isDone({ found, contextDone, promptDone }: Search): boolean {
  return promptDone && contextDone && found.model !== undefined && found.session !== undefined
}

function look(record: Json, search: Search): void {
  const { at, sub } = commonIn(record, 0)
  const { found } = search
  if (at !== undefined) found.at ??= at
  if (sub !== undefined) return
  const [session, branch] = [textOf(record['sessionId']), textOf(record['gitBranch'])]
  if (session) found.session ??= session
  if (branch) found.branch ??= branch
  if (record['type'] === 'assistant') lookAtUse(record, search)
  if (record['subtype'] === 'compact_boundary') lookAtBoundary(record, search)
  if (!search.promptDone) lookForPrompt(record, search)
}

function lookAtUse(record: Json, search: Search): void {
  const message = objectOf(record['message'])
  const model = textOf(message?.['model'])
  if (!message || model === SYNTHETIC) return
  if (model) search.found.model ??= model
  const used = search.contextDone ? undefined : usageOf(message)
  if (!used || used.context === 0) return
  search.found.context = { tokens: used.context }
  search.contextDone = true
}

function lookAtBoundary(record: Json, search: Search): void {
  if (search.contextDone) return
  search.contextDone = true
  const tokens = numberOf(objectOf(record['compactMetadata'])?.['postTokens'])
  if (tokens !== undefined) search.found.context = { tokens }
}

function lookForPrompt(record: Json, search: Search): void {
  const type = record['type']
  if (type === 'queue-operation') return lookAtQueue(record, search)
  if (type === 'last-prompt') {
    const noted = typedText(textOf(record['lastPrompt']) ?? '')
    if (noted) search.noted ??= noted
  }
  const typed = type === 'user' ? typedIn(record) : type === 'attachment' ? typedInAttachment(record) : undefined
  if (!typed) return
  search.found.lastPrompt ??= typed
  // One that was handed over from the queue after this one is newer, but its text lies further back.
  search.promptDone = !search.operations.includes('remove')
}

function lookAtQueue(record: Json, search: Search): void {
  if (record['operation'] !== 'enqueue') return void search.operations.push(record['operation'])
  const text = textOf(record['content']) ?? ''
  if (!typedText(text) || search.operations.pop() !== 'remove') return
  const typed = typedInQueue(text)
  if (!typed) return
  search.found.lastPrompt = typed
  search.promptDone = true
}

// The sessions of a folder.

const HEAD = 32 * 1024
/** Only the newest are looked into, so that the cost does not grow with years of sessions. */
const MOST_READ = 50
const CWD = /"cwd":("(?:[^"\\]|\\.)*")/

function findSessions(place: Place): SessionFile[] {
  const root = configRoot(place)
  const folders = foldersOf(place)
  const found = slugsFor(place, folders).flatMap((slug) => sessionsIn(join(root, 'projects', slug)))
  const newest = newestFirst(found).slice(0, MOST_READ)
  return newest.flatMap((file) => {
    const cwd = readCwd(file.path)
    if (cwd === null) return [file]
    return isHere(cwd, folders) ? [{ ...file, cwd }] : []
  })
}

function slugsFor({ env }: Place, folders: string[]): string[] {
  const own = ownName(env)
  const slugs = folders.flatMap((path) => [slugOf(path), slugOf(path.normalize('NFC'))])
  return [...new Set(own === null ? slugs : [own, ...slugs])]
}

function sessionsIn(dir: string): SessionFile[] {
  // Older versions kept the files of sub-agents beside the session's own.
  const files = filesIn(dir, (name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
  return files.map(({ path, name, mtimeMs }) => ({
    agent: 'claude-code',
    path,
    session: name.slice(0, -'.jsonl'.length),
    mtimeMs,
  }))
}

/** Null: the start of the file does not tell. */
function readCwd(path: string): string | null {
  try {
    const text = CWD.exec(readHead(path, HEAD))?.[1]
    return text === undefined ? null : (JSON.parse(text) as string)
  } catch {
    return null
  }
}
