/** What a store holds, asked through the real program and looked up in its bytes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { filesBelow, runWarm, type Place } from './place.js'

interface SeenEntry {
  name: string
  kind: string
  text: string
}

export interface Seen {
  /** By id. */
  entries: Map<string, SeenEntry>
  /** Texts by delivery id. */
  prompts: Map<string, string>
  /** What `verify` says is damaged. */
  damaged: string[]
  /** Commands that did not even run. */
  problems: string[]
}

/** Every command here must work on whatever a fault left behind, without any repair. */
export async function inspect(place: Place): Promise<Seen> {
  const problems: string[] = []
  const answer = async <T>(args: string[], codes: readonly number[]): Promise<T | null> => {
    const ran = await runWarm(place, [...args, '--json'])
    if (ran.code !== null && codes.includes(ran.code)) return parse<T>(ran.stdout)
    problems.push(
      `after the fault, dogear ${args.join(' ')} ended with ${ran.code ?? ran.signal}: ${ran.stderr.trim()}`,
    )
    return null
  }
  const exported = await answer<{ entries?: { path: string; text: string }[] }>(['export', '--all'], [0, 5])
  const queue = await answer<{ prompts: { id: string; text: string }[] }>(['prompts', 'list'], [0])
  const verified = await answer<{ damaged: { message: string }[] }>(['verify', '--all'], [0, 1])
  return {
    entries: new Map((exported?.entries ?? []).map(({ path, text }) => entryOf(path, text))),
    prompts: new Map((queue?.prompts ?? []).map(({ id, text }) => [id, text])),
    damaged: (verified?.damaged ?? []).map(({ message }) => message),
    problems,
  }
}

function entryOf(path: string, text: string): [string, SeenEntry] {
  const [name = '', file = ''] = path.split('/')
  return [file.replace(/\.md$/, ''), { name, text, kind: /^kind: "?(\w+)/m.exec(text)?.[1] ?? '' }]
}

export function parse<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

/** The bytes of every file of the truth (what is derived may change at any time), by its path below the home. */
export function readBytes(home: string): Map<string, Buffer> {
  const files = filesBelow(home).filter((path) => !isDerived(path, home) && !path.endsWith('.tmp'))
  return new Map(files.map((path) => [relative(home, path), readFileSync(path)]))
}

function isDerived(path: string, home: string): boolean {
  return /^(?:index|own\/looks)\//.test(relative(home, path))
}

/** What of the old bytes is gone or different, but for what may move (its bytes must be somewhere then), go or grow. */
export function compareBytes(
  before: Map<string, Buffer>,
  after: Map<string, Buffer>,
  may: { mayMove?: RegExp; mayPack?: RegExp; mayGo?: string },
): string[] {
  const everywhere = new Set([...after.values()].map(hashOf))
  return [...before].flatMap(([path, bytes]) => {
    const now = after.get(path)
    if (now?.equals(bytes)) return []
    // A record is replaced as a whole, a log only grows.
    if (path.endsWith('project.json')) return now && parse(now.toString()) ? [] : [`${path} is not whole any more`]
    // Which line a session is on: the last save or resume counts.
    if (/\/sessions\/[^/]+\/on$/.test(path))
      return now && /^\S+ \S+.*\n$/.test(now.toString()) ? [] : [`${path} is not whole`]
    if (path.endsWith('.jsonl') && now?.subarray(0, bytes.length).equals(bytes)) return []
    if (may.mayMove?.test(path) && everywhere.has(hashOf(bytes))) return []
    if (!now && may.mayPack?.test(path)) return []
    if (may.mayGo !== undefined && !now && path.includes(`/entries/${may.mayGo}/`)) return []
    return [now ? `${path} has other bytes than before` : `${path} is gone`]
  })
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
