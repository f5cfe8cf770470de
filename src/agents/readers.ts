/** Which reader a file belongs to, and the sessions of all agents. Loaded only where there is something to read. */
import { DogearError } from '../core/errors.js'
import { sessionIdFrom } from '../core/session/session-id.js'
import { readHead } from '../platform/files/jsonl.js'
import type { AgentId, Place, SessionFile, TranscriptReader } from './agent.js'
import { MANIFESTS } from './registry.js'
import { READERS } from './all.js'

const SNIFF_BYTES = 64 * 1024

/** Throws `bad-input` for a file no reader knows. */
export function readerFor(path: string): TranscriptReader {
  const head = readHead(fileBehind(path), SNIFF_BYTES)
  const reader = inOrder().find((one) => one.sniff(head, path))
  if (reader) return reader
  throw new DogearError('bad-input', `${path} is not a transcript dogear can read`, {
    expected: `a session file of ${inOrder()
      .map(({ agent }) => agent)
      .join(', ')}`,
  })
}

export function readerOf(agent: AgentId): TranscriptReader | undefined {
  return READERS.find((reader) => reader.agent === agent)
}

/** The file that a session's path means, where an agent names its sessions by more than a file. */
export function fileBehind(path: string): string {
  return READERS.reduce((file, reader) => reader.fileOf?.(file) ?? file, path)
}

/** Of all agents, newest first. An agent whose folder cannot be read does not hide the others. */
export function findSessions(place: Place): SessionFile[] {
  return inOrder()
    .flatMap((reader) => sessionsOf(reader, place))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
}

/** Those first whose files are unmistakable. */
function inOrder(): TranscriptReader[] {
  return READERS.toSorted((a, b) => placeOf(a.agent) - placeOf(b.agent))
}

function placeOf(agent: AgentId): number {
  return MANIFESTS.find(({ id }) => id === agent)?.order.file ?? Number.MAX_SAFE_INTEGER
}

function sessionsOf(reader: TranscriptReader, place: Place): SessionFile[] {
  try {
    return reader.findSessions(place).map((one) => ({ ...one, session: sessionIdFrom(one.session) }))
  } catch {
    return []
  }
}
