/** Looks at everything a project holds and says what is damaged. Changes nothing; repair.ts does. */
import { join } from 'node:path'
import type { Entry } from '../../core/entry/entry.js'
import { parseId } from '../../core/entry/id.js'
import { isName } from '../../core/choose/name.js'
import { parseEntry } from '../../core/entry/parse.js'
import { MAX_ENTRY_BYTES } from '../../core/entry/seal.js'
import { isSessionId } from '../../core/session/session-id.js'
import { listDir, readTextFile, statOf } from '../../platform/files/files.js'
import { type Damage, describeDamage, readEntry } from './entries.js'
import { quarantined } from './heads.js'
import { heldBy, idsOf, packPath, packsAmong, packsDir, readPack } from './packs.js'
import { journalPath, readNotes } from '../session/journal.js'
import { entriesDir, looseDir, type Project, sessionsDir, workstreamDir } from '../paths.js'
import { readPrompts } from '../session/prompts.js'

export interface Finding {
  kind: 'entry' | 'pack' | 'stray' | 'journal' | 'prompt'
  damage: Damage
  /** Somebody's edit: changed after it was saved, but still an entry. Repairing keeps it as a new one. */
  edit?: Entry
}

/** An entry that continues something which is not there. Nothing to repair: that one was lost or never came here. */
export interface MissingParent {
  name: string
  id: string
  parent: string
}

export interface Report {
  project: string
  entries: number
  notes: number
  prompts: number
  findings: Finding[]
  missing: MissingParent[]
}

/** One bad folder or file never hides the others: whatever cannot be looked at becomes a finding. */
export function verifyProject(project: Project): Report {
  const report: Report = { project: project.key, entries: 0, notes: 0, prompts: 0, findings: [], missing: [] }
  const parents: MissingParent[] = []
  const known = new Set<string>()
  for (const dir of [entriesDir(project), ...monthsIn(project, report)])
    for (const name of list(project, dir, report)) verifyWorkstream(project, dir, name, report, known, parents)
  report.missing = parents.filter(({ parent }) => !known.has(parent))
  for (const session of list(project, sessionsDir(project), report)) verifySession(project, session, report)
  return report
}

/** The folders of sessions that nobody named; anything else beside them is a stray. */
function monthsIn(project: Project, report: Report): string[] {
  const all = looseDir(project)
  return list(project, all, report)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const dir = join(all, name)
      if (/^\d{6}$/.test(name) && statOf(dir)?.isDirectory) return [dir]
      stray(project, report, { name, id: '', path: dir }, 'it is not the folder of a month')
      return []
    })
}

function verifyWorkstream(
  project: Project,
  shelf: string,
  name: string,
  report: Report,
  known: Set<string>,
  parents: MissingParent[],
): void {
  if (name.startsWith('.')) return
  const path = join(shelf, name)
  // Of a line that lies on another shelf nothing would be read.
  if (!isName(name) || workstreamDir(project, name) !== path)
    return stray(project, report, { name, id: '', path }, 'it is not the name of a workstream')
  if (!statOf(path)?.isDirectory) return stray(project, report, { name, id: '', path }, 'a workstream is a folder')
  const aside = quarantined(project, name)
  for (const id of [...aside.unpacked, ...aside.packs.map(({ last }) => last)]) known.add(id)
  for (const file of list(project, path, report)) {
    const id = file.endsWith('.md') ? file.slice(0, -3) : ''
    if (id === '' || file.startsWith('.')) continue
    if (parseId(id) === null)
      stray(project, report, { name, id, path: join(path, file) }, 'its name is not the id of an entry')
    else verifyEntry(project, name, id, report, known, parents)
  }
  verifyPacks(project, name, path, report, known, parents)
}

/** After the unpacked files, which may be packed meanwhile. A damaged pack is one finding, however much was in it. */
function verifyPacks(
  project: Project,
  name: string,
  workstream: string,
  report: Report,
  known: Set<string>,
  parents: MissingParent[],
): void {
  if (!statOf(packsDir(workstream))) return
  for (const pack of packsAmong(list(project, packsDir(workstream), report))) {
    const path = packPath(workstream, pack)
    attempt(project, path, report, () => {
      const ids = idsOf(workstream, pack).filter((id) => !known.has(id))
      if (readPack(path, pack) === undefined) {
        for (const id of [...ids, pack.first, pack.last]) known.add(id)
        const damage = { name, id: pack.first, path, reason: 'altered' } as const
        report.findings.push({ kind: 'pack', damage: describeDamage(project, damage, heldBy(pack)) })
        report.entries += pack.to - pack.from + 1
      } else for (const id of ids) verifyEntry(project, name, id, report, known, parents)
    })
  }
}

function verifyEntry(
  project: Project,
  name: string,
  id: string,
  report: Report,
  known: Set<string>,
  parents: MissingParent[],
): void {
  const read = readEntry(project, name, id)
  if (!read) return
  known.add(id)
  report.entries++
  if (read.entry) return void parents.push(...read.entry.parents.map((parent) => ({ name, id, parent })))
  const edit = readEdit(read.damage)
  report.findings.push({ kind: 'entry', damage: read.damage, ...(edit && { edit }) })
}

function verifySession(project: Project, session: string, report: Report): void {
  const path = join(sessionsDir(project), session)
  if (session.startsWith('.')) return
  if (!isSessionId(session) || !statOf(path)?.isDirectory) {
    return stray(project, report, { name: session, id: '', path }, 'it is not the folder of a session')
  }
  verifyJournal(project, session, report)
  attempt(project, path, report, () => {
    const queue = readPrompts(project, session)
    report.prompts += queue.prompts.length + queue.damaged.length
    report.findings.push(...queue.damaged.map((damage): Finding => ({ kind: 'prompt', damage })))
  })
}

function verifyJournal(project: Project, session: string, report: Report): void {
  const path = journalPath(project, session)
  attempt(project, path, report, () => {
    const { notes, torn } = readNotes(project, session)
    report.notes += notes.length
    if (torn === 0) return
    const detail =
      torn === 1 ? 'one line cannot be read; the others can' : `${torn} lines cannot be read; the others can`
    report.findings.push({
      kind: 'journal',
      damage: describeDamage(project, { name: session, id: 'journal', path, reason: 'altered' }, detail),
    })
  })
}

/** What parses although its seal is broken. A disk's bit flip may be among them: the original is kept beside it. */
function readEdit(damage: Damage): Entry | undefined {
  if (damage.reason !== 'altered' && damage.reason !== 'unsealed') return undefined
  try {
    const text = readTextFile(damage.path, MAX_ENTRY_BYTES)
    return text === null ? undefined : parseEntry(text)
  } catch {
    return undefined
  }
}

function stray(
  project: Project,
  report: Report,
  where: { name: string; id: string; path: string },
  detail: string,
): void {
  report.findings.push({ kind: 'stray', damage: describeDamage(project, { ...where, reason: 'misplaced' }, detail) })
}

function list(project: Project, dir: string, report: Report): string[] {
  let names: string[] = []
  attempt(project, dir, report, () => {
    names = listDir(dir).sort()
  })
  return names
}

function attempt(project: Project, path: string, report: Report, look: () => void): void {
  try {
    look()
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    report.findings.push({
      kind: 'stray',
      damage: describeDamage(project, { name: '', id: '', path, reason: 'unreadable' }, detail),
    })
  }
}
