/**
 * What the parts of the collector share: collections that stay small however long the transcript is, the clock of the
 * session, and the names of files in texts.
 */
import type { Ref } from '../transcript.js'

interface BoundedMap<V> {
  get(key: string): V | undefined
  /** Adds or moves to the newest end. */
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  values(): V[]
}

/** What was not touched for longest goes first. */
export function boundedMap<V>(max: number, onEvict: (value: V) => void = () => {}): BoundedMap<V> {
  const map = new Map<string, V>()
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.delete(key)
      map.set(key, value)
      if (map.size <= max) return
      const oldest = map.keys().next().value as string
      const gone = map.get(oldest) as V
      map.delete(oldest)
      onEvict(gone)
    },
    delete: (key) => void map.delete(key),
    clear: () => map.clear(),
    values: () => [...map.values()],
  }
}

/** Adds to the end and drops from the start. */
export function pushBounded<T>(list: T[], item: T, max: number): void {
  list.push(item)
  if (list.length > max) list.shift()
}

/** Time in a session is counted in tool calls: a night between two of them changes nothing. */
export interface Clock {
  calls: number
  /** The call before the last prompt. */
  turn: number
  prompts: number
  edits: number
}

/** A prompt of the user, and whether anything was done about it. */
export interface Turn {
  /** Milliseconds since 1970. */
  at: number
  worked: boolean
}

/** How many turns began at `ms` or later and did something: "stated before 3 turns of work". */
export function turnsOfWork(turns: readonly Turn[], ms: number): number {
  return turns.filter(({ at, worked }) => worked && at >= ms).length
}

/** Where a fact was read, as entries say it. */
export function readAt(ref: Ref): string {
  return ref.id === undefined ? `transcript ${ref.offset}` : `transcript ${ref.offset} ${ref.id}`
}

// Names of files inside other text, and how a file is called in a briefing. All linear in the length of the text.

const BETWEEN = /[\s"'`()[\]{}<>,;:|&=*?$!#\\]+/
const HAS_ENDING = /\.[A-Za-z][A-Za-z0-9_]{0,9}$/
const MAX_PATH_LENGTH = 300
export const MAX_LOOKED_AT = 20_000

/** Everything that looks like a file with an ending, in the order of the text, each once. */
export function pathsIn(text: string): string[] {
  const found = new Set<string>()
  for (const word of text.slice(0, MAX_LOOKED_AT).split(BETWEEN)) {
    if (word.length < 3 || word.length > MAX_PATH_LENGTH || !word.includes('.')) continue
    // "./a.ts..." at the end of a sentence.
    let end = word.length
    while (end > 0 && (word[end - 1] === '.' || word[end - 1] === '/')) end--
    const path = word.slice(word.startsWith('./') ? 2 : 0, end)
    if (HAS_ENDING.test(path) && !path.includes('//')) found.add(path)
  }
  return [...found]
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** True if `written`, as somebody wrote it, can mean `path`. */
export function canMean(written: string, path: string): boolean {
  return path === written || path.endsWith(`/${written}`) || written.endsWith(`/${path}`)
}

/** Relative to the folder where the work is, with forward slashes; absolute where it lies elsewhere. */
export function shownPath(path: string, cwd: string | undefined): string {
  const plain = path.replaceAll('\\', '/')
  const root = cwd?.replaceAll('\\', '/').replace(/\/$/, '')
  return root && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain
}

/** A place that nobody names is where the work is. */
export function isWithin(cwd: string | undefined, root: string | undefined): boolean {
  return cwd === undefined || root === undefined || cwd === root || cwd.startsWith(`${root}/`)
}

/** An absolute path without `.` and `..`. */
export function absolute(path: string, cwd: string | undefined): string {
  if (cwd === undefined || /^(?:[/~]|[A-Za-z]:)/.test(path)) return path
  const parts: string[] = []
  for (const part of `${cwd}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}
