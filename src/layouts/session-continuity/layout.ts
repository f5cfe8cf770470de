/** session-continuity: one Markdown file per checkpoint below memory/checkpoints. The format: NOTES.md. */
import { type Called, type Calling, calledIn, calledSo, fileWord } from '../../core/choose/name.js'
import type { Entry } from '../../core/entry/entry.js'
import { calledOf } from '../../core/entry/line-keys.js'
import { isPoorer } from '../../core/session/triggers/autosaved.js'
import { isSignal } from '../../core/session/triggers/engine.js'
import { age, cleanLine, cleanText, msOf } from '../../core/text/text.js'
import { sameContent } from '../common/to-entry.js'
import type {
  BrokenFile,
  Document,
  Edit,
  Layout,
  PublishContext,
  ResumedFacts,
  SavedFacts,
  Scan,
  TextFile,
} from '../layout.js'
import { type Checkpoint, parseCheckpoint, printCheckpoint } from './checkpoint.js'
import { isSameMinute, printCreated } from './lines.js'
import { manifest } from './manifest.js'

const FOLDER = 'memory/checkpoints'
const AUTOSAVE: string = `${FOLDER}/autosave.md`
const AUTOSAVE_LOG: string = `${FOLDER}/autosave-log.md`
const TAKEN = new Set([AUTOSAVE, AUTOSAVE_LOG])

export const layout: Layout = {
  id: manifest.id,
  base: manifest.base,
  folders: [FOLDER],
  takes: isCheckpointPath,
  policy: {
    onResume: 'confirm',
    onExisting: 'continue',
    several: 'nearest',
    asks: [],
    naming: 'strict',
    answer: 'confirmation',
    none: 'No checkpoints found.',
  },
  removedIsCleared: true,
  autosaves: isSignal,
  messages: { saved, cleared, resumed },
  scan,
  publish,
  retract,
}

interface Read {
  file: TextFile
  checkpoint: Checkpoint
  document: Document
}

/** No entry could hold more. */
const MAX_CHARS = 900_000

function scan(files: readonly TextFile[]): Scan {
  const read = files.filter(({ path }) => isCheckpointPath(path) && path !== AUTOSAVE_LOG).map(parseFile)
  return {
    documents: read.flatMap((one) => ('document' in one ? [one.document] : [])),
    broken: read.filter((one) => 'message' in one),
    orphans: [],
  }
}

function publish(entry: Entry, files: readonly TextFile[], context: PublishContext): Edit[] {
  const path = entry.lane === 'auto' ? AUTOSAVE : placeOf(calledOf(entry), files)
  const text = printCheckpoint(entry, entry.lane === 'auto' ? undefined : wordIn(path))
  const file = files.find((one) => one.path === path)
  if (file && (saysTheSame(file, text, entry) || (entry.lane === 'auto' && isRicher(file, text, entry)))) return []
  const write: Edit = { do: 'write', path, text }
  return entry.lane === 'auto' ? [write, logLine(entry, files, context)] : [write]
}

/** The log stays: it tells what happened. */
function retract(name: string, files: readonly TextFile[], label?: string): Edit[] {
  const own = calledSo(scan(files).documents, labelIn, { name, label })
  return own.map(({ path }) => ({ do: 'remove', path }))
}

function parseFile(file: TextFile): Read | BrokenFile {
  if (file.text.trim() === '') return broken(file, 'is empty')
  if (file.text.includes('\0')) return broken(file, 'is not text: it has NUL characters')
  if (file.text.length > MAX_CHARS) return broken(file, `is larger than ${MAX_CHARS} characters`)
  const checkpoint = parseCheckpoint(file.text)
  if (!checkpoint.isCheckpoint) return broken(file, 'has neither the heading nor a section of a checkpoint')
  const called = workstreamOf(file.path, checkpoint.heading)
  if (called === null) return broken(file, 'has no name that a workstream can have')
  const { heading: _heading, isCheckpoint: _isCheckpoint, created, ...said } = checkpoint
  const moment = created ?? { ms: file.mtimeMs }
  const document: Document = {
    ...called,
    path: file.path,
    lane: file.path === AUTOSAVE ? 'auto' : 'named',
    savedMs: moment.ms,
    ...('offsetMinutes' in moment ? { offsetMinutes: moment.offsetMinutes } : {}),
    ...said,
  }
  return { file, checkpoint, document }
}

function broken({ path }: TextFile, problem: string): BrokenFile {
  return {
    path,
    message: `${cleanLine(path)} ${problem}.`,
    expected:
      'a text file like build-login-page.md: # Checkpoint: build-login-page / **Created:** 2026-11-15 09:42 GMT+8 / **Task:** … / ## Progress / ## Next Action',
    next: 'Mend or move the file; the other checkpoints are not affected.',
  }
}

/** The workstream's own file, whatever its name looks like; else a new one. Never that of something unreadable. */
function placeOf(called: Called, files: readonly TextFile[]): string {
  const named = scan(files).documents.filter(({ lane }) => lane === 'named')
  const own = calledSo(named, labelIn, called)
  const word = fileWord(called)
  const exact = own.find(({ path }) => path === `${FOLDER}/${word}.md`) ?? own[0]
  return exact?.path ?? freePlace(word, (path) => files.some((file) => file.path === path && file.text.trim() !== ''))
}

/** As the file is called, but for what was put behind it to step aside. */
function wordIn(path: string): string {
  return path.slice(FOLDER.length + 1).replace(/_*\.md$/i, '')
}

function labelIn({ name, label = name }: Called): string {
  return label
}

function saysTheSame(file: TextFile, text: string, entry: Entry): boolean {
  const there = parseFile(file)
  const wanted = parseFile({ ...file, text })
  if (!('document' in there) || !('document' in wanted)) return false
  return (
    isSameMinute(there.checkpoint.created, file.mtimeMs, entry.saved) && sameContent(there.document, wanted.document)
  )
}

const YOUNG_MS = 5 * 60_000

/** There is one autosave for all work: what another session has just left there is not lost to one that says less. */
function isRicher(file: TextFile, text: string, entry: Entry): boolean {
  const there = parseFile(file)
  const wanted = parseFile({ ...file, text })
  if (!('document' in there) || !('document' in wanted) || there.document.name === wanted.document.name) return false
  // The file has its time to the minute.
  const isYoung = Math.abs((msOf(entry.saved) ?? 0) - there.document.savedMs) < YOUNG_MS
  return isYoung && isPoorer(wanted.document.fields, there.document.fields)
}

function logLine(entry: Entry, files: readonly TextFile[], { reason }: PublishContext): Edit {
  const log = files.find((file) => file.path === AUTOSAVE_LOG)?.text ?? ''
  const gap = log === '' || log.endsWith('\n') ? '' : '\n'
  const about = cleanLine((entry.task ?? entry.next ?? entry.leftOff)?.text ?? '')
  const words = [printCreated(entry.saved), cleanLine(reason ?? '') || 'autosave', entry.name]
  return { do: 'append', path: AUTOSAVE_LOG, text: `${gap}- ${words.join(' — ')}${about === '' ? '' : `: ${about}`}\n` }
}

function isCheckpointPath(path: string): boolean {
  return path.startsWith(`${FOLDER}/`) && /^[^/.][^/]*\.md$/i.test(path.slice(FOLDER.length + 1))
}

/** The file name tells the workstream, except of the autosave, whose heading does. Null: neither says one. */
function workstreamOf(path: string, heading: string | null): Calling | null {
  const inHeading = heading === null ? null : calledIn(heading)
  if (path === AUTOSAVE) return inHeading ?? { name: 'autosave' }
  return calledIn(wordIn(path)) ?? inHeading
}

/**
 * Where a new file of a named workstream goes. An underscore, which no workstream has in its name, steps aside: for the
 * autosave's two files, and for a file that says nothing we could have kept.
 */
function freePlace(name: string, isTaken: (path: string) => boolean): string {
  for (let path = `${FOLDER}/${name}.md`; ; path = path.replace(/\.md$/, '_.md'))
    if (!TAKEN.has(path) && !isTaken(path)) return path
}

// The words of seed 002. See NOTES.md for the order of the briefing.

function saved({ entry, file }: SavedFacts): string {
  return [
    `Checkpoint "${fileWord(calledOf(entry))}" saved: ${cleanLine(file)}`,
    ...(entry.task ? [`Task: ${cleanLine(entry.task.text)}`] : []),
    `Next action: ${entry.next ? cleanText(entry.next.text) : 'none stated'}`,
  ].join('\n')
}

function cleared(names: readonly string[], all: boolean): string {
  return all ? `Deleted ${names.length} checkpoint(s)` : names.map((name) => `Deleted checkpoint "${name}"`).join('\n')
}

function resumed({ entry, nowMs, stale }: ResumedFacts): string {
  const ago = age(msOf(entry.saved) ?? nowMs, nowMs)
  const warnings = stale.length === 0 ? [] : [`⚠️ Stale warnings (saved ${ago}):`, ...stale.map(bullet), '']
  return [
    ...warnings,
    `📌 Resume: ${entry.task ? `${fileWord(calledOf(entry))} — ${cleanLine(entry.task.text)}` : fileWord(calledOf(entry))}`,
    `Saved: ${printCreated(entry.saved)} (${ago})`,
    '',
    '✅ Progress:',
    ...(entry.done.length === 0 ? ['- none recorded'] : entry.done.map((item) => bullet(item.text))),
    '',
    `🔜 Next action: ${entry.next ? cleanText(entry.next.text) : 'none stated'}`,
    '',
    'Ready to continue? (yes/no)',
  ].join('\n')
}

function bullet(text: string): string {
  return `- ${cleanText(text).replace(/\n/g, '\n  ')}`
}
