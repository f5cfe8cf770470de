/** What the two layouts of the memory folder have in common: a file for each checkpoint, and bullets in MEMORY.md. */
import { type Entry, isLive } from '../../core/entry/entry.js'
import { isNothing } from '../../core/entry/written-items.js'
import { cleanLine, msOf } from '../../core/text/text.js'
import type { Document, Edit, Layout, PublishContext, Scan, TextFile } from '../layout.js'
import { checkpointName, isCheckpointPath, parseCheckpoint, printCheckpoint, type Shape } from './checkpoint-file.js'
import { splitSections } from './checkpoint-sections.js'
import { splitLines } from './markdown-lines.js'
import { withoutLegacy } from './memory-legacy.js'
import { MEMORY_FILE, parseIndex, removeBullet, setBullet } from './memory-md.js'
import { filesNamed, isReadable, problemsOf } from './memory-problems.js'
import { shorten } from './prose.js'

export interface MemoryShape extends Shape {
  /** The date as its bullets have it. */
  printWhen(saved: string): string
  resumeLine: string
  /** The section that its checkpoints begin with. */
  begins: 'next' | 'leftOff'
  /** Whether the dates of its bullets have a clock time. */
  clock: boolean
  /** Whether the first save takes the state of older sessions out of MEMORY.md. */
  migrates: boolean
}

export function memoryFiles(
  shape: MemoryShape,
): Pick<Layout, 'base' | 'folders' | 'takes' | 'recognises' | 'scan' | 'publish' | 'retract'> {
  return {
    base: 'memory',
    folders: [''],
    takes: (path) => path === MEMORY_FILE || isCheckpointPath(path),
    recognises: ({ path, text }) => (path === MEMORY_FILE ? isIndexOf(text, shape) : beginsWith(text) === shape.begins),
    scan: (files) => scan(files, shape),
    publish: (entry, files, context) => publish(entry, files, context, shape),
    retract,
  }
}

function beginsWith(text: string): string | null | undefined {
  return splitSections(splitLines(text)).sections.find(({ key }) => key === 'next' || key === 'leftOff')?.key
}

const SAYS_HOW = /`continue(?: \{name\})?`/g

/** By the line that says how to resume, else by the first bullet with a date. */
function isIndexOf(text: string, { resumeLine, clock }: MemoryShape): boolean {
  const { bullets, resume } = parseIndex(text)
  const ways = resume?.match(SAYS_HOW)
  if (ways) return ways.includes('`continue`') === resumeLine.includes('`continue`')
  const dated = bullets.find(({ detail }) => /\d/.test(detail))
  return dated !== undefined && /\d\d?:\d\d/.test(dated.detail) === clock
}

function scan(files: readonly TextFile[], shape: Shape): Scan {
  const checkpoints = files.filter(({ path }) => isCheckpointPath(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const index = parseIndex(files.find(({ path }) => path === MEMORY_FILE)?.text ?? '')
  const broken = problemsOf(checkpoints, index.sections)
  const bad = new Set(broken.map(({ path }) => path))
  const names = new Set(checkpoints.map(({ path }) => checkpointName(path)))
  const listed = new Set(index.bullets.map(({ name }) => name).filter((name) => name !== null))
  return {
    documents: checkpoints.filter(({ path }) => !bad.has(path)).map((file) => parseFile(file, shape)),
    broken,
    orphans: [...listed].filter((name) => !names.has(name)),
  }
}

function publish(entry: Entry, files: readonly TextFile[], context: PublishContext, shape: MemoryShape): Edit[] {
  if (entry.lane !== 'named' || !isLive(entry.kind)) return []
  const written = planFile(entry, files, context, shape)
  const before = files.find(({ path }) => path === MEMORY_FILE)?.text ?? null
  const detail = detailOf(entry, shape)
  const isListed =
    before !== null && parseIndex(before).bullets.some((one) => one.name === entry.name && one.detail === detail)
  // A bullet in somebody's own words stays with a file in somebody's own words.
  if (written === null && isListed) return []
  const memory = setBullet(before !== null && shape.migrates ? withoutLegacy(before, entry.extraSections) : before, {
    name: entry.name,
    line: `- **${entry.name}** (${detail}) — ${summaryOf(entry)}`,
    resume: shape.resumeLine,
  })
  const edits: Edit[] = written === null ? [] : [written]
  return memory === before ? edits : [...edits, { do: 'write', path: MEMORY_FILE, text: memory, shared: true }]
}

/** Null where the file says it already, in whatever words. */
function planFile(entry: Entry, files: readonly TextFile[], context: PublishContext, shape: Shape): Edit | null {
  const text = printCheckpoint(entry, shape, context.userHome)
  const file = filesNamed(entry.name, files)[0]
  const path = file?.path ?? `checkpoint-${entry.name}.md`
  const isSaid = file && isReadable(file) && saysTheSame(file, { ...file, text }, entry, shape)
  return isSaid ? null : { do: 'write', path, text }
}

/** Time is compared to the minute, in the zone of the entry, as far as these files know it. */
function saysTheSame(file: TextFile, wanted: TextFile, entry: Entry, shape: Shape): boolean {
  const [is, want] = [parseFile(file, shape), parseFile(wanted, shape)]
  const isTimed = is.savedMs !== file.mtimeMs
  const local = isTimed ? is.savedMs + (is.offsetMinutes ?? 0) * 60_000 : is.savedMs + offsetMsOf(entry, want.savedMs)
  return minuteOf(local) === minuteOf(want.savedMs) && contentOf(is) === contentOf(want)
}

function offsetMsOf(entry: Entry, localMs: number): number {
  return (minuteOf(localMs) - minuteOf(msOf(entry.saved) ?? localMs)) * 60_000
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000)
}

function contentOf({ path: _path, savedMs: _savedMs, offsetMinutes: _offset, ...content }: Document): string {
  return JSON.stringify(content)
}

function retract(name: string, files: readonly TextFile[]): Edit[] {
  const edits: Edit[] = filesNamed(name, files).map(({ path }) => ({ do: 'remove', path }))
  const memory = files.find(({ path }) => path === MEMORY_FILE)
  const text = memory && removeBullet(memory.text, name)
  if (text === undefined || text === memory?.text) return edits
  return [
    ...edits,
    text === null ? { do: 'remove', path: MEMORY_FILE } : { do: 'write', path: MEMORY_FILE, text, shared: true },
  ]
}

function parseFile(file: TextFile, shape: Shape): Document {
  return parseCheckpoint(file, checkpointName(file.path) as string, shape)
}

function detailOf(entry: Entry, shape: MemoryShape): string {
  const branch = cleanLine(entry.where.branch ?? '').replace(/[()]/g, '')
  return [branch, shape.printWhen(entry.saved)].filter((part) => part !== '').join(', ')
}

const LONGEST_SUMMARY = 120

function summaryOf({ task, next, leftOff, done }: Entry): string {
  const texts = [task, next, leftOff, ...done].map((item) => cleanLine((item?.text ?? '').trim().split('\n')[0] ?? ''))
  return shorten(texts.find((text) => !isNothing(text)) ?? 'no summary', LONGEST_SUMMARY, LONGEST_SUMMARY - 1)
}
