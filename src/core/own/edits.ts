/** Whether a text is what a session's own edits made of a text that was own, or of nothing. */
import type { OwnEdit, TranscriptEvent } from '../session/transcript.js'
import { sameText } from './content.js'

/** What a session did to each file, the first first; by the path that the session called it by. */
export type OwnEdits = ReadonlyMap<string, readonly OwnEdit[]>

const MAX_EDITS = 200
const MAX_STATES = 32
const MAX_CHARACTERS = 2_000_000

/**
 * Goes back from the text, edit by edit, the last one first. Own is what was written whole, and what was own before the edits.
 * An edit may have failed: then the text is what it was without it.
 */
export function isLeftBy(text: string, edits: readonly OwnEdit[], wasOwn: (text: string) => boolean): boolean {
  let states = new Set([sameText(text)])
  for (const edit of edits.slice(-MAX_EDITS).toReversed()) {
    if ('whole' in edit) {
      if (states.has(sameText(edit.whole))) return true
      continue
    }
    const [before, after] = [sameText(edit.before), sameText(edit.after)]
    const earlier = [...states].flatMap((state) => undo(state, before, after))
    if (earlier.some(wasOwn)) return true
    states = new Set([...earlier, ...states].slice(0, MAX_STATES))
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

/** Gathers the edits of the files that are wanted, the last of them where they are many. */
export function collectEdits(isWanted: (path: string) => boolean): {
  add(event: TranscriptEvent): void
  edits(): OwnEdits
} {
  const found = new Map<string, OwnEdit[]>()
  let room = MAX_CHARACTERS
  return {
    add(event) {
      if (event.kind !== 'call' || !('wrote' in event.action) || !event.action.wrote) return
      const { path, wrote } = event.action
      if (!isWanted(path)) return
      room -= wrote.reduce((sum, one) => sum + ('whole' in one ? one.whole : one.before + one.after).length, 0)
      if (room >= 0) found.set(path, [...(found.get(path) ?? []), ...wrote].slice(-MAX_EDITS))
    },
    edits: () => found,
  }
}
