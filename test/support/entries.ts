import { emptyFields, type Entry, fieldsOf } from '../../src/core/entry/entry.js'
import { makeId } from '../../src/core/entry/id.js'
import { printEntry } from '../../src/core/entry/print.js'
import { sealText } from '../../src/core/entry/seal.js'
import { randomBytes, sha256Hex } from '../../src/platform/files/hash.js'

/** An entry with as little in it as an entry can have, and whatever the test cares about. */
export function entryWith(parts: Partial<Entry> = {}): Entry {
  const parents = parts.parents ?? []
  return {
    ...emptyFields(),
    id: makeId(Date.UTC(2026, 10, 15, 8, 0, 0), parents, new Uint8Array(12)),
    name: 'auth',
    lane: 'named',
    kind: 'saved',
    parents,
    saved: '2026-11-15T09:00:00.000+01:00',
    by: {},
    where: {},
    extraKeys: {},
    extraSections: [],
    ...parts,
  }
}

/** The flags of `save` that take a text. */
export const TEXT_FLAGS: readonly string[] = fieldsOf(['prose', 'items', 'reasoned', 'choices']).flatMap(({ flags }) =>
  flags.map(({ name }) => name),
)

export const HOUR = 3_600_000

/** As it lies in a file. */
export const entryText = (entry: Entry): string => sealText(printEntry(entry), sha256Hex)

/** As Ada's dogear saved it. */
export function byAda(parts: Partial<Entry> = {}, ms: number = Date.now() - HOUR): Entry {
  const parents = parts.parents ?? []
  const id = makeId(ms, parents, randomBytes(12))
  const saved = new Date(ms).toISOString().replace('Z', '+00:00')
  return entryWith({ id, saved, by: { user: 'ada', host: 'box' }, next: { text: 'Delete the old keys' }, ...parts })
}
