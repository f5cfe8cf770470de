/** What `verify --repair` does: damaged things are set aside, never deleted, and what a person edited is kept. */
import { dirname, join } from 'node:path'
import type { Entry } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { printEntry } from '../../core/entry/print.js'
import { redactEntry } from '../../core/redact/redact.js'
import { safeName } from '../../core/redact/safe-name.js'
import { MAX_ENTRY_BYTES, sealRecord, sealText } from '../../core/entry/seal.js'
import {
  appendDurable,
  ensureDir,
  linkDurable,
  readBytesFile,
  readTextFile,
  replaceDurable,
  settleDir,
  statOf,
} from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { createForeign, type Damage } from './entries.js'
import { sweepProject } from './sweep.js'
import { MAX_JOURNAL_BYTES, type Note, parseJournal } from '../session/journal.js'
import { type Project, quarantineDir } from '../paths.js'
import { moveRedacted, redactBelow } from '../set-aside.js'
import { moveAside } from '../trash.js'
import type { Finding, Report } from './verify.js'

export type Repair =
  | { act: 'quarantine'; damage: Damage; to: string }
  | { act: 'adopt'; damage: Damage; to: string; edit: Entry }
  | { act: 'rewrite'; damage: Damage; to: string }
  | { act: 'leave'; damage: Damage; reason: string }

export interface Repaired {
  repair: Repair
  /** Where the damaged thing lies now. */
  place?: string
  /** The new entry that keeps an edit. */
  adopted?: string
}

export function planRepair(project: Project, report: Report): Repair[] {
  return report.findings.map((finding) => planOne(project, finding))
}

/** One after the other; each can be cut off at any point and done again. What dead processes left is swept as well. */
export function applyRepair(project: Project, repairs: readonly Repair[], tag: string): Repaired[] {
  sweepProject(project)
  return repairs.map((repair) => {
    if (repair.act === 'leave') return { repair }
    ensureDir(dirname(repair.to), project.home)
    // A repair that was killed may have made these levels and not synced them.
    settleDir(dirname(repair.to), quarantineDir(project))
    if (repair.act === 'rewrite') return { repair, ...rewriteJournal(repair, tag) }
    // The edit becomes an entry before its file is set aside, so that it is always somewhere.
    const adopted = repair.act === 'adopt' ? adopt(project, repair.damage, repair.edit, tag) : null
    const place = moveAside(repair.damage.path, repair.to, moveRedacted)
    if (place) redactBelow(place)
    return { repair, ...(place && { place }), ...(adopted && { adopted }) }
  })
}

function planOne(project: Project, { kind, damage, edit }: Finding): Repair {
  const aside = quarantineDir(project)
  const file = safeName(damage.path.slice(dirname(damage.path).length + 1))
  // Underscores keep these apart from workstreams, whose names have none.
  if (kind === 'journal') return { act: 'rewrite', damage, to: join(aside, '_sessions', damage.name, file) }
  if (kind === 'prompt') return { act: 'quarantine', damage, to: join(aside, '_sessions', damage.name, file) }
  if (kind === 'stray' && damage.reason === 'unreadable')
    return { act: 'leave', damage, reason: 'only you can make it readable' }
  if (kind === 'stray') return { act: 'quarantine', damage, to: join(aside, '_strays', file) }
  if (kind === 'pack') return { act: 'quarantine', damage, to: join(aside, damage.name, file) }
  const to = join(aside, damage.name, `${damage.id}.md`)
  // Links, pipes and giants can be set aside; a file that we may not read could be perfectly good.
  if (damage.reason === 'unreadable' && !/not a file|too big/.test(damage.message))
    return { act: 'leave', damage, reason: 'only you can make it readable' }
  return edit ? { act: 'adopt', damage, to, edit } : { act: 'quarantine', damage, to }
}

/** The id follows from the file alone: repaired twice, it is adopted once. */
function adopt(project: Project, damage: Damage, edit: Entry, tag: string): string | null {
  const bytes = readBytesFile(damage.path, MAX_ENTRY_BYTES)
  const stat = statOf(damage.path)
  if (!bytes || !stat) return null
  const random = Buffer.from(sha256Hex(bytes), 'hex')
  const id = makeId(Number(stat.mtimeNs / 1_000_000n), edit.parents, random)
  const entry = redactEntry({ ...edit, id, name: damage.name })
  // What was changed by hand is nobody's for sure: it is asked about before it is taken up.
  createForeign(project, entry, sealText(printEntry(entry), sha256Hex), tag)
  return id
}

/**
 * The damaged journal keeps a second name in quarantine; the readable notes replace it at its place. A note that another
 * process appends to the old file in that moment is found there afterwards and appended again.
 */
function rewriteJournal({ damage, to }: { damage: Damage; to: string }, tag: string): { place?: string } {
  const place = linkAside(damage.path, to)
  if (place === null) return {}
  const notes = readBack(place)
  replaceDurable(damage.path, notes.map((note) => `${sealRecord(note)}\n`).join(''), tag)
  for (const note of readBack(place).slice(notes.length)) appendDurable(damage.path, sealRecord(note))
  const safe = `${place}.redacted`
  return { place: moveRedacted(place, safe) ? safe : place }
}

function readBack(place: string): Note[] {
  return parseJournal(readTextFile(place, MAX_JOURNAL_BYTES) ?? '').notes
}

function linkAside(path: string, to: string): string | null {
  for (let attempt = 1; attempt < 1000; attempt++) {
    const place = attempt === 1 ? to : `${to}~${attempt}`
    if (linkDurable(path, place)) return place
  }
  return null
}
