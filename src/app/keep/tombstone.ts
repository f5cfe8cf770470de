/** An entry that says something about its workstream and nothing about the work: cleared, consumed. */
import { emptyFields, type Entry, type Kind } from '../../core/entry/entry.js'
import { lineKeysOf, withLineKeys, type LineKeys } from '../../core/entry/line-keys.js'
import { present } from '../../core/present.js'
import { makeId } from '../../core/entry/id.js'
import { isoWithZone } from '../../core/text/text.js'
import type { World } from '../world.js'

export function tombstone(world: World, kind: Kind, name: string, heads: readonly Entry[]): Entry {
  const moment = world.now()
  const parents = heads.map((head) => head.id)
  const [last] = heads
  const entry: Entry = {
    ...emptyFields(),
    id: makeId(moment.ms, parents, world.random(12)),
    name,
    lane: 'named',
    kind,
    parents,
    saved: isoWithZone(moment),
    by: world.by,
    where: last?.where ?? {},
    extraKeys: {},
    extraSections: [],
  }
  return withLineKeys(entry, present<LineKeys>({ label: last && lineKeysOf(last).label }))
}
