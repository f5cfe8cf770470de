/**
 * Which line a session is on: the one it last saved to or resumed, whatever did it. Hooks keep it in the state of the session,
 * which they read anyway; a file in the session's folder keeps it for sessions without hooks and for terminals.
 */
import { dirname, join } from 'node:path'
import { compareIds, parseId } from '../../core/entry/id.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { isName, labelFrom } from '../../core/choose/name.js'
import { ensureDir, readTextFile, replaceDurable, settleDir } from '../../platform/files/files.js'
import { hasEntry, readEntry } from '../entries/entries.js'
import { readOwnHeadIds } from '../entries/heads.js'
import { listLine } from '../entries/listing.js'
import { sessionDir, type Project } from '../paths.js'
import { changeHookState, readHookState, type HookState } from './hook-state.js'

export interface On {
  name: string
  /** The entry it made or was given last. */
  id: string
  /** The branch that the line got its name from. On another branch the session leaves it. */
  branch?: string
}

/** `branch`: the one that is checked out, which may have given the line its name. */
export function onLine({ name, id }: Pick<On, 'name' | 'id'>, branch: string | undefined): On {
  const named = branch === undefined ? null : labelFrom(branch)
  const isNamedAfter = named !== null && (name === named.slug || name === named.hashed)
  return isNamedAfter && branch !== undefined ? { name, id, branch } : { name, id }
}

/** Null: it is on none yet, or on one that is gone. */
export function readOn(project: Project, session: string): On | null {
  const state = readHookState(project.home, session)
  // The state knows of every save and resume of its session, the file only of those by command or tool.
  const on = state?.on ?? onOfOld(state) ?? parseOn(readIfWhole(join(sessionDir(project, session), 'on')))
  return on && isThere(project, on) ? on : null
}

/** As 0.1.0 and 0.2.0 kept it, in sessions that outlive an update. */
function onOfOld(state: HookState | null): On | null {
  const id = state?.lastSave?.id ?? state?.resumed
  return state?.workstream !== undefined && id !== undefined ? { name: state.workstream, id } : null
}

/** Returns when it would survive a power cut. A session that is on it already, as after resuming it again, waits for no disk. */
export function writeOn(project: Project, session: string, on: On, tag: string): void {
  const folder = sessionDir(project, session)
  const path = join(folder, 'on')
  const text = `${[on.name, on.id, on.branch].filter(Boolean).join(' ')}\n`
  const before = readIfWhole(path)
  if (before !== text) {
    ensureDir(folder, project.home)
    if (before === '') settleDir(folder, dirname(folder))
    replaceDurable(path, text, tag)
  }
  // Whatever was asked before it: who saves or resumes is at work.
  const change = { on, workstream: on.name, quick: false }
  if (readHookState(project.home, session)) changeHookState(project.home, session, change)
}

/** The user does not want to go on with it: what the session does next is no part of that work. */
export function leaveLine(project: Project, session: string, { name }: On, tag: string): void {
  if (readOn(project, session)?.name !== name) return
  const path = join(sessionDir(project, session), 'on')
  if (readIfWhole(path) !== '') replaceDurable(path, '', tag)
  const change = { on: undefined, workstream: undefined, resumed: undefined, offered: undefined }
  if (readHookState(project.home, session)) changeHookState(project.home, session, change)
}

const MAX_ON_BYTES = 4000

/** Something else in its place says nothing, and is written over. */
function readIfWhole(path: string): string {
  try {
    return readTextFile(path, MAX_ON_BYTES) ?? ''
  } catch {
    return ''
  }
}

export function isThere(project: Project, { name, id }: On): boolean {
  try {
    return isName(name) && parseId(id) !== null && hasEntry(project, name, id)
  } catch {
    return false
  }
}

function parseOn(text: string): On | null {
  const [name = '', id = '', branch] = text.trim().split(' ')
  return isName(name) && parseId(id) ? { name, id, ...(branch === undefined ? {} : { branch }) } : null
}

const MAX_RENAMES = 20

/** Naming leaves a mark behind that says where the line goes on. */
export function followed(project: Project, on: On): On {
  let now = on
  for (let step = 0; step < MAX_RENAMES; step++) {
    if (isNewest(project, now)) return now
    const next = readOwnHeadIds(project, now.name).includes(now.id) ? null : moved(project, now)
    if (!next) return now
    now = { ...next, ...(now.branch === undefined ? {} : { branch: now.branch }) }
  }
  return now
}

/** Whatever continues an entry has a later id, so nothing has to be read. */
function isNewest(project: Project, { name, id }: On): boolean {
  return listLine(project, name).unpacked.every((other) => compareIds(other, id) <= 0)
}

/** By the first mark behind it: the name may have been given to other work since, and that one taken another again. */
function moved(project: Project, { name, id }: On): On | null {
  const later = listLine(project, name).unpacked.filter((other) => compareIds(other, id) > 0)
  for (const one of later.toSorted(compareIds)) {
    const mark = markIn(project, name, one)
    if (mark) return mark
  }
  return null
}

/** Where a line goes on that was given another name, and ends under this one. Null: it was not. */
export function movedTo(project: Project, name: string): On | null {
  const [newest] = readOwnHeadIds(project, name)
  const next = newest === undefined ? null : markIn(project, name, newest)
  return next && followed(project, next)
}

/** A name that was given up means the line that had it, as long as no other line took it. */
export function nameNow(project: Project, name: string): string {
  return (isName(name) && movedTo(project, name)?.name) || name
}

/** Where somebody else says that a line goes on is no answer to where mine does. */
function markIn(project: Project, name: string, id: string): On | null {
  const entry = readEntry(project, name, id)?.entry
  return (entry && !entry.foreign && lineKeysOf(entry).continued) || null
}
