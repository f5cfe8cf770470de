/** Claude Code's session files. */
import { basename, dirname, join } from 'node:path'
import { listDir } from '../../platform/files/files.js'
import { readLines, readLinesAt, type Mark } from '../../platform/files/jsonl.js'
import type { ReadResult, TranscriptReader } from '../agent.js'
import type { Emit } from '../common/events.js'
import { linesMarkOf } from '../common/lines.js'
import { objectOf, parseRecord } from '../common/values.js'
import { readRecords, type Latest, type Machine } from './records.js'
import { findSessions } from './sessions.js'
import { readTail } from './tail.js'
import { readWindowHints } from './window.js'

export const claudeCode: TranscriptReader = { agent: 'claude-code', sniff, read, readTail, findSessions }

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

// Claude Code's transcripts.

export const reader: TranscriptReader = { ...claudeCode, windowHints: readWindowHints }
