/** Claude Code's session files. */
import { basename, dirname, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import type { Emit } from '../common/events.js'
import { filesIn, foldersOf, isHere, newestFirst } from '../common/sessions.js'
import { linesMarkOf, readCwd, readRecordsBack } from '../common/lines.js'
import { type Json, numberOf, objectOf, parseRecord, textOf } from '../common/values.js'
import { listDir, statOf } from '../../platform/files/files.js'
import { type Mark, readLines, readLinesAt } from '../../platform/files/jsonl.js'
import { configRoot, ownName, slugOf } from './folders.js'
import { commonIn, type Latest, type Machine, readRecords, SYNTHETIC, usageOf } from './records.js'
import { typedIn, typedInAttachment, typedInQueue, typedText } from './typed.js'
import { readWindowHints } from './window.js'

export const reader: TranscriptReader = {
  agent: 'claude-code',
  sniff,
  read,
  readTail,
  findSessions,
  windowHints: readWindowHints,
}

interface ClaudeMark {
  lines: Mark
  /** Where the records lie that those behind the mark may depend on. */
  needed: number[]
  latest: Latest
  /** Those of the files of sub-agents, by their names. */
  subs?: Record<string, ClaudeMark>
}

const OWN_KEY = /"(?:parentUuid|sessionId|leafUuid|messageId)"\s*:/
const OWN_TYPE = /"type"\s*:\s*"(?:user|assistant|system|summary|attachment|progress|mode|[a-z]+(?:-[a-z]+)+)"/

/** Qwen Code has taken over the envelope, with another agent's messages in it. */
const OF_OTHERS = /"message"\s*:\s*\{\s*"role"\s*:\s*"\w+"\s*,\s*"parts"\s*:/

function sniff(firstLines: string): boolean {
  const lines = firstLines.split('\n', 20).filter((line) => line.startsWith('{'))
  return lines.some((line) => OWN_KEY.test(line) && OWN_TYPE.test(line)) && !lines.some((line) => OF_OTHERS.test(line))
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const mark = markFrom(from)
  const { restarted, ...own } = readOne(path, mark, onEvent)
  const subs = readSubagents(path, restarted ? {} : (mark?.subs ?? {}), onEvent)
  return {
    ...own,
    mark: Object.keys(subs).length === 0 ? own.mark : { ...own.mark, subs },
    restarted: restarted || (from != null && mark === null),
  }
}

function readOne(path: string, mark: ClaudeMark | null, onEvent: Emit): ReadResult & { mark: ClaudeMark } {
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
    mark: { lines: lines.mark, needed: machine.needed(), latest: machine.latest() },
    restarted: lines.restarted,
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
 * Newer versions keep what sub-agents did in files beside the session's own. What they changed is the session's work, so
 * that is told, after the session's own events; what they said and ran is theirs. A file that cannot be read does not
 * hide the others, and a folder that cannot be listed not the session.
 */
function readSubagents(path: string, marks: Record<string, ClaudeMark>, onEvent: Emit): Record<string, ClaudeMark> {
  const dir = join(path.replace(/\.jsonl$/, ''), 'subagents')
  const names = namesIn(dir).filter((name) => /^agent-.+\.jsonl$/.test(name))
  const now: Record<string, ClaudeMark> = {}
  for (const name of names) {
    const sub = name.slice('agent-'.length, -'.jsonl'.length)
    const mark = markFrom(marks[sub])
    try {
      const file = join(dir, name)
      const isRead = mark !== null && statOf(file)?.size === mark.lines.offset
      now[sub] = isRead ? mark : readOne(file, mark, onlyChanges(sub, onEvent)).mark
    } catch {
      if (mark) now[sub] = mark
    }
  }
  return now
}

function namesIn(dir: string): string[] {
  try {
    return listDir(dir)
  } catch {
    return []
  }
}

function onlyChanges(sub: string, onEvent: Emit): Emit {
  const changes = new Set<string>()
  return (event) => {
    if (event.kind === 'call' && ['edit', 'create', 'delete'].includes(event.action.type)) changes.add(event.call)
    else if (event.kind !== 'result') return
    if (changes.has(event.call)) onEvent({ ...event, sub: event.sub ?? sub })
  }
}

/** The newest state, read backwards from the end of the file. */
export function readTail(path: string): Tail {
  const found: Tail = {}
  let isContextKnown = false
  let isPromptKnown = false
  let noted: string | undefined
  /** Queue operations met, newest last, whose `enqueue` lies further back. */
  const operations: unknown[] = []

  function lookForContext(record: Json): void {
    if (record['type'] === 'assistant') {
      const message = objectOf(record['message'])
      const model = textOf(message?.['model'])
      if (!message || model === SYNTHETIC) return
      if (model) found.model ??= model
      const used = isContextKnown ? undefined : usageOf(message)
      if (!used || used.context === 0) return
      found.context = { tokens: used.context }
      found.cacheMs = cacheMsOf(message)
      isContextKnown = true
    } else if (record['subtype'] === 'compact_boundary' && !isContextKnown) {
      // Nothing older than a compaction tells the context any more.
      isContextKnown = true
      const tokens = numberOf(objectOf(record['compactMetadata'])?.['postTokens'])
      if (tokens !== undefined) found.context = { tokens }
    }
  }

  function lookForPrompt(record: Json): void {
    const type = record['type']
    if (type === 'queue-operation') {
      if (record['operation'] !== 'enqueue') return void operations.push(record['operation'])
      const text = textOf(record['content']) ?? ''
      const typed = typedText(text) && operations.pop() === 'remove' ? typedInQueue(text) : undefined
      if (!typed) return
      found.lastPrompt = typed
      isPromptKnown = true
      return
    }
    if (type === 'last-prompt') noted ??= typedText(textOf(record['lastPrompt']) ?? '')
    const typed = type === 'user' ? typedIn(record) : type === 'attachment' ? typedInAttachment(record) : undefined
    if (!typed) return
    found.lastPrompt ??= typed
    // One that was handed over from the queue after this one is newer, but its text lies further back.
    isPromptKnown = !operations.includes('remove')
  }

  readRecordsBack(path, (record) => {
    const { at, sub } = commonIn(record, 0)
    if (at !== undefined) found.at ??= at
    if (sub === undefined) {
      const [session, branch] = [textOf(record['sessionId']), textOf(record['gitBranch'])]
      if (session) found.session ??= session
      if (branch) found.branch ??= branch
      lookForContext(record)
      if (!isPromptKnown) lookForPrompt(record)
    }
    return !(isPromptKnown && isContextKnown && found.model !== undefined && found.session !== undefined)
  })
  // A prompt further back than is looked is taken from the client's own note of it, where there is one.
  return found.lastPrompt === undefined && noted !== undefined ? { ...found, lastPrompt: noted } : found
}

const MINUTE_MS = 60_000

/** Five minutes or an hour, by what the turn paid for; where it paid for none, the longer. */
function cacheMsOf(message: Json): number {
  const made = objectOf(objectOf(message['usage'])?.['cache_creation'])
  const [short, long] = ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens'].map(
    (key) => numberOf(made?.[key]) ?? 0,
  )
  return short !== 0 && long === 0 ? 5 * MINUTE_MS : 60 * MINUTE_MS
}

const HEAD_BYTES = 32 * 1024
/** Only the newest are looked into, so that the cost does not grow with years of sessions. */
const MAX_SESSIONS = 50

export function findSessions(place: Place): SessionFile[] {
  const root = configRoot(place)
  const folders = foldersOf(place)
  const found = slugsFor(place, folders).flatMap((slug) => sessionsIn(join(root, 'projects', slug)))
  const newest = newestFirst(found).slice(0, MAX_SESSIONS)
  return newest.flatMap((file) => {
    const cwd = readCwd(file.path, HEAD_BYTES)
    // A file whose start does not tell lies in the right folder.
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
