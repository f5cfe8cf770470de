/** Which files were touched, changed and put back. */
import type { Failed, FileRef } from '../entry.js'
import type { Action, Ref } from '../transcript.js'
import { boundedMap, pushBounded } from './bounded.js'
import type { Clock } from './context.js'
import { readAt } from './context.js'
import { pathsRead } from './command-text.js'
import { absolute, baseOf, canMean, pathsIn, shownPath } from './paths.js'
import type { Moment } from './ranking.js'
import { rankFiles } from './ranking.js'
import { wordsIn } from './words.js'

/** Of a file that is touched all day, the older touches weigh nothing any more. */
const MOST_TOUCHES = 64
const MOST_FILES = 2000
const MOST_UNDOS = 8
const MOST_REVERTS = 50
const MOST_DONE = 50

interface FileRecord {
  path: string
  touches: number[]
  editedAt: number
  edits: number
  created: boolean
  gone: boolean
  added: number
  removed: number
  /** Prints of the last texts that an edit replaced and brought, to notice the way back. */
  undos: { before: string; after: string }[]
  ref: Ref
}

/** What became of a file over the whole session. */
export interface FileChange {
  path: string
  how: 'created' | 'edited' | 'deleted'
  /** Lines, where the transcript tells. */
  added: number
  removed: number
  observed: string
}

export interface FileFacts {
  /** A tool touched a file. Returns how to take it back if the tool turns out to have failed. */
  act(action: Action, ref: Ref, cwd: string | undefined): () => void
  /** A command that ran may name files. */
  command(command: string, ref: Ref, cwd: string | undefined): void
  /** A command threw away what was changed. */
  discard(paths: readonly string[], how: string, ref: Ref): void
  ranked(talk: { prompt: string; asked: string; said: string }, cwd: string | undefined): FileRef[]
  /** Most changed first. */
  changed(cwd: string | undefined): FileChange[]
  reverted(cwd: string | undefined): Failed[]
}

const NOTHING = (): void => {}

export function fileFacts(clock: Clock): FileFacts {
  const byName = new Map<string, Set<string>>()
  const files = boundedMap<FileRecord>(MOST_FILES, ({ path }) => forgetName(byName, path))
  const reverts: { path: string; how: string; ref: Ref }[] = []

  const touch = (path: string, ref: Ref): FileRecord => {
    const file = files.get(path) ?? newFile(path, ref)
    files.set(path, file)
    const names = byName.get(baseOf(path)) ?? new Set()
    byName.set(baseOf(path), names.add(path))
    if (file.touches.at(-1) !== clock.calls) pushBounded(file.touches, clock.calls, MOST_TOUCHES)
    file.ref = ref
    return file
  }
  const meant = (written: string): string[] =>
    [...(byName.get(baseOf(written)) ?? [])].filter((one) => canMean(written, one))

  return {
    act: (action, ref, cwd) => {
      if (!('path' in action) || action.path === undefined) return NOTHING
      const path = absolute(action.path, cwd)
      // A search below a folder touches no file.
      if (action.type === 'search' && pathsIn(path).length === 0) return NOTHING
      const file = touch(path, ref)
      if (action.type === 'read' || action.type === 'search') return NOTHING
      if (action.type === 'edit' && isWayBack(file, action.undo))
        pushBounded(reverts, { path, how: 'the edit was put back', ref }, MOST_REVERTS)
      return change(file, action, clock.calls)
    },
    command: (command, ref, cwd) => {
      const text = beforeText(command)
      for (const path of pathsIn(text).flatMap(meant)) touch(path, ref)
      for (const written of pathsRead(text)) if (meant(written).length === 0) touch(absolute(written, cwd), ref)
    },
    discard: (paths, how, ref) => {
      for (const path of paths.flatMap(meant).slice(0, MOST_REVERTS))
        if ((files.get(path)?.edits ?? 0) > 0) pushBounded(reverts, { path, how, ref }, MOST_REVERTS)
    },
    ranked: (talk, cwd) => {
      const named = (text: string): Set<string> => new Set(pathsIn(text).flatMap(meant))
      const now: Moment = {
        ...clock,
        promptWords: wordsIn(talk.prompt),
        asked: named(talk.asked),
        said: named(talk.said),
      }
      return rankFiles(
        files.values().filter((file) => !file.gone),
        now,
      ).map((file) => ({
        path: shownPath(file.path, cwd),
        role: file.created ? 'created' : file.edits > 0 ? 'edited' : 'read',
        observed: readAt(file.ref),
      }))
    },
    changed: (cwd) =>
      files
        .values()
        .filter((file) => file.edits > 0 || file.created || file.gone)
        .toSorted((a, b) => b.added + b.removed - (a.added + a.removed) || b.editedAt - a.editedAt)
        .slice(0, MOST_DONE)
        .map((file) => ({
          path: shownPath(file.path, cwd),
          how: file.gone ? 'deleted' : file.created ? 'created' : 'edited',
          added: file.added,
          removed: file.removed,
          observed: readAt(file.ref),
        })),
    reverted: (cwd) =>
      reverts.toReversed().map(({ path, how, ref }) => ({
        text: `edit of ${shownPath(path, cwd)} did not stay`,
        why: how,
        observed: readAt(ref),
      })),
  }
}

function newFile(path: string, ref: Ref): FileRecord {
  return {
    path,
    touches: [],
    editedAt: -1,
    edits: 0,
    created: false,
    gone: false,
    added: 0,
    removed: 0,
    undos: [],
    ref,
  }
}

function forgetName(byName: Map<string, Set<string>>, path: string): void {
  const names = byName.get(baseOf(path))
  names?.delete(path)
  if (names?.size === 0) byName.delete(baseOf(path))
}

type Change = Extract<Action, { type: 'edit' | 'create' | 'delete' }>

function change(file: FileRecord, action: Change, call: number): () => void {
  const { edits, created, gone, added, removed, editedAt } = file
  const undos = [...file.undos]
  file.editedAt = call
  file.gone = action.type === 'delete'
  if (action.type === 'create') file.created = true
  else if (action.type === 'edit') file.edits++
  if (action.type !== 'delete') file.added += action.added ?? 0
  if (action.type === 'edit') file.removed += action.removed ?? 0
  if (action.type === 'edit' && action.undo)
    pushBounded(file.undos, { before: print(action.undo.before), after: print(action.undo.after) }, MOST_UNDOS)
  return () => void Object.assign(file, { edits, created, gone, added, removed, editedAt, undos })
}

function isWayBack(file: FileRecord, undo: { before: string; after: string } | undefined): boolean {
  if (!undo || undo.after === '') return false
  const [before, after] = [print(undo.before), print(undo.after)]
  return file.undos.some((one) => one.after === before && one.before === after)
}

/** Enough of a text to recognise it, in a few bytes. */
function print(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${text.length} ${hash}`
}

/** A here-document is a text and no list of files. */
function beforeText(command: string): string {
  const at = command.indexOf('<<')
  return at < 0 ? command.slice(0, 2000) : command.slice(0, Math.min(at, 2000))
}
