/** The files of a layout as values: what was read, what it says, what shall be done to it, and what they say then. */
import type { By, ExtraSection, Fields, Lane } from '../core/entry/entry.js'

/** A file below the layout's base. The path is relative to it, with forward slashes. */
export interface TextFile {
  path: string
  text: string
  mtimeMs: number
}

/** What one file of a layout says, in dogear's words. Everything in it counts as stated. */
export interface Document {
  /** The workstream: the name of its folder, as far as the file's own name tells. */
  name: string
  /** What the file calls it, where no folder can be called so: `v2.1`, `登录`. Who knows the project knows the folder. */
  label?: string
  path: string
  lane: Lane
  /** When it was saved, as the file says, else when the file was written. */
  savedMs: number
  /** Minutes east of UTC, where the file says so. */
  offsetMinutes?: number
  branch?: string
  by?: By
  fields: Fields
  /** Keys and sections the layout does not know. They survive. */
  extraKeys: Record<string, unknown>
  extraSections: ExtraSection[]
}

/** A file that cannot be read as what it should be. It never hides the others. */
export interface BrokenFile {
  path: string
  message: string
  expected: string
  next: string
}

export interface Scan {
  documents: Document[]
  broken: BrokenFile[]
  /** Names an index still lists although their file is gone. */
  orphans: string[]
}

export type Edit =
  /** The whole new text. `shared`: other programs edit this file too, so what they wrote meanwhile is kept. */
  | { do: 'write'; path: string; text: string; shared?: true }
  /** Never replaces: where the name is taken, `-2`, `-3`, … comes before the ending. */
  | { do: 'create'; path: string; text: string }
  | { do: 'append'; path: string; text: string }
  /** To the trash. */
  | { do: 'remove'; path: string }

/** What the files would say after some edits. The disk is the applier's work (store/views/views.ts). */
export function applyEdits(files: readonly TextFile[], edits: readonly Edit[], mtimeMs: number): TextFile[] {
  const texts = new Map(files.map((file) => [file.path, file]))
  for (const edit of edits) {
    if (edit.do === 'remove') texts.delete(edit.path)
    else {
      const path = edit.do === 'create' ? freePath(edit.path, texts) : edit.path
      const before = edit.do === 'append' ? (texts.get(path)?.text ?? '') : ''
      texts.set(path, { path, text: before + edit.text, mtimeMs })
    }
  }
  return [...texts.values()]
}

/** The same in as few edits as can be: of several writes to one file, only the last matters. */
export function joinEdits(edits: readonly Edit[]): Edit[] {
  const last = new Map(edits.map((edit, i) => [keyOf(edit, i), i]))
  return edits.filter((edit, i) => last.get(keyOf(edit, i)) === i)
}

/** Files that are created or added to all count. */
function keyOf(edit: Edit, i: number): string {
  return edit.do === 'write' ? `write ${edit.path}` : `${i}`
}

function freePath(path: string, taken: ReadonlyMap<string, TextFile>): string {
  const dot = path.lastIndexOf('.')
  const end = dot > path.lastIndexOf('/') ? dot : path.length
  for (let n = 2, free = path; ; free = `${path.slice(0, end)}-${n++}${path.slice(end)}`)
    if (!taken.has(free)) return free
}
