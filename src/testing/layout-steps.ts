/** The steps of the laws of layouts: publish, retract and take over, on files in memory; harm done to a file; what is left. */
import { createHash } from 'node:crypto'
import type { Entry } from '../core/entry/entry.js'
import { msOf, tidyLine } from '../core/text/text.js'
import { applyEdits } from '../layouts/files.js'
import { entryFromDocument } from '../layouts/common/to-entry.js'
import type { Document, Edit, Layout, PublishContext, TextFile } from '../layouts/layout.js'

export const HOME = '/home/me'

function contextOf(entry: Entry): PublishContext {
  return { nowMs: msOf(entry.saved) ?? 0, offsetMinutes: 0, reason: 'context 72 %', userHome: HOME }
}

export function publishEdits(layout: Layout<string>, entry: Entry, files: readonly TextFile[]): Edit[] {
  return layout.publish(entry, files, contextOf(entry))
}

export function publish(layout: Layout<string>, entry: Entry, files: readonly TextFile[]): TextFile[] {
  return applyEdits(files, publishEdits(layout, entry, files), contextOf(entry).nowMs)
}

export function retract(layout: Layout<string>, name: string, files: readonly TextFile[]): TextFile[] {
  return applyEdits(files, layout.retract(name, files), 0)
}

function hexOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

export function takeOver(layout: Layout<string>, document: Document, files: readonly TextFile[]): Entry {
  const origin = { parents: [], project: 'p', files, offsetAt: () => 60, userHome: HOME, sha256: hexOf }
  return entryFromDocument(document, layout, origin)
}

/** Path and text, in the order of the paths; `except` are left out. */
export function textsOf(files: readonly TextFile[], except: ReadonlySet<string> = new Set()): Record<string, string> {
  const kept = files.filter(({ path }) => !except.has(path)).sort((a, b) => (a.path < b.path ? -1 : 1))
  return Object.fromEntries(kept.map(({ path, text }) => [path, text]))
}

export function appendedTo(edits: readonly Edit[]): Set<string> {
  return new Set(edits.filter((edit) => edit.do === 'append').map((edit) => edit.path))
}

export function changed(before: readonly TextFile[], after: readonly TextFile[]): string[] {
  const texts = textsOf(before)
  return after.filter(({ path, text }) => texts[path] !== text).map(({ path }) => path)
}

/** Where a layout has one autosave for all workstreams, the next takes its place, as its document wants it. */
export function autosaveOf(layout: Layout<string>, one: Entry, files: readonly TextFile[]): string[] {
  const after = publish(layout, one, files)
  const written = changed(files, after)
  const before = layout.scan(files).documents.filter(({ path, lane }) => lane === 'auto' && written.includes(path))
  return one.lane === 'auto' ? before.map(({ path }) => path) : []
}

export function contents(documents: readonly Document[]): unknown[] {
  return documents.map(({ path: _path, savedMs: _savedMs, offsetMinutes: _offset, extraSections, ...said }) => ({
    ...said,
    // As an entry holds them.
    extraSections: extraSections.map(({ title, text }) => ({ title: tidyLine(title), text })),
  }))
}

export function documentsBut(
  layout: Layout<string>,
  files: readonly TextFile[],
  paths: ReadonlySet<string>,
): Document[] {
  const documents = layout.scan(files).documents.filter(({ path }) => !paths.has(path))
  return documents.sort((a, b) => (a.path < b.path ? -1 : 1))
}

export function othersIn(layout: Layout<string>, files: readonly TextFile[], path: string): Document[] {
  return documentsBut(layout, files, new Set([path]))
}

/** What may happen to a file: cut off, overwritten, made to do harm. */
export const HARMS: ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at % (text.length + 1)),
  (text, at) => `${text.slice(0, at % (text.length + 1))}\0\0\0`,
  () => '',
  () => '\ufeff',
  () => '{"__proto__": {"polluted": true}, "summary": "x"}',
  () => '{"summary": "x", "context": {"constructor": 1}, "constructor": {"prototype": 1}}',
  () => `{"summary": ${'['.repeat(100_000)}`,
  () => `{"summary": 1e999, "decisions": {"a": null}, "context": {"files_in_progress": 7}}`,
  () => '[]',
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  () => '```x\n'.repeat(2_000),
  () => '<!--\n'.repeat(2_000),
  () => '## \n- '.repeat(2_000),
  () => '\u001b]0;title\u0007\u202e',
]
