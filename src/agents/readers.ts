/** Which reader a file belongs to, and the sessions of all agents. Loaded only where there is something to read. */
import { DogearError } from '../core/errors.js'
import { sessionIdFrom } from '../core/session/session-id.js'
import { readHead } from '../platform/files/jsonl.js'
import type { AgentId, Place, SessionFile, TranscriptReader } from './agent.js'
import { isFolder } from '../platform/files/folders.js'
import { READER_OF } from './all.js'
import { MANIFESTS } from './registry.js'

const SNIFF_BYTES = 64 * 1024

/** Throws `bad-input` for a file no reader knows. `agent`: in whose folder it lay, which nearly always is whose it is. */
export function readerFor(path: string, agent?: AgentId): TranscriptReader {
  const own = agent === undefined ? undefined : readerOf(agent)
  if (own?.sniff(headOf(own.fileOf?.(path) ?? path), path)) return own
  const head = headOf(fileBehind(path))
  const reader = inOrder().find((one) => one.sniff(head, path))
  if (reader) return reader
  throw new DogearError('bad-input', `${path} is not a transcript dogear can read`, {
    expected: `a session file of ${inOrder()
      .map((one) => one.agent)
      .join(', ')}`,
  })
}

function headOf(file: string): string {
  return readHead(file, SNIFF_BYTES)
}

export function readerOf(agent: AgentId): TranscriptReader | undefined {
  return Object.hasOwn(READER_OF, agent) ? READER_OF[agent]?.() : undefined
}

/** The file that a session's path means, where an agent names its sessions by more than a file. */
export function fileBehind(path: string): string {
  return inOrder().reduce((file, reader) => reader.fileOf?.(file) ?? file, path)
}

/** Of all agents that have run on this machine, newest first. One whose folder cannot be read does not hide the others. */
export function findSessions(place: Place): SessionFile[] {
  return IN_ORDER.filter((manifest) => manifest.homes(place).some(isFolder))
    .flatMap(({ id }) => sessionsOf(id, place))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
}

/** Those first whose files are unmistakable. */
const IN_ORDER = MANIFESTS.toSorted((a, b) => a.order.file - b.order.file)

function inOrder(): TranscriptReader[] {
  return IN_ORDER.flatMap(({ id }) => readerOf(id) ?? [])
}

function sessionsOf(agent: AgentId, place: Place): SessionFile[] {
  try {
    const found = readerOf(agent)?.findSessions(place) ?? []
    return found.map((one) => ({ ...one, session: sessionIdFrom(one.session) }))
  } catch {
    return []
  }
}
