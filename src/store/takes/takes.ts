/** The takes of one worktree: a folder of packs, one for each, named by their time. They never leave this machine. */
import { digitsOf, timeText } from '../../core/entry/id.js'
import { ensureDir, listDir, listFolders, statOf } from '../../platform/files/files.js'
import { sweepOwn } from '../entries/sweep.js'
import { shelfDir } from './calls.js'
import { type Pack, readContent, readPack } from './pack.js'

/** Of one worktree. */
export interface Shelf {
  home: string
  /** The worktree, with one letter for each byte. */
  worktree: string
  dir: string
}

export function shelfOf(home: string, worktree: string): Shelf {
  return { home, worktree, dir: shelfDir(home, worktree) }
}

const NAME = /^(\d{8}T\d{9}Z-t[0-9a-z]{7})\.take$/

/** Newer than all that are there, which are `ids`. */
export function newTakeId(ids: readonly string[], nowMs: number, random: Uint8Array): string {
  const last = ids.at(-1)
  const ms = Math.max(nowMs, last === undefined ? 0 : msOfTake(last) + 1)
  return `${timeText(ms)}-t${digitsOf(Buffer.from(random).toString('hex'), 7)}`
}

/** Oldest first. */
export function takeIds({ dir }: Shelf): string[] {
  return listDir(dir)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .toSorted()
}

export function msOfTake(id: string): number {
  const [, year, month, day, hour, minute, second, milli] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(id) ?? []
  return Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(milli),
  )
}

/** What people see and type. */
export function handleOfTake(id: string): string {
  return id.slice(id.indexOf('-') + 1)
}

export function packPath({ dir }: Shelf, id: string): string {
  if (!NAME.test(`${id}.take`)) throw new Error('that is no id of a take')
  return `${dir}/${id}.take`
}

export function readTake(shelf: Shelf, id: string): Pack | null {
  return NAME.test(`${id}.take`) ? readPack(packPath(shelf, id)) : null
}

/** The newest that is whole. `ids`: of all that are there, where they were listed already. */
export function newestPack(shelf: Shelf, ids: readonly string[] = takeIds(shelf)): Pack | null {
  for (const id of ids.toReversed()) {
    const pack = readTake(shelf, id)
    // What an undo kept is no look at the whole work tree.
    if (pack && pack.take.undo === undefined) return pack
  }
  return null
}

/** What a take is before that was only made to look what there is: it says nothing of what was there right after another. */
export const LOOK = 'dogear undo --to'

/** The one that was made next. */
export function takeAfter(shelf: Shelf, id: string): Pack | null {
  for (const later of takeIds(shelf).filter((one) => one > id)) {
    const pack = readTake(shelf, later)
    if (pack && pack.take.undo === undefined && pack.take.before?.command !== LOOK) return pack
  }
  return null
}

/** The take that has these bytes; null: none has. One that was thinned has left them to a later one. */
function makeHolder(shelf: Shelf): (pack: Pack, hash: string) => Pack | null {
  const read = new Map<string, Pack | null>()
  const packOf = (id: string): Pack | null => {
    if (!read.has(id)) read.set(id, readTake(shelf, id))
    return read.get(id) ?? null
  }
  return (pack, hash) => {
    if (pack.own.has(hash)) return pack
    const id = pack.heldBy.get(hash)
    const holder = id === undefined ? null : packOf(id)
    if (id === undefined || holder?.own.has(hash)) return holder
    for (const later of takeIds(shelf)) if (later > id && packOf(later)?.own.has(hash)) return packOf(later)
    return null
  }
}

/** In which take these bytes are: by the names of those that are there, and none is opened but where one was thinned. */
export function makeFinder(shelf: Shelf, all: readonly string[]): (pack: Pack, hash: string) => string | null {
  const ids = new Set(all)
  const holder = makeHolder(shelf)
  return (pack, hash) => {
    const id = pack.own.has(hash) ? pack.take.id : pack.heldBy.get(hash)
    return id === undefined || ids.has(id) ? (id ?? null) : (holder(pack, hash)?.take.id ?? null)
  }
}

/** Null: no take has them any more. */
export function contentOf(shelf: Shelf, pack: Pack, hash: string): Uint8Array | null {
  const holder = makeHolder(shelf)(pack, hash)
  return holder && readContent(packPath(shelf, holder.take.id), holder, hash)
}

export function takeSize(shelf: Shelf, id: string): number {
  return statOf(packPath(shelf, id))?.size ?? 0
}

export function openShelf(shelf: Shelf): void {
  ensureDir(shelf.dir, shelf.home)
  sweepOwn(shelf.dir)
}

/** Those of all worktrees, by their folders alone. */
export function listShelves(home: string): Shelf[] {
  return listFolders(takesDir(home)).map((name) => ({ home, worktree: '', dir: `${takesDir(home)}/${name}` }))
}

function takesDir(home: string): string {
  return `${home}/takes`
}
