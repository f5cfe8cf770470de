/** What the two layouts of the memory folder have in common: a file for each checkpoint, and bullets in MEMORY.md. */
import { type Called, calledSo, fileWord, sameLabel } from '../../core/choose/name.js'
import { type Entry, isLive } from '../../core/entry/entry.js'
import { calledOf } from '../../core/entry/line-keys.js'
import { isNothing } from '../../core/entry/written-items.js'
import { cleanLine, msOf } from '../../core/text/text.js'
import type { BrokenFile, Document, Edit, Layout, PublishContext, Scan, TextFile } from '../layout.js'
import { checkpointWord, isCheckpointPath, parseCheckpoint, printCheckpoint, type Shape } from './checkpoint-file.js'
import { splitSections } from './checkpoint-sections.js'
import { withoutLegacy } from './legacy-sections.js'
import { splitLines } from './markdown-lines.js'
import { MEMORY_FILE, parseIndex, removeBullet, setBullet } from './memory-md.js'
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
  const names = new Set(checkpoints.map(({ path }) => keyOf(path)))
  const listed = new Set(index.bullets.map(({ name }) => name).filter((name) => name !== null))
  return {
    documents: checkpoints.filter(({ path }) => !bad.has(path)).map((file) => parseFile(file, shape)),
    broken,
    orphans: [...listed].filter((name) => !names.has(sameLabel(name))),
  }
}

function publish(entry: Entry, files: readonly TextFile[], context: PublishContext, shape: MemoryShape): Edit[] {
  if (entry.lane !== 'named' || !isLive(entry.kind)) return []
  const written = planFile(entry, files, context, shape)
  const before = files.find(({ path }) => path === MEMORY_FILE)?.text ?? null
  const detail = detailOf(entry, shape)
  const called = calledOf(entry)
  const word = wordFor(called, files)
  const isListed =
    before !== null &&
    calledSo(parseIndex(before).bullets, ({ name }) => name, called).some((one) => one.detail === detail)
  // A bullet in somebody's own words stays with a file in somebody's own words.
  if (written === null && isListed && !isPrinted(entry, files, context, shape)) return []
  const memory = setBullet(before !== null && shape.migrates ? withoutLegacy(before, entry.extraSections) : before, {
    ...called,
    line: `- **${word}** (${detail}) — ${summaryOf(entry)}`,
    resume: shape.resumeLine,
  })
  const edits: Edit[] = written === null ? [] : [written]
  return memory === before ? edits : [...edits, { do: 'write', path: MEMORY_FILE, text: memory, shared: true }]
}

/** Null where the file says it already, in whatever words. */
function planFile(entry: Entry, files: readonly TextFile[], context: PublishContext, shape: Shape): Edit | null {
  const called = calledOf(entry)
  const word = wordFor(called, files)
  const text = printCheckpoint(entry, shape, context.userHome, word)
  const file = filesNamed(called, files)[0]
  const path = file?.path ?? `checkpoint-${word}.md`
  const isSaid = file && isReadable(file) && saysTheSame(file, { ...file, text }, entry, shape)
  return isSaid ? null : { do: 'write', path, text }
}

/** Nobody worded the file, so nobody worded its bullet. */
function isPrinted(entry: Entry, files: readonly TextFile[], { userHome }: PublishContext, shape: Shape): boolean {
  const called = calledOf(entry)
  const text = printCheckpoint(entry, shape, userHome, wordFor(called, files))
  return filesNamed(called, files)[0]?.text === text
}

/** As the file that is there is called, so that file, title and bullet agree; a new one after the label. */
function wordFor(called: Called, files: readonly TextFile[]): string {
  const [file] = filesNamed(called, files)
  return (file && checkpointWord(file.path)) ?? fileWord(called)
}

/** Two spellings of a name that mean the same have the same. */
function keyOf(path: string): string | null {
  const word = checkpointWord(path)
  return word === null ? null : sameLabel(word)
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

function retract(name: string, files: readonly TextFile[], label?: string): Edit[] {
  const called = { name, label }
  const edits: Edit[] = filesNamed(called, files).map(({ path }) => ({ do: 'remove', path }))
  const memory = files.find(({ path }) => path === MEMORY_FILE)
  const text = memory && removeBullet(memory.text, name, label)
  if (text === undefined || text === memory?.text) return edits
  return [
    ...edits,
    text === null ? { do: 'remove', path: MEMORY_FILE } : { do: 'write', path: MEMORY_FILE, text, shared: true },
  ]
}

function parseFile(file: TextFile, shape: Shape): Document {
  return parseCheckpoint(file, checkpointWord(file.path) as string, shape)
}

function detailOf(entry: Entry, shape: MemoryShape): string {
  const branch = cleanLine(entry.where.branch ?? '').replace(/[()]/g, '')
  return [branch, shape.printWhen(entry.saved)].filter((part) => part !== '').join(', ')
}

const MAX_SUMMARY = 120

/** In quotes and named as a note: agents load MEMORY.md as instructions, and what was saved is none. */
function summaryOf({ task, next, leftOff, done }: Entry): string {
  const texts = [task, next, leftOff, ...done].map((item) => cleanLine((item?.text ?? '').trim().split('\n')[0] ?? ''))
  const said = texts.findIndex((text) => !isNothing(text))
  if (said === -1) return 'no summary'
  const words = shorten((texts[said] as string).replaceAll('"', "'"), MAX_SUMMARY, MAX_SUMMARY - 1)
  return `noted${said === 1 ? ' next action' : ''}: "${words}"`
}

/** What is wrong with the files, and what to do about it. */
function problemsOf(checkpoints: readonly TextFile[], sections: number): BrokenFile[] {
  const byName = new Map<string | null, TextFile[]>()
  for (const file of checkpoints) {
    const name = keyOf(file.path)
    byName.set(name, [...(byName.get(name) ?? []), file])
  }
  const broken = checkpoints.map((file) => problemOf(file, byName)).filter((problem) => problem !== null)
  return sections > 1 ? [...broken, twoSections(sections)] : broken
}

/** The one that is called as we would call it comes first. */
function filesNamed(called: Called, files: readonly TextFile[]): TextFile[] {
  const checkpoints = files.filter(({ path }) => isCheckpointPath(path))
  return ownFirst(
    fileWord(called),
    calledSo(checkpoints, ({ path }) => checkpointWord(path), called),
  )
}

function isReadable({ text }: TextFile): boolean {
  return text.trim() !== '' && !text.includes('\0')
}

function ownFirst(name: string, files: readonly TextFile[]): TextFile[] {
  const rank = (path: string): string => (path === `checkpoint-${name}.md` ? '' : path)
  return files.toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))
}

function problemOf(file: TextFile, byName: ReadonlyMap<string | null, readonly TextFile[]>): BrokenFile | null {
  const name = keyOf(file.path)
  const shown = cleanLine(file.path)
  if (name === null)
    return {
      path: file.path,
      message: `${shown} has no name that a workstream can have`,
      expected: 'checkpoint-{name}.md, with a letter or a digit in the name',
      next: 'rename the file, for example to checkpoint-auth-refactor.md',
    }
  if (!isReadable(file))
    return {
      path: file.path,
      message: `${shown} is ${file.text.includes('\0') ? 'not text' : 'empty'}`,
      expected: 'Markdown that begins with "# Checkpoint: {name}"',
      next: `save the checkpoint again (dogear save ${name}), or delete the file`,
    }
  const [first] = ownFirst(name, byName.get(name) ?? [])
  if (first === undefined || first === file) return null
  return {
    path: file.path,
    message: `${shown} means the same workstream as ${cleanLine(first.path)}`,
    expected: 'one file for each workstream',
    next: 'rename one of them, or delete the one that is out of date',
  }
}

function twoSections(count: number): BrokenFile {
  return {
    path: MEMORY_FILE,
    message: `${MEMORY_FILE} has ${count} sections "## Active Checkpoints"; new bullets go to the first`,
    expected: 'one section "## Active Checkpoints"',
    next: 'move the bullets of the others into the first, and delete the empty headings',
  }
}
