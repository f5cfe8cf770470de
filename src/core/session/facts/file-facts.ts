/** Which files were touched, changed and put back. */
import type { Failed, FileRef, Item } from '../../entry/entry.js'
import { hashText } from '../../text/text.js'
import type { Action, Ref } from '../transcript.js'
import {
  absolute,
  baseOf,
  boundedMap,
  canMean,
  type Clock,
  pathsIn,
  pushBounded,
  readAt,
  shownPath,
} from './collect.js'
import { pathsRead } from './command-text.js'
import { type Moment, rankFiles, wordsIn } from './ranking.js'

/** Of a file that is touched all day, the older touches weigh nothing any more. */
const MAX_TOUCHES = 32
const MAX_FILES = 1000
const MAX_UNDOS = 8
const MAX_REVERTS = 50
const MAX_DONE = 50

interface FileRecord {
  path: string
  touches: number[]
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

interface Revert {
  path: string
  how: string
  ref: Ref
}

/** What a change made of a file, to be taken back if the tool turns out to have failed. */
/** A call that was not answered yet. */
export interface OpenCall {
  call: string
  command?: string
  undo?: Undo
  /** In words, for where the user refuses it. */
  what?: string
}

interface Undo {
  path: string
  was: Pick<FileRecord, 'edits' | 'created' | 'gone' | 'added' | 'removed' | 'editedAt' | 'undos'>
}

/** Plain JSON: with it the collector goes on in another process as if it had seen everything itself. */
export interface FilesState {
  files: FileRecord[]
  reverts: Revert[]
}

/** What was said that tells which files matter. */
export interface Talk {
  prompt: string
  asked: string
  /** Paths in the assistant's last words. */
  said: readonly string[]
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

/** As `done` says it. */
export function changeItem({ path, how, added, removed, observed }: FileChange): Item {
  return { text: `${how} ${path}${added + removed > 0 ? ` (+${added} −${removed})` : ''}`, observed }
}

export interface FileFacts {
  /** A tool touched a file. */
  act(action: Action, ref: Ref, cwd: string | undefined): Undo | undefined
  takeBack(undo: Undo): void
  /** A command that ran may name files. */
  command(command: string, ref: Ref, cwd: string | undefined): void
  /** A command threw away what was changed. */
  discard(paths: readonly string[], how: string, ref: Ref): void
  ranked(talk: Talk, cwd: string | undefined): FileRef[]
  /** Most changed first. */
  changed(cwd: string | undefined): FileChange[]
  reverted(cwd: string | undefined): Failed[]
  state(): FilesState
}

const UNTOUCHED = { editedAt: -1, edits: 0, created: false, gone: false, added: 0, removed: 0 }

export function fileFacts(clock: Clock, before?: FilesState): FileFacts {
  const byName = new Map<string, Set<string>>()
  const files = boundedMap<FileRecord>(MAX_FILES, ({ path }) => forgetName(byName, path))
  const reverts = [...(before?.reverts ?? [])]

  const keep = (file: FileRecord): void => {
    files.set(file.path, file)
    const names = byName.get(baseOf(file.path)) ?? new Set()
    byName.set(baseOf(file.path), names.add(file.path))
  }
  const touch = (path: string, ref: Ref): FileRecord => {
    const file = files.get(path) ?? { ...UNTOUCHED, path, touches: [], undos: [], ref }
    keep(file)
    if (file.touches.at(-1) !== clock.calls) pushBounded(file.touches, clock.calls, MAX_TOUCHES)
    file.ref = ref
    return file
  }
  const meant = (written: string): string[] =>
    [...(byName.get(baseOf(written)) ?? [])].filter((one) => canMean(written, one))

  for (const file of before?.files ?? []) keep(file)

  return {
    act: (action, ref, cwd) => {
      if (!('path' in action) || action.path === undefined) return undefined
      const path = absolute(action.path, cwd)
      // A search below a folder touches no file.
      if (action.type === 'search' && pathsIn(path).length === 0) return undefined
      const file = touch(path, ref)
      if (action.type === 'read' || action.type === 'search') return undefined
      if (action.type === 'edit' && isWayBack(file, action.undo))
        pushBounded(reverts, { path, how: 'the edit was put back', ref }, MAX_REVERTS)
      return change(file, action, clock.calls)
    },
    takeBack: ({ path, was }) => {
      const file = files.get(path)
      if (file) Object.assign(file, was)
    },
    command: (command, ref, cwd) => {
      // A here-document is a text and no list of files.
      const end = command.indexOf('<<')
      const text = command.slice(0, end < 0 ? 2000 : Math.min(end, 2000))
      for (const path of pathsIn(text).flatMap(meant)) touch(path, ref)
      for (const written of pathsRead(text)) if (meant(written).length === 0) touch(absolute(written, cwd), ref)
    },
    discard: (paths, how, ref) => {
      for (const path of paths.flatMap(meant).slice(0, MAX_REVERTS))
        if ((files.get(path)?.edits ?? 0) > 0) pushBounded(reverts, { path, how, ref }, MAX_REVERTS)
    },
    ranked: (talk, cwd) => {
      const named = (text: string): Set<string> => new Set(pathsIn(text).flatMap(meant))
      const now: Moment = {
        ...clock,
        promptWords: wordsIn(talk.prompt),
        asked: named(talk.asked),
        said: new Set(talk.said.flatMap(meant)),
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
        .slice(0, MAX_DONE)
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
    state: () => ({ files: files.values(), reverts }),
  }
}

function forgetName(byName: Map<string, Set<string>>, path: string): void {
  const names = byName.get(baseOf(path))
  names?.delete(path)
  if (names?.size === 0) byName.delete(baseOf(path))
}

type Change = Extract<Action, { type: 'edit' | 'create' | 'delete' }>

function change(file: FileRecord, action: Change, call: number): Undo {
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

function isWayBack(file: FileRecord, undo: { before: string; after: string } | undefined): boolean {
  return undo !== undefined && undo.after !== '' && file.undos.includes(printOf(undo.after, undo.before))
}

/** Enough of what an edit replaced and what it brought to recognise them, in one number of 53 bits. */
function printOf(before: string, after: string): number {
  return hashText(before) * 0x200000 + (hashText(after) >>> 11)
}
