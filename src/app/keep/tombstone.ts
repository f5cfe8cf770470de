/** Entries that say something about their line and nothing new about the work: cleared, consumed, brought back, renamed. */
import { emptyFields, isLive, type Entry, type Kind } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { lineKeysOf, withLineKeys, type LineKeys } from '../../core/entry/line-keys.js'
import { DogearError } from '../../core/errors.js'
import type { KnownPage } from '../../core/page/known.js'
import { present } from '../../core/present.js'
import { safeName } from '../../core/redact/safe-name.js'
import { cleanLine, isoWithZone } from '../../core/text/text.js'
import { asWord, calledBy } from '../../core/choose/title.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import { followed, type On } from '../../store/session/on.js'
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

/** A line goes on under another name and is not listed twice; should this be lost, it is listed twice. */
export function endAs(world: World, project: Project, heads: readonly Entry[], continued: On): void {
  const [last] = heads
  if (!last) return
  createEntry(project, withLineKeys(tombstone(world, 'consumed', last.name, heads), { continued }), world.tag)
}

interface Restated {
  kind: Kind
  name: string
  /** The last that was said, with the page that holds from now on. */
  last: Entry
  page: KnownPage
  parents: readonly string[]
  keys: LineKeys
}

/** Says again what is known. It keeps the date and the author of what was last saved: nobody has worked on it since. */
export function restated(world: World, { kind, name, last, page, parents, keys }: Restated): Entry {
  const { label, turns, redaction } = lineKeysOf(last)
  const { withdraws: _w, renames: _r, continued: _c, quick: _q, ...extraKeys } = last.extraKeys
  const { foreign, ...said } = last
  const entry: Entry = {
    ...said,
    ...(foreign && { by: world.by }),
    ...page.fields,
    page: { closed: [...page.closed], earlier: [...page.earlier] },
    id: makeId(world.now().ms, [...parents], world.random(12)),
    name,
    lane: 'named',
    kind,
    parents: [...parents],
    extraKeys,
  }
  return withLineKeys(entry, { ...present<LineKeys>({ label, turns, redaction }), ...keys })
}

/** `typed`: a name that the line has no more; what ends or moves it says which one it has. */
export function calledNow(typed: string, name: string, head: Entry | undefined): string[] {
  return typed === name || !head ? [] : [`"${cleanLine(typed)}" is called "${calledBy(head)}" now.`]
}

/** What is saved under a name that another line had before begins other work. */
export function otherWorkUnder(project: Project, begun: Entry, continued: On): string[] {
  const now = followed(project, continued)
  const entry = now.name === begun.name ? undefined : readEntry(project, now.name, now.id)?.entry
  if (!entry || !isLive(entry.kind)) return []
  const called = calledBy(entry)
  return [
    `this begins other work: what was called "${calledBy(begun)}" is called "${called}" now, and goes on with: dogear save ${asWord(called)}`,
  ]
}

export function nothingUnder(name: string, command: 'clear' | 'rename'): DogearError {
  return new DogearError('not-found', `there is no checkpoint "${safeName(cleanLine(name))}" to ${command}`, {
    next: 'dogear list',
  })
}

/** Those of this user: what somebody else wrote stands beside. */
export function liveHeads(project: Project, name: string): Entry[] {
  return readHeads(project, name).heads.filter(({ kind, foreign }) => isLive(kind) && !foreign)
}
