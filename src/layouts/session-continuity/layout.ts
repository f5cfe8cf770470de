/** session-continuity: one Markdown file per checkpoint below memory/checkpoints. The format: NOTES.md. */
import type { Entry } from '../../core/entry/entry.js'
import { age, cleanLine, cleanText, msOf } from '../../core/text/text.js'
import { nameOf } from '../common/prose.js'
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
  const path = entry.lane === 'auto' ? AUTOSAVE : placeOf(entry.name, files)
  const text = printCheckpoint(entry)
  const file = files.find((one) => one.path === path)
  if (file && saysTheSame(file, text, entry)) return []
  const write: Edit = { do: 'write', path, text }
  return entry.lane === 'auto' ? [write, logLine(entry, files, context)] : [write]
}

/** The log stays: it tells what happened. */
function retract(name: string, files: readonly TextFile[]): Edit[] {
  const own = scan(files).documents.filter((document) => document.name === name)
  return own.map(({ path }) => ({ do: 'remove', path }))
}

function parseFile(file: TextFile): Read | BrokenFile {
  if (file.text.trim() === '') return broken(file, 'is empty')
  if (file.text.includes('\0')) return broken(file, 'is not text: it has NUL characters')
  if (file.text.length > MAX_CHARS) return broken(file, `is larger than ${MAX_CHARS} characters`)
  const checkpoint = parseCheckpoint(file.text)
  if (!checkpoint.isCheckpoint) return broken(file, 'has neither the heading nor a section of a checkpoint')
  const name = workstreamOf(file.path, checkpoint.heading)
  if (name === null) return broken(file, 'has no name that a workstream can have')
  const { heading: _heading, isCheckpoint: _isCheckpoint, created, ...said } = checkpoint
  const moment = created ?? { ms: file.mtimeMs }
  const document: Document = {
    name,
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
function placeOf(name: string, files: readonly TextFile[]): string {
  const own = scan(files).documents.filter((document) => document.name === name && document.lane === 'named')
  const exact = own.find(({ path }) => path === `${FOLDER}/${name}.md`) ?? own[0]
  return exact?.path ?? freePlace(name, (path) => files.some((file) => file.path === path && file.text.trim() !== ''))
}

function saysTheSame(file: TextFile, text: string, entry: Entry): boolean {
  const there = parseFile(file)
  const wanted = parseFile({ ...file, text })
  if (!('document' in there) || !('document' in wanted)) return false
  return (
    isSameMinute(there.checkpoint.created, file.mtimeMs, entry.saved) && sameContent(there.document, wanted.document)
  )
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
function workstreamOf(path: string, heading: string | null): string | null {
  const inHeading = heading === null ? null : nameOf(heading)
  if (path === AUTOSAVE) return inHeading ?? 'autosave'
  return nameOf(path.slice(FOLDER.length + 1).replace(/\.md$/i, '')) ?? inHeading
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
    `Checkpoint "${entry.name}" saved: ${cleanLine(file)}`,
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
    `📌 Resume: ${entry.task ? `${entry.name} — ${cleanLine(entry.task.text)}` : entry.name}`,
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
