/** Which files were touched, changed and put back. */
import type { Failed, FileRef, Item } from '../../entry/entry.js'
import { lookedForText, markWorkedOn, ONLY_NAMED } from '../../entry/observed.js'
import { cutAt } from '../../text/cut.js'
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
import {
  change,
  codeOf,
  type FileRecord,
  isWayBack,
  nameIn,
  type Undo,
  UNTOUCHED,
  definedIn,
  lookedFor,
  searchedIn,
} from './file-record.js'

const MAX_FILES = 1000
/** What is told of them: the newest, whether or not anybody will open them again. */
const MAX_TOLD = 60
const MAX_LOOKED_FOR = 30
const MAX_REVERTS = 50
const MAX_DONE = 50

interface Revert {
  path: string
  how: string
  ref: Ref
}

/** Plain JSON: with it the collector goes on in another process as if it had seen everything itself. */
export interface FilesState {
  files: FileRecord[]
  reverts: Revert[]
  looked?: string[]
}

/** What was said that tells which files matter. */
export interface Talk {
  /** The last request and the approved plan. */
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
  /** The newest first; to be named is as good as to be opened. */
  recent(talk: Talk, cwd: string | undefined): FileRef[]
  /** What was searched for, the newest first. */
  lookedFor(): Item[]
  /** Most changed first. */
  changed(cwd: string | undefined): FileChange[]
  reverted(cwd: string | undefined): Failed[]
  state(): FilesState
}

export function fileFacts(clock: Clock, before?: FilesState): FileFacts {
  const byName = new Map<string, Set<string>>()
  const files = boundedMap<FileRecord>(MAX_FILES, ({ path }) => forgetName(byName, path))
  const reverts = [...(before?.reverts ?? [])]
  const looked = boundedMap<string>(MAX_LOOKED_FOR)

  const keep = (file: FileRecord): void => {
    files.set(file.path, file)
    const names = byName.get(baseOf(file.path)) ?? new Set()
    byName.set(baseOf(file.path), names.add(file.path))
  }
  const touch = (path: string, ref: Ref): FileRecord => {
    const file = files.get(path) ?? { ...UNTOUCHED, path, touchedAt: 0, names: [], undos: [], ref }
    keep(file)
    file.touchedAt = clock.calls
    file.ref = ref
    return file
  }
  const look = (names: readonly string[]): void => {
    for (const name of names) looked.set(name, name)
  }
  const meant = (written: string): string[] =>
    [...(byName.get(baseOf(written)) ?? [])].filter((one) => canMean(written, one))
  /** Of several that are called the same, the one that lies there, or else the one that was worked on last. */
  const likelyMeant = (written: string, cwd: string | undefined): string[] => {
    const all = meant(written)
    const here = absolute(written, cwd)
    if (all.length < 2 || all.includes(here)) return all.includes(here) ? [here] : all
    const at = (path: string): number => files.get(path)?.touchedAt ?? 0
    return [all.reduce((last, one) => (at(one) >= at(last) ? one : last))]
  }

  for (const file of before?.files ?? []) keep({ ...file, touchedAt: file.touchedAt ?? 0, names: file.names ?? [] })
  look(before?.looked ?? [])

  return {
    act: (action, ref, cwd) => {
      if (action.type === 'search') look(lookedFor(action.pattern))
      if (!('path' in action) || action.path === undefined) return undefined
      const path = absolute(action.path, cwd)
      // A search below a folder touches no file.
      if (action.type === 'search' && pathsIn(path).length === 0) return undefined
      const file = touch(path, ref)
      if (action.type === 'search') nameIn(file, lookedFor(action.pattern))
      if (action.type === 'read' || action.type === 'search') return undefined
      if (action.type !== 'delete') nameIn(file, definedIn(codeOf(action)))
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
      const text = cutAt(command, end < 0 ? 2000 : Math.min(end, 2000))
      look(searchedIn(text))
      for (const path of pathsIn(text).flatMap((one) => likelyMeant(one, cwd))) touch(path, ref)
      for (const written of pathsRead(text)) if (meant(written).length === 0) touch(absolute(written, cwd), ref)
    },
    discard: (paths, how, ref) => {
      for (const path of paths.flatMap(meant).slice(0, MAX_REVERTS))
        if ((files.get(path)?.edits ?? 0) > 0) pushBounded(reverts, { path, how, ref }, MAX_REVERTS)
    },
    recent: ({ asked, said }, cwd) => {
      const places = new Map(files.values().map((file) => [file.path, file.touchedAt]))
      // What was named since it was touched last comes where it was named.
      const mention = (paths: readonly string[], call: number): void => {
        for (const written of paths.toReversed()) {
          const known = likelyMeant(written, cwd)
          for (const path of known.length > 0 ? known : isLikelyFile(written) ? [absolute(written, cwd)] : [])
            places.set(path, Math.max(places.get(path) ?? 0, call))
        }
      }
      const isLookedUp = (path: string): boolean =>
        OF_TOOLS.test(shownPath(path, cwd)) && (files.get(path)?.editedAt ?? -1) < 0
      mention(pathsIn(asked), clock.turn + 0.5)
      mention(said, clock.calls + 0.5)
      return [...places]
        .filter(([path]) => !files.get(path)?.gone && !(OF_THE_CLIENT.test(path) && isLookedUp(path)))
        .toReversed()
        .toSorted(([one, a], [other, b]) => Number(isLookedUp(one)) - Number(isLookedUp(other)) || b - a)
        .slice(0, MAX_TOLD)
        .map(([path]) => shownFile(path, files.get(path), cwd))
    },
    lookedFor: () => {
      const names = looked.values().toReversed()
      return names.length === 0 ? [] : [{ text: lookedForText(names), observed: 'searches of the session' }]
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
    state: () => ({ files: files.values(), reverts, looked: looked.values() }),
  }
}

function shownFile(path: string, file: FileRecord | undefined, cwd: string | undefined): FileRef {
  if (!file) return { path: shownPath(path, cwd), observed: ONLY_NAMED }
  return {
    path: shownPath(path, cwd),
    role: file.created ? 'created' : file.edits > 0 ? 'edited' : 'read',
    observed: markWorkedOn(readAt(file.ref), file.names.toReversed()),
  }
}

/**
 * Skills, plug-ins, packages: what tools keep in a home is read for how to work, and is not the work. Nor is what a command
 * printed into a temporary file.
 */
const OF_TOOLS =
  /^(?:(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/|(?:\/(?:Users|home)\/[^/]+|\/root|~|[A-Za-z]:[\\/]Users[\\/][^\\/]+)[\\/]\.[^\\/]+[\\/])/

/** Where a client keeps what its tools printed: nobody looks there again. */
const OF_THE_CLIENT = /[\\/](?:tool-results[\\/]|tasks[\\/]\w+\.output$)/

/** Nobody has opened it: with its folder, for "Node.js" is a name too. */
function isLikelyFile(written: string): boolean {
  return /^(?:\/|[\w@.-]+\/)/.test(written) && !/^(?:www\.|[\w-]+\.(?:com|org|io|dev|net|rs)\/)/.test(written)
}

function forgetName(byName: Map<string, Set<string>>, path: string): void {
  const names = byName.get(baseOf(path))
  names?.delete(path)
  if (names?.size === 0) byName.delete(baseOf(path))
}
