/** What the laws of agents are shown on: an agent with the sessions in its testdata, read, and what came out said shortly. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Manifest, ReadResult, TranscriptReader } from '../agents/agent.js'
import type { Action, TranscriptEvent } from '../core/session/transcript.js'

/** An agent as the laws look at it. */
export interface AgentSubject {
  id: string
  folder: string
  manifest: Manifest
  reader: TranscriptReader
}

/** A session it brings. */
export interface Sample extends AgentSubject {
  file: string
  path: string
  /** Empty for a sample that is one JSON object. */
  lines: string[]
}

/** What lies in the folder of an agent. */
export async function readAgent(folder: string): Promise<AgentSubject> {
  const id = basename(folder)
  const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href)
  const { manifest } = (await load('manifest.ts')) as { manifest: Manifest }
  const { reader } = (await load('reader.ts')) as { reader: TranscriptReader }
  return { id, folder, manifest, reader }
}

/** `*.jsonl` and `*.json`; other files lie beside a sample because the agent keeps such files beside its own. */
export function samplesOf(subject: AgentSubject): Sample[] {
  const data = join(subject.folder, 'testdata')
  const names = existsSync(data) ? readdirSync(data).filter((name) => /\.jsonl?$/.test(name)) : []
  return names.map((name) => {
    const path = join(data, name)
    const text = name.endsWith('.jsonl') ? readFileSync(path, 'utf8') : ''
    return { ...subject, file: `${subject.id}/${name}`, path, lines: text.split('\n').filter(Boolean) }
  })
}

export interface Gathered extends ReadResult {
  events: TranscriptEvent[]
}

export function gather(reader: TranscriptReader, path: string, from: unknown = null): Gathered {
  const events: TranscriptEvent[] = []
  return { ...reader.read(path, from, (event) => events.push(event)), events }
}

/** Of a session in which more is not understood, nobody can be told where it stands. `doctor` warns at the same share. */
const MOST_UNREAD = 0.2

export function readingLaw({ reader, path }: Sample): void {
  test('of its calls at most one in five are not understood', () => {
    const calls = gather(reader, path).events.filter((event) => event.kind === 'call')
    const unread = calls.filter(({ action }) => !isRead(action)).map(({ tool }) => tool)
    expect(unread.length, unread.join(', ')).toBeLessThanOrEqual(calls.length * MOST_UNREAD)
  })
}

/** A call is read when its file, command or query is known. */
export function isRead(action: Action): boolean {
  const facts = Object.entries(action).filter(([key]) => key !== 'type' && key !== 'tool')
  return action.type === 'note' || facts.some(([, value]) => Boolean(value))
}

/** One line per event: what a reader of the test wants to know of it. */
export function brief(events: readonly TranscriptEvent[]): string[] {
  return events.map((event) => (event.sub === undefined ? '' : `[${event.sub}] `) + lineOf(event))
}

function lineOf(event: TranscriptEvent): string {
  const { ref: _, at: __, sub: ___, kind, ...rest } = event
  if (event.kind === 'prompt' || event.kind === 'text') return `${kind}: ${event.text}`
  if (event.kind === 'call') {
    const { type, ...facts } = event.action
    return `call ${event.call} ${event.tool} → ${type} ${JSON.stringify(facts)}`
  }
  if (event.kind === 'todos') return `todos: ${event.items.map(({ text, state }) => `${text} (${state})`).join(', ')}`
  return `${kind} ${JSON.stringify(rest)}`
}

/** One value of a record replaced by one of another kind. */
export function mangle(line: string): string {
  return line.replace(/:"[^"]*"/, ':{"a":[1,null]}').replace(/:\[/, ':[[],null,')
}

/** Calls without an id are named by their offset. */
export function unplaced(line: string): string {
  return line.replace(/\b(?:at-)?\d+\/\d+|at-\d+/g, 'N')
}

/** What a consumer holds after both reads. */
export function joined(first: Gathered, second: Gathered): TranscriptEvent[] {
  return second.restarted ? second.events : [...first.events, ...second.events]
}

/**
 * An answered question needs the words of the question, and a list that is merged those of its items, which a mark does not
 * hold. A file may be cut between the two forms of one message, which have different offsets; or between an edit and its
 * result, which may be all that tells how many lines it changed and whether the file is new.
 */
export function comparable(events: readonly TranscriptEvent[]): string[] {
  const isKept = (event: TranscriptEvent): boolean =>
    event.kind !== 'todos' && !(event.kind === 'question' && event.answer !== undefined)
  const counts = /,"added":\d+(?:,"removed":\d+)?/
  return brief(events.filter(isKept))
    .map((line) => line.replace('→ create ', '→ edit ').replace(counts, ''))
    .toSorted()
}

/** A folder that is gone when the test is over. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'dogear-test-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
