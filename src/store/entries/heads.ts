/** The heads of a workstream, from the parents that its entries name. */
import { join } from 'node:path'
import { addLink, compareHeads, emptyLineage, sureHeads, type Lineage, type Link } from '../../core/choose/heads.js'
import type { Entry } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { isTakenUpElsewhere, machineOf } from '../../core/sync/elsewhere.js'
import { mayHold } from '../../core/entry/pack.js'
import { listDir } from '../../platform/files/files.js'
import { ownState } from '../own.js'
import { quarantineDir, workstreamDir, type Project } from '../paths.js'
import { hasEntry, readEntry, type Damage } from './entries.js'
import { isUnchanged, knownAmong, lineageOf, looksOf, readKnown, WORTH_WRITING, writeKnown } from './known-heads.js'
import { listLine, listWorkstreams } from './listing.js'
import { idsOf, type Line, packsAmong, surveyLine } from './packs.js'

/** Heads newest first, one's own before those of others, cleared and consumed ones too. */
export interface Heads {
  heads: Entry[]
  damaged: Damage[]
  /** How many entries the folder holds. */
  count: number
  /** What entries continue and is not here, or cannot be read. Nothing is hidden because of it. */
  gaps: string[]
}

/**
 * An unreadable entry is named in `damaged`, and what it continued stands in its place: what is lost must not hide what
 * is there. Where that cannot be known, too many heads are shown rather than too few.
 */
export function readHeads(project: Project, name: string): Heads {
  const entriesOf = ({ lineage, read }: Found): Entry[] =>
    [...lineage.heads.keys()].map(read).filter((head) => head !== null)
  const shown = (heads: Entry[], { read }: Found): Entry[] =>
    heads.some(isTakenUpElsewhere) ? withTakenUp(heads, read) : heads
  const known = findHeads(project, name)
  let [found, heads] = [known, entriesOf(known)]
  // One of them cannot be read any more: what it continued is found by reading all.
  if (heads.length < found.lineage.heads.size) heads = entriesOf((found = findHeads(project, name, true)))
  const { damaged, count } = found
  const nowMs = Date.now()
  heads = shown(heads, found).sort((a, b) => compareHeads(a, b, nowMs))
  return { heads, damaged, count, gaps: gapsOf(project, found) }
}

/** What was taken up on another machine stands as it stood before, unless it was taken up or gone on with here, too. */
function withTakenUp(heads: readonly Entry[], read: Found['read']): Entry[] {
  const [away, here] = [heads.filter(isTakenUpElsewhere), heads.filter((head) => !isTakenUpElsewhere(head))]
  const covered = new Set(here.flatMap(({ parents, id }) => [id, ...parents]))
  const upheld = new Map<string, Entry>()
  for (const one of away)
    for (const before of one.parents.map(read))
      if (before && !covered.has(before.id))
        upheld.set(before.id, { ...before, takenUp: { machine: machineOf(one) ?? '', saved: one.saved } })
  return upheld.size > 0 ? [...here, ...upheld.values()] : [...heads]
}

/** Their ids alone, in the same order. */
export function readHeadIds(project: Project, name: string): { id: string; foreign: boolean }[] {
  const { lineage } = findHeads(project, name)
  const heads = [...lineage.heads].map(([id, author]) => ({ id, foreign: author !== null }))
  const nowMs = Date.now()
  return heads.sort((a, b) => compareHeads(a, b, nowMs))
}

/** Those of this user alone. */
export function readOwnHeadIds(project: Project, name: string): string[] {
  return readHeadIds(project, name).flatMap(({ id, foreign }) => (foreign ? [] : id))
}

/** The heads that are sides of a fork: not those that a missing entry may have continued. */
export function withoutDoubtful<T extends { id: string }>(heads: readonly T[], { gaps }: Pick<Heads, 'gaps'>): T[] {
  return gaps.length === 0 ? [...heads] : sureHeads(heads, gaps)
}

interface Found {
  count: number
  lineage: Lineage
  damaged: Damage[]
  read(id: string): Entry | null
}

/**
 * Only what has come in since the last time is read: an entry never changes. Of a pack its last entry is, once, to know who
 * wrote it; what its first one continues is in its name.
 */
function findHeads(project: Project, name: string, anew = false): Found {
  const own = ownState(project.home)
  // Before the folder is listed: what comes in meanwhile makes these wrong, and is found the next time.
  const looks = looksOf(workstreamDir(project, name))
  const before = anew ? null : readKnown(project, name)
  const usable = before?.own === own ? before : null
  const damaged: Damage[] = []
  const seen = new Map<string, Entry | null>()
  const read = (id: string): Entry | null => {
    const held = seen.get(id)
    if (held !== undefined) return held
    const found = readEntry(project, name, id)
    if (found?.damage) damaged.push(found.damage)
    seen.set(id, found?.entry ?? null)
    return found?.entry ?? null
  }
  if (usable && isUnchanged(usable, looks)) return { count: usable.total, lineage: lineageOf(usable), damaged, read }
  const line = listLine(project, name)
  const { ids, packs, count } = surveyLine(workstreamDir(project, name), line)
  const known = usable && knownAmong(ids, usable)
  const lineage = known && usable ? lineageOf(usable) : emptyLineage()
  const added = new Set<string>(known)
  const authors = new Map(usable?.packs)
  const linkAt = (id: string): Link | null => {
    const pack = packs.get(id)
    const author = pack && authors.get(id)
    if (pack && author !== undefined) return { id, parents: pack.parents, author }
    const entry = read(id)
    if (!entry) return null
    const link = linkOf(project, entry)
    if (!pack) return link
    authors.set(id, link.author)
    return { ...link, parents: pack.parents }
  }
  // What lies in a pack before its last is continued there.
  const isInside = (id: string): boolean => !packs.has(id) && isPacked(project, name, line, id)
  const isKnown = (id: string): boolean => added.has(id) || isInside(id)
  const fresh = ids.filter((id) => !added.has(id))
  for (const id of fresh) {
    const link = linkAt(id)
    if (!link) continue
    addLink(lineage, link, isKnown)
    added.add(id)
  }
  if (fresh.some((id) => packs.has(id)))
    for (const id of lineage.missing.keys()) if (isInside(id)) lineage.missing.delete(id)
  const isSettled = looks.length > 0 && ids.length >= WORTH_WRITING
  if (anew || isSettled || fresh.length - damaged.length >= WORTH_WRITING) {
    const without = ids.filter((id) => !added.has(id))
    const stillThere = [...authors].filter(([id]) => packs.has(id))
    writeKnown(project, name, { own, looks, total: count, lineage, added: [...added], without, packs: stillThere })
  }
  return { count, lineage, damaged, read }
}

function isPacked(project: Project, name: string, { packs }: Line, id: string): boolean {
  return packs.some((pack) => mayHold(pack, id) && idsOf(workstreamDir(project, name), pack).includes(id))
}

/** A line that was named goes on in another folder: what lies there is not missing. */
function linkOf(project: Project, entry: Entry): Link {
  const { id, foreign, by } = entry
  const { renames } = lineKeysOf(entry)
  const isElsewhere = (parent: string): boolean => renames !== undefined && hasEntry(project, renames, parent)
  const parents = entry.parents.filter((parent) => !isElsewhere(parent))
  return { id, parents, author: foreign ? (by.user ?? '') : null }
}

/** The beginning of a line that was named may have come in after the rest of it. */
function gapsOf(project: Project, { lineage, damaged }: Found): string[] {
  const names = lineage.missing.size === 0 ? [] : listWorkstreams(project)
  const missing = [...lineage.missing.keys()].filter((id) => !names.some((name) => hasEntry(project, name, id)))
  return [...new Set([...missing, ...damaged.map(({ id }) => id)])].sort()
}

/** What was set aside. */
export function quarantined(project: Project, name: string): Line {
  const names = listDir(join(quarantineDir(project), name))
  const ids = names.map((file) => /^([0-9TZ]+-\d+-[0-9a-z]{12})(?:~\d+)?\.md$/.exec(file)?.[1])
  return { unpacked: ids.filter((id) => id !== undefined), packs: packsAmong(names) }
}
