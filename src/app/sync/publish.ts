/** What this device has to tell a store: its own entries that are not there yet, and what was forgotten since. */
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { redactFinished } from '../../core/redact/finished.js'
import { redactEntry } from '../../core/redact/redact.js'
import { REDACTION } from '../../core/redact/version.js'
import { goesOut, type Sharing } from '../../core/sync/audience.js'
import { listDir, removeTree } from '../../platform/files/files.js'
import { digest } from '../../platform/keys.js'
import { readEntry, readEntryText } from '../../store/entries/entries.js'
import { listEntryIds, listWorkstreams } from '../../store/entries/listing.js'
import { isOwnText } from '../../store/own.js'
import { projectAt, type Project, storeDir } from '../../store/paths.js'
import { deviceOf } from '../../store/sync/authors.js'
import { cutChain, linksOf, readChain } from '../../store/sync/chains.js'
import { readDevice } from '../../store/sync/device.js'
import { readOutbox } from '../../store/sync/outbox.js'
import { hasRemotes, type KnownRemote, type LinkedProject, readRemotes } from '../../store/sync/remotes.js'
import { readState } from '../../store/sync/state.js'
import { readSharing } from '../../store/sync/sharing.js'
import type { World } from '../world.js'
import type { Draft } from './mint.js'

/** An entry that stays here although its line goes out. */
export interface Kept {
  id: string
  name: string
  why: string
}

/** The drafts come one by one: a home of many years is not held in memory. */
export function* draftsFor(
  { home }: World,
  remote: KnownRemote,
  device: string,
  kept: (one: Kept) => void,
): Generator<Draft> {
  const { links: sent } = readChain(home, remote.store, device)
  for (const { key, syncId } of remote.projects) {
    const project = projectAt(home, key)
    const sharing = readSharing(project)
    for (const name of listWorkstreams(project)) {
      const ids = listEntryIds(project, name).filter((id) => !sent.has(id) && deviceOf(home, id) === undefined)
      if (ids.length === 0 || !goesOut(name, namesBefore(project, name, sharing), sharing, remote.audience)) continue
      for (const id of ids) {
        const draft = draftOf(project, { name, id }, syncId, kept)
        if (draft) yield draft
      }
    }
  }
}

/** How many of this device's entries are not there yet, by their names alone. */
export function countUnsent({ home }: World, remote: KnownRemote, device: string): number {
  const { links: sent } = readChain(home, remote.store, device)
  return remote.projects.reduce((sum, { key }) => {
    const project = projectAt(home, key)
    const sharing = readSharing(project)
    const lines = listWorkstreams(project).filter((name) =>
      goesOut(name, namesBefore(project, name, sharing), sharing, remote.audience),
    )
    const count = (name: string): number =>
      listEntryIds(project, name).filter((id) => !sent.has(id) && deviceOf(home, id) === undefined).length
    return sum + lines.reduce((of, name) => of + count(name), 0)
  }, 0)
}

/** Entries that are signed and wait in the outbox. */
export function countWaiting(home: string, store: string, device: string): number {
  let count = 0
  for (const { batch } of readOutbox(home, store, readChain(home, store, device).tip.seq))
    count += batch.filter(({ id }) => id !== '').length
  return count
}

/** Only asked where something was said about any line. */
function namesBefore(project: Project, name: string, { local, shared }: Sharing): string[] {
  if (local.length + shared.length === 0) return []
  return listEntryIds(project, name).flatMap((id) => {
    const entry = readEntry(project, name, id)?.entry
    return (entry && lineKeysOf(entry).renames) ?? []
  })
}

function draftOf(
  project: Project,
  { name, id }: { name: string; id: string },
  syncId: string,
  kept: (one: Kept) => void,
): Draft | null {
  const text = readEntryText(project, name, id)
  // What somebody else wrote is theirs to publish; what cannot be read is told by verify.
  if (text === null || !isOwnText(project.home, id, text)) return null
  const entry = readEntry(project, name, id)?.entry
  if (!entry) return null
  if (lineKeysOf(entry).redaction !== REDACTION && holdsSecret(text)) {
    kept({ id, name, why: 'it holds what looks like a secret by the rules of today' })
    return null
  }
  return { kind: 'entry', project: syncId, id, name, body: text, text }
}

/** By the rules of today, where it was saved under others. Field by field: what the program makes up looks like much. */
function holdsSecret(text: string): boolean {
  if (redactFinished(text) === text) return false
  const entry = parseEntry(text)
  return printEntry(redactEntry(entry)) !== printEntry(entry)
}

/** How many older entries name this machine and its folders in clear. */
export function countOldForms(home: string, projects: readonly LinkedProject[]): number {
  let count = 0
  for (const { key } of projects) {
    const project = projectAt(home, key)
    for (const name of listWorkstreams(project))
      for (const id of listEntryIds(project, name)) {
        const text = readEntryText(project, name, id)
        if (text !== null && /^(?: {2}host| {2}worktree):/m.test(text.slice(0, text.indexOf('\n---\n')))) count++
      }
  }
  return count
}

/** What was sent and says something else now: `forget` took a text out of it. */
export function* forgottenSince({ home }: World, remote: KnownRemote, device: string): Generator<Draft> {
  const { links } = readChain(home, remote.store, device)
  const again = new Map<string, string | undefined>()
  for (const [seq] of links.where(({ kind }) => kind === 'forget')) again.set(links.idAt(seq), undefined)
  if (again.size > 0)
    for (const { kind, id, text } of linksOf(home, remote.store, device)) if (kind === 'forget') again.set(id, text)
  for (const { kind, seq, id, name, project: syncId, text: first } of linksOf(home, remote.store, device)) {
    if (kind !== 'entry' || links.numberOf(id) !== seq) continue
    const sent = again.get(id) ?? first
    const key = remote.projects.find((one) => one.syncId === syncId)?.key
    const text = key === undefined || name === undefined ? null : readEntryText(projectAt(home, key), name, id)
    if (text === null || sent === undefined || digest(text) === sent) continue
    if (!parseEntry(text).extraKeys['forgotten']) continue
    const says = { old: sent }
    yield {
      kind: 'forget',
      project: syncId,
      id,
      name: name as string,
      body: JSON.stringify({ ...says, text }),
      text,
      says,
    }
  }
}

/**
 * What waits to be sent and may hold a text that is to be forgotten is taken back, and made anew from what is left. To how many places
 * something was sent before: what is there cannot be taken back, only replaced.
 */
export function takeBackUnsent({ home, tag }: World): number {
  const device = hasRemotes(home) ? readDevice(home) : null
  if (!device) return 0
  for (const { store } of readRemotes(home)) {
    const [waiting] = readOutbox(home, store, readChain(home, store, device.id).tip.seq)
    const first = waiting?.batch[0]
    // The first records of a store say who this device is: they hold nothing to forget.
    if (!first || first.id === '') continue
    cutChain(home, store, device.id, first.seq - 1, tag)
    removeTree(`${storeDir(home, store)}/outbox`)
  }
  return readRemotes(home).filter(
    ({ store }) => (readState(home, store).acked ?? 0) > 0 && listDir(storeDir(home, store)).length > 0,
  ).length
}
