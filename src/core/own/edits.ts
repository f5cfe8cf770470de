/** Whether a text is what a session's own edits made of a text that was own, or of nothing. */
import { sameText } from './content.js'

/** A file as a whole, or the place of one that was replaced. */
export type OwnEdit = { whole: string } | { before: string; after: string }

/** By the path of the file, from the worktree. */
export type OwnEdits = Record<string, OwnEdit[]>

const MAX_EDITS = 200
const MAX_STATES = 32

/**
 * Goes back from the text, edit by edit, the last one first. Own is what was written whole, and what was own before the edits;
 * a text that cannot have come about by them is not.
 */
export function isLeftBy(text: string, edits: readonly OwnEdit[], wasOwn: (text: string) => boolean): boolean {
  let states = new Set([sameText(text)])
  for (const edit of edits.slice(-MAX_EDITS).toReversed()) {
    // What came before was written over.
    if ('whole' in edit) return states.has(sameText(edit.whole))
    const [before, after] = [sameText(edit.before), sameText(edit.after)]
    states = new Set([...states].flatMap((state) => undo(state, before, after)).slice(0, MAX_STATES))
    if (states.size === 0) return false
    if ([...states].some(wasOwn)) return true
  }
  return false
}

/** At whichever of the places where its words stand, or at all of them. */
function undo(text: string, before: string, after: string): string[] {
  if (after === '') return []
  const found: string[] = []
  for (let at = text.indexOf(after); at >= 0 && found.length < MAX_STATES; at = text.indexOf(after, at + 1))
    found.push(text.slice(0, at) + before + text.slice(at + after.length))
  return found.length > 1 ? [...found, text.replaceAll(after, () => before)] : found
}
