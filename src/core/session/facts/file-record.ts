/** One file of a session: what was done to it, and how that is taken back. */
import { hashText } from '../../text/text.js'
import type { Action, OwnEdit, Ref } from '../transcript.js'
import { pushBounded } from './collect.js'

const MAX_NAMES = 10
const MAX_UNDOS = 8

export interface FileRecord {
  path: string
  /** The number of the call that touched it last. */
  touchedAt: number
  /** What was edited or looked for in it, the newest last. */
  names: string[]
  editedAt: number
  edits: number
  created: boolean
  gone: boolean
  added: number
  removed: number
  /** Prints of the last edits, to notice the way back. */
  undos: number[]
  ref: Ref
}

/** What a change made of a file, to be taken back if the tool turns out to have failed. */
export interface Undo {
  path: string
  was: Pick<FileRecord, 'edits' | 'created' | 'gone' | 'added' | 'removed' | 'editedAt' | 'undos'>
}

export const UNTOUCHED = { editedAt: -1, edits: 0, created: false, gone: false, added: 0, removed: 0 }

export function nameIn(file: FileRecord, names: readonly string[]): void {
  const older = file.names.filter((one) => !names.includes(one))
  file.names = [...older, ...names.toReversed()].slice(-MAX_NAMES)
}

export function codeOf({
  wrote,
  undo,
}: {
  wrote?: readonly OwnEdit[]
  undo?: { before: string; after: string }
}): string {
  const pieces = wrote ?? (undo ? [undo] : [])
  return pieces.map((one) => ('whole' in one ? one.whole : `${one.before}\n${one.after}`)).join('\n')
}

type Change = Extract<Action, { type: 'edit' | 'create' | 'delete' }>

export function change(file: FileRecord, action: Change, call: number): Undo {
  const { edits, created, gone, added, removed, editedAt } = file
  const undos = [...file.undos]
  file.editedAt = call
  file.gone = action.type === 'delete'
  if (action.type === 'create') file.created = true
  else if (action.type === 'edit') file.edits++
  if (action.type !== 'delete') file.added += action.added ?? 0
  if (action.type === 'edit') file.removed += action.removed ?? 0
  if (action.type === 'edit' && action.undo)
    pushBounded(file.undos, printOf(action.undo.before, action.undo.after), MAX_UNDOS)
  return { path: file.path, was: { edits, created, gone, added, removed, editedAt, undos } }
}

export function isWayBack(file: FileRecord, undo: { before: string; after: string } | undefined): boolean {
  return undo !== undefined && undo.after !== '' && file.undos.includes(printOf(undo.after, undo.before))
}

/** Enough of what an edit replaced and what it brought to recognise them, in one number of 53 bits. */
function printOf(before: string, after: string): number {
  return hashText(before) * 0x200000 + (hashText(after) >>> 11)
}
