/** The steps of the laws: publish, retract and take over, on files in memory. */
import { createHash } from 'node:crypto'
import type { Entry } from '../../src/core/entry/entry.js'
import { msOf } from '../../src/core/text/text.js'
import { applyEdits } from '../../src/layouts/files.js'
import { entryFromDocument } from '../../src/layouts/common/to-entry.js'
import type { Document, Edit, Layout, PublishContext, TextFile } from '../../src/layouts/layout.js'

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
