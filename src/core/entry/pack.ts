/**
 * Packs: a row of autosaves, each continuing the one before it, in one file. The name of the file tells all that heads are
 * made from: `<first id>_<last id>_<what the first continues>.dgp`. So no pack is opened to list a workstream.
 */
import type { Entry } from './entry.js'
import { compareIds } from './id.js'

export interface Pack {
  file: string
  first: string
  last: string
  /** What the first entry continues; null: nothing. */
  parent: string | null
  /** The generations of the first and the last, between which none is missing. */
  from: number
  to: number
}

const MAX_PACKED = 64
/** Fewer unpacked files than these make no pack worth its name. */
export const MIN_PACKED = 4
/** Of a pack before it is compressed: reading one entry means reading so much at most. */
const MAX_PLAIN_BYTES = 4_000_000

const ID = '\\d{8}T\\d{9}Z-[1-9]\\d{0,8}-[0-9a-z]{12}'
const FILE = new RegExp(`^(${ID})_(${ID})(?:_(${ID}))?(?:~\\d+)?\\.dgp$`)

/** Null: not the name of a pack. */
export function parsePackName(file: string): Pack | null {
  const [, first, last, parent = null] = FILE.exec(file) ?? []
  if (first === undefined || last === undefined) return null
  const [from, to] = [generationOf(first), generationOf(last)]
  return from <= to && to - from < MAX_PACKED ? { file, first, last, parent, from, to } : null
}

export function packName(first: string, last: string, parent: string | null): string {
  return `${[first, last, ...(parent === null ? [] : [parent])].join('_')}.dgp`
}

/** Whether the pack could hold that entry; its index knows. */
export function mayHold({ from, to, first, last }: Pack, id: string): boolean {
  const generation = generationOf(id)
  return from <= generation && generation <= to && compareIds(first, id) <= 0 && compareIds(id, last) <= 0
}

/** What a plan needs to know of an unpacked entry. */
export type Packable = Pick<Entry, 'id' | 'lane' | 'kind' | 'parents' | 'foreign'> & {
  user: string | undefined
  bytes: number
}

/** The ids of one pack to be, in their order, and what the first continues. */
export interface Row {
  ids: string[]
  parent: string | null
}

/**
 * Which unpacked entries go into packs. One does that is an autosave with a known continuation (so it is no head) and is
 * continued by autosaves alone. `entries` in the order of their ids; `packs` are those that are there.
 */
export function planPacks(entries: readonly Packable[], packs: readonly Pack[]): Row[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const continued = new Set(packs.map(({ parent }) => parent))
  const stays = new Set<string>()
  for (const entry of entries) for (const parent of entry.parents) (isAutosave(entry) ? continued : stays).add(parent)
  const open = new Map<string, Row & { bytes: number }>()
  const rows: Row[] = []
  for (const entry of entries) {
    const [parent = null, another] = entry.parents
    if (!isAutosave(entry) || !continued.has(entry.id) || stays.has(entry.id) || another !== undefined) continue
    const before = parent === null ? undefined : open.get(parent)
    const isNext =
      before !== undefined &&
      before.ids.length < MAX_PACKED &&
      before.bytes + entry.bytes <= MAX_PLAIN_BYTES &&
      generationOf(entry.id) === generationOf(parent as string) + 1 &&
      isSameAuthor(known.get(parent as string), entry)
    const row = isNext ? before : { ids: [], parent, bytes: 0 }
    if (isNext) open.delete(parent as string)
    else rows.push(row)
    row.ids.push(entry.id)
    row.bytes += entry.bytes
    open.set(entry.id, row)
  }
  return rows.filter(({ ids }) => ids.length >= MIN_PACKED).map(({ ids, parent }) => ({ ids, parent }))
}

/** One author speaks for a whole pack when heads are made. */
function isSameAuthor(before: Packable | undefined, { user, foreign }: Packable): boolean {
  return before !== undefined && before.user === user && before.foreign === foreign
}

function isAutosave({ lane, kind }: Packable): boolean {
  return lane === 'auto' && kind === 'saved'
}

/** By position: the time has 19 characters, see id.ts. */
export function generationOf(id: string): number {
  return Number(id.slice(20, id.indexOf('-', 20)))
}
