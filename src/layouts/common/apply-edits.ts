/** What the files of a layout would say after some edits. The disk is the applier's work (store/views/views.ts). */
import type { Edit, TextFile } from '../layout.js'

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
