/** All remotes, one after the other: for `dogear sync`, and for the process in the background. One syncer per home. */
import { DogearError } from '../../core/errors.js'
import { isFingerprint, wordsOf } from '../../core/sync/words.js'
import { takeLock } from '../../platform/files/lock.js'
import { sleep } from '../../platform/process/self.js'
import { locksDir } from '../../store/paths.js'
import { type KnownRemote, readRemotes } from '../../store/sync/remotes.js'
import { readState } from '../../store/sync/state.js'
import type { World } from '../world.js'
import { exchange, type Exchanged, type ExchangeOptions } from './exchange.js'
import { clearMark, isMarked } from './wake.js'

export interface Synced {
  remote: KnownRemote
  result?: Exchanged
  error?: DogearError
}

/** While somebody waits. Another one that runs is waited for. */
export async function syncNow(world: World, options: Omit<ExchangeOptions, 'push'>): Promise<Synced[]> {
  const remotes = readRemotes(world.home)
  if (remotes.length === 0) throw noRemotes()
  const lock = takeLock(`${locksDir(world.home)}/sync`, world.tag, WAIT_MS)
  if (!lock)
    throw new DogearError('disk-failed', 'another dogear is syncing this home', { next: 'try again in a moment' })
  try {
    clearMark(world.home)
    return await all(world, remotes, { ...options, push: pushes(world) })
  } finally {
    lock.release()
  }
}

const WAIT_MS = 20_000

/** In the background: nobody is asked, nothing is said, and it ends within a minute. */
export async function syncQuietly(world: World): Promise<void> {
  // Saves come in bursts.
  sleep(COALESCE_MS)
  const lock = takeLock(`${locksDir(world.home)}/sync`, world.tag)
  if (!lock) return
  const deadlineMs = performance.now() + BACKGROUND_MS
  try {
    // What is saved while it runs goes out before it ends.
    do {
      clearMark(world.home)
      const due = readRemotes(world.home).filter(({ store }) => isDue(world, store))
      await all(world, due, { interactive: false, deadlineMs, push: pushes(world) })
    } while (isMarked(world.home) && performance.now() < deadlineMs)
  } finally {
    lock.release()
  }
}

function isDue(world: World, store: string): boolean {
  return (readState(world.home, store).failing?.nextTry ?? 0) <= world.now().ms
}

const COALESCE_MS = 300
const BACKGROUND_MS = 55_000

/** A machine that is thrown away takes, and does not become a device of its own, unless told. */
function pushes({ env }: World): boolean {
  return !env['CI'] || env['DOGEAR_SYNC'] === 'push'
}

async function all(world: World, remotes: readonly KnownRemote[], options: ExchangeOptions): Promise<Synced[]> {
  const done: Synced[] = []
  for (const remote of remotes) {
    try {
      done.push({ remote, result: await exchange(world, remote, options) })
    } catch (error) {
      if (!(error instanceof DogearError)) throw error
      done.push({ remote, error })
    }
  }
  return done
}

export function noRemotes(): DogearError {
  return new DogearError('not-found', 'no remote was added, so nothing is ever sent anywhere', {
    expected: 'a private git repository, a folder that is carried around, or a PostgreSQL database',
    next: 'dogear sync add git@HOST:ME/notes.git',
  })
}

/** By its URL, its end, or its words; the only one where none is named. */
export function remoteCalled(remotes: readonly KnownRemote[], which: string | undefined): KnownRemote {
  const found = remotes.filter(
    ({ url, store }) => which === undefined || url === which || isFingerprint(which, store) || url.endsWith(which),
  )
  const [remote] = found
  if (!remote || found.length > 1) {
    throw new DogearError(remote ? 'bad-input' : 'not-found', remote ? 'which remote?' : 'there is no such remote', {
      expected: remotes.map(({ store }) => wordsOf(store)).join(' or '),
      next: 'dogear sync status',
    })
  }
  return remote
}
