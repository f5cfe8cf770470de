/** The remotes that the user has added: `sync/remotes.json`. Without one nothing is ever sent anywhere. */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { DogearError } from '../../core/errors.js'
import type { EngineId } from '../../core/sync/address.js'
import type { Audience } from '../../core/sync/members.js'
import { ensureDir, readTextFile, replaceDurable, statOf } from '../../platform/files/files.js'
import { withLock } from '../../platform/files/lock.js'
import { locksDir, syncDir } from '../paths.js'

export interface KnownRemote {
  engine: EngineId
  /** With its password, if it has one: the file is for its owner's eyes only. */
  url: string
  /** The id of the store, which pins its founder. */
  store: string
  audience: Audience
  /** The person this user is there: the first of their devices. */
  me: string
  /** This device only takes: a throw-away machine. */
  pullOnly?: boolean
  projects: LinkedProject[]
}

/** A project of this home, and what it is called on the remote. */
export interface LinkedProject {
  key: string
  syncId: string
  /** It was new there: what is told of it, once. */
  publish?: { slug: string; origin?: string }
}

const MAX_BYTES = 1_000_000

/** Cheap where there are none, as in most homes. */
export function hasRemotes(home: string): boolean {
  return statOf(pathOf(home)) !== null
}

export function readRemotes(home: string): KnownRemote[] {
  const text = readTextFile(pathOf(home), MAX_BYTES)
  if (text === null) return []
  const record = openRecord(text.trim())
  if (!record || !Array.isArray(record['remotes'])) {
    throw new DogearError('damaged', `${pathOf(home)} is not as dogear wrote it`, {
      next: 'move it away, then add the remote again: dogear sync add URL',
    })
  }
  return record['remotes'] as KnownRemote[]
}

/** While no other process changes them. */
export function changeRemotes(
  home: string,
  tag: string,
  change: (remotes: KnownRemote[]) => KnownRemote[],
): KnownRemote[] {
  ensureDir(syncDir(home), home)
  const done = withLock(`${locksDir(home)}/remotes`, tag, () => {
    const remotes = change(readRemotes(home))
    replaceDurable(pathOf(home), `${sealRecord({ remotes })}\n`, tag)
    return remotes
  })
  if (done.held) return done.value
  throw new DogearError('disk-failed', 'another process is changing the remotes', { next: 'try again' })
}

export function changeRemote(home: string, tag: string, store: string, change: Partial<KnownRemote>): void {
  changeRemotes(home, tag, (all) => all.map((one) => (one.store === store ? { ...one, ...change } : one)))
}

function pathOf(home: string): string {
  return `${syncDir(home)}/remotes.json`
}
