/** All readers, and which one a file belongs to. */
import { DogearError } from '../core/errors.js'
import { readHead } from '../platform/jsonl.js'
import { claudeCode } from './claude-code/transcript.js'
import { codex } from './codex/transcript.js'
import { copilotCli } from './copilot-cli/transcript.js'
import { cursor } from './cursor/transcript.js'
import { geminiCli } from './gemini-cli/transcript.js'
import { splitPath } from './opencode/places.js'
import { opencode } from './opencode/transcript.js'
import type { Place, SessionFile, TranscriptReader } from './reader.js'

/** Asked in this order: those first whose files are unmistakable. */
const READERS: readonly TranscriptReader[] = [codex, geminiCli, copilotCli, opencode, cursor, claudeCode]
const SNIFF_BYTES = 64 * 1024

/** Throws `bad-input` for a file no reader knows. */
export function readerFor(path: string): TranscriptReader {
  const head = readHead(splitPath(path).file, SNIFF_BYTES)
  const reader = READERS.find((one) => one.sniff(head, path))
  if (reader) return reader
  throw new DogearError('bad-input', `${path} is not a transcript dogear can read`, {
    expected: `a session file of ${READERS.map(({ agent }) => agent).join(', ')}`,
  })
}

/** Of all agents, newest first. An agent whose folder cannot be read does not hide the others. */
export function findSessions(place: Place): SessionFile[] {
  return READERS.flatMap((reader) => sessionsOf(reader, place)).toSorted((a, b) => b.mtimeMs - a.mtimeMs)
}

function sessionsOf(reader: TranscriptReader, place: Place): SessionFile[] {
  try {
    return reader.findSessions(place)
  } catch {
    return []
  }
}
