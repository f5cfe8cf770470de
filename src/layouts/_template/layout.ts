/** One JSON file per workstream below bookmarks/. The format: NOTES.md. */
import { isName } from '../../core/choose/name.js'
import { type Entry, isLive, type Item } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { cleanLine, msOf, jsonDepth } from '../../core/text/text.js'
import { offsetOf, sameContent } from '../common/to-entry.js'
import type { BrokenFile, Document, Edit, Layout, Scan, TextFile } from '../layout.js'
import { manifest } from './manifest.js'

export const layout: Layout<typeof manifest.id> = {
  id: manifest.id,
  base: manifest.base,
  folders: ['bookmarks'],
  takes: (path) => FILE.test(path),
  policy: {
    onResume: 'keep',
    onExisting: 'continue',
    several: 'nearest',
    asks: [],
    naming: 'lower',
    answer: 'line',
    none: 'No bookmarks found.',
  },
  messages: {
    saved: ({ entry, file }) => `Bookmark "${entry.name}" saved: ${cleanLine(file)}`,
    cleared: (names) => names.map((name) => `Bookmark "${name}" cleared`).join('\n'),
    // dogear's own briefing says it all.
    resumed: () => null,
  },
  scan,
  publish,
  retract: (name, files) =>
    files.filter(({ path }) => path === pathOf(name)).map(({ path }) => ({ do: 'remove', path })),
}

const FILE = /^bookmarks\/([^/]+)\.json$/
/** No entry could hold more. */
const MAX_CHARS = 900_000
const MAX_DEPTH = 24

function pathOf(name: string): string {
  return `bookmarks/${name}.json`
}

/** A file that cannot be read is reported and hides no other. */
function scan(files: readonly TextFile[]): Scan {
  const read = files.filter(({ path }) => FILE.test(path)).map(parseFile)
  return {
    documents: read.filter((one): one is Document => 'fields' in one),
    broken: read.filter((one): one is BrokenFile => 'message' in one),
    orphans: [],
  }
}

/** Nothing where the file says it already, in whatever form: a file that somebody edited is not written over for its looks. */
function publish(entry: Entry, files: readonly TextFile[]): Edit[] {
  if (entry.lane !== 'named' || !isLive(entry.kind)) return []
  const path = pathOf(entry.name)
  const before = scan(files.filter((file) => file.path === path)).documents[0]
  const text = printFile(entry, before)
  const wanted = parseFile({ path, text, mtimeMs: 0 }) as Document
  const isSaid = before && before.savedMs === wanted.savedMs && sameContent(before, wanted)
  return isSaid ? [] : [{ do: 'write', path, text }]
}

const KNOWN = new Set(['saved', 'branch', 'task', 'next', 'left_off', 'done'])

/** What nobody knows stands in the entry that was made of such a file, and in the file that the next one is written over. */
function printFile({ saved, where, task, next, leftOff, done, extraKeys }: Entry, before?: Document): string {
  const known = {
    saved,
    ...(where.branch ? { branch: where.branch } : {}),
    ...(task && { task: task.text }),
    ...(next && { next: next.text }),
    ...(leftOff && { left_off: leftOff.text }),
    ...(done.length > 0 && { done: done.map(({ text }) => text) }),
  }
  const strange = [before?.extraKeys[manifest.id], extraKeys[manifest.id]].filter(isObject)
  return `${JSON.stringify(Object.assign(known, ...strange), null, 2)}\n`
}

function parseFile({ path, text, mtimeMs }: TextFile): Document | BrokenFile {
  const said = text.length > MAX_CHARS || jsonDepth(text) > MAX_DEPTH ? null : parseObject(text)
  const name = FILE.exec(path)?.[1] ?? ''
  if (said === null || !isName(name)) return broken(path, said === null ? 'is no JSON object' : 'has no usable name')
  const { saved, branch, task, next, left_off: leftOff, done } = said
  const savedMs = typeof saved === 'string' ? msOf(saved) : null
  const others = Object.entries(said).filter(([key]) => !KNOWN.has(key))
  return {
    name,
    path,
    lane: 'named',
    savedMs: savedMs ?? mtimeMs,
    ...(savedMs === null ? {} : { offsetMinutes: offsetOf(String(saved)) }),
    ...(typeof branch === 'string' && branch !== '' ? { branch } : {}),
    fields: normaliseFields({
      ...itemOf('task', task),
      ...itemOf('next', next),
      ...itemOf('leftOff', leftOff),
      done: (Array.isArray(done) ? done : []).filter((one) => typeof one === 'string').map((one) => ({ text: one })),
    }),
    // What nobody here knows is kept under the layout's own name, and printed again.
    extraKeys: others.length === 0 ? {} : { [manifest.id]: Object.fromEntries(others) },
    extraSections: [],
  }
}

function itemOf(key: string, value: unknown): Record<string, Item> {
  return typeof value === 'string' ? { [key]: { text: value } } : {}
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error teaches: what is wrong, what was expected, what to do. */
function broken(path: string, problem: string): BrokenFile {
  return {
    path,
    message: `${cleanLine(path)} ${problem}.`,
    expected: 'a JSON object like {"saved": "2026-11-15T09:42:00Z", "next": "Run the tests"}',
    next: 'Mend or move the file; the others are not affected.',
  }
}
