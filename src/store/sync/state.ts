/** How the exchange with a store went, for `sync status`, `doctor` and the next try: `sync/<store>/state.json`. Derived. */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { ensureDir, readTextFile, removeFile, replaceDerived } from '../../platform/files/files.js'
import { storeDir, syncDir } from '../paths.js'
import { readRemotes } from './remotes.js'

export interface SyncState {
  /** Times as Date.now() counts. */
  lastTry?: number
  lastPush?: number
  lastPull?: number
  /** Since when it fails, how often, what it last said, and when it is tried again. */
  failing?: { since: number; times: number; message: string; nextTry: number }
  /** Records of this device that the remote has. */
  acked?: number
  /** The time was over before all was exchanged. */
  unfinished?: boolean
  rewritten?: string[]
  /** Devices whose chain has a hole or a fork. */
  broken?: { device: string; why: string }[]
  /** Entries that do not go out, each named once. */
  kept?: { id: string; name: string; why: string }[]
  /** How the list of forgotten texts looked when it was last told. */
  forgotten?: string
}

const MAX_BYTES = 4_000_000

export function readState(home: string, store: string): SyncState {
  try {
    const record = openRecord(readTextFile(pathOf(home, store), MAX_BYTES) ?? '')
    const { check: _, ...state } = record ?? {}
    return state as SyncState
  } catch {
    return {}
  }
}

export function writeState(home: string, store: string, state: SyncState, tag: string): void {
  ensureDir(storeDir(home, store), home)
  replaceDerived(pathOf(home, store), sealRecord(state), tag)
}

/** For the status line, which reads one small file: since when a remote does not answer. */
export function noteStopped(home: string, tag: string): void {
  const since = readRemotes(home).flatMap(({ store }) => readState(home, store).failing?.since ?? [])
  const path = `${syncDir(home)}/stopped`
  if (since.length > 0) replaceDerived(path, `${Math.min(...since)}\n`, tag)
  else removeFile(path)
}

function pathOf(home: string, store: string): string {
  return `${storeDir(home, store)}/state.json`
}
