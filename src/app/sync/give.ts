/** Gives a remote what is ours: first what waits from an earlier try, then what is new, a batch at a time. */
import { DogearError } from '../../core/errors.js'
import { statOf } from '../../platform/files/files.js'
import type { Remote } from '../../remotes/remote.js'
import { ownDir } from '../../store/paths.js'
import { readChain } from '../../store/sync/chains.js'
import type { OwnDevice } from '../../store/sync/device.js'
import { dropSent, readOutbox } from '../../store/sync/outbox.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import { readState } from '../../store/sync/state.js'
import type { World } from '../world.js'
import { readKeys } from './keys.js'
import { type Draft, helloOf, mint, mintBatch, type Minting, statement } from './mint.js'
import { countUnsent, countWaiting, draftsFor, forgottenSince, type Kept } from './publish.js'
import { readRoster, type Roster } from './roster.js'
import { keepUpWithKeys } from './seal.js'

export interface Giving {
  engine: Remote
  device: OwnDevice
  /** Told of `sent` as it goes; `total` is counted only where somebody watches. */
  progress?: (sent: number, total: number) => void
  /** It is time to end; what is left goes with the next exchange. */
  isOver: () => boolean
}

export interface Gave {
  sent: number
  kept: Kept[]
  /** The store is encrypted, and this device was given no key yet: all that is new stays here. */
  keyless: boolean
}

export async function giveAll(world: World, remote: KnownRemote, giving: Giving): Promise<Gave> {
  const { home } = world
  const { store } = remote
  const { device, progress } = giving
  if (readChain(home, store, device.id).tip.seq === 0) mint(world, { store, device, sealing: null }, [helloOf(device)])
  await keepUpWithKeys(world, remote)
  const roster = readRoster(home, store)
  const keys = await readKeys(home, roster.store, store)
  const key = keys.keys.get(keys.epoch)?.[0]
  const where: Minting = { store, device, sealing: key === undefined ? null : { epoch: keys.epoch, key } }
  const total = progress ? countUnsent(world, remote, device.id) + countWaiting(home, store, device.id) : 0
  let sent = 0
  const send = async (): Promise<void> => {
    sent += await sendOutbox(home, store, giving, (now) => progress?.(sent + now, total))
  }
  await send()
  const kept: Kept[] = []
  // Without its key nothing of an encrypted store may go out.
  if (roster.store?.encrypted === true && !where.sealing) return { sent, kept, keyless: true }
  const all = [
    ...(readState(home, store).forgotten === forgottenStamp(home) ? [] : [forgottenSince(world, remote, device.id)]),
    projectsFor(remote, roster),
    draftsFor(world, remote, device.id, (one) => kept.push(one)),
  ]
  for (const drafts of all) {
    const left = drafts[Symbol.iterator]()
    while (!giving.isOver() && mintBatch(world, where, left) > 0) await send()
  }
  return { sent, kept, keyless: false }
}

function projectsFor({ projects }: KnownRemote, roster: Roster): Draft[] {
  return projects.flatMap(({ syncId, publish }) =>
    publish && !roster.projects.has(syncId) ? [statement('project', { ...publish }, syncId)] : [],
  )
}

async function sendOutbox(
  home: string,
  store: string,
  { engine, device }: Giving,
  progress: (sent: number) => void,
): Promise<number> {
  let sent = 0
  for (const { path, batch } of readOutbox(home, store, readChain(home, store, device.id).tip.seq)) {
    const answers = await engine.push(batch)
    if (answers.includes('differs')) {
      throw new DogearError('damaged', 'something else lies on the remote where this device writes', {
        expected: 'a branch, folder or table that only this device writes to',
        next: 'dogear sync status; if this home was copied or set back: dogear sync remove, then sync add again',
      })
    }
    dropSent(path)
    sent += batch.length
    progress(sent)
  }
  return sent
}

/** Changes when something was forgotten in this home. */
export function forgottenStamp(home: string): string {
  return `${statOf(`${ownDir(home)}/forgotten.jsonl`)?.size ?? 0}`
}
