/**
 * One exchange with one store: take what is new, give what is ours. Called by `dogear sync` while somebody watches, and by the
 * process that a save starts in the background. A local save never waits for any of this.
 */
import { DogearError } from '../../core/errors.js'
import { statOf } from '../../platform/files/files.js'
import { envAround } from '../../platform/git/outside.js'
import { connect } from '../../remotes/connect.js'
import type { Remote } from '../../remotes/remote.js'
import { ownDir, storeDir } from '../../store/paths.js'
import { devicesKnown, readChain } from '../../store/sync/chains.js'
import { ensureDevice, type OwnDevice } from '../../store/sync/device.js'
import { dropSent, readOutbox } from '../../store/sync/outbox.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import { noteStopped, readState, type SyncState, writeState } from '../../store/sync/state.js'
import type { World } from '../world.js'
import { readKeys } from './keys.js'
import { helloOf, mint, type Sealing, statement } from './mint.js'
import { draftsFor, forgottenSince, type Kept } from './publish.js'
import { readRoster, type Roster } from './roster.js'
import { keepUpWithKeys } from './seal.js'
import { takeAll } from './take.js'

export interface ExchangeOptions {
  /** Is a person there to be asked for a password? */
  interactive: boolean
  /** By `performance.now()`. */
  deadlineMs: number
  /** What is ours goes out, too. */
  push: boolean
  progress?: (what: 'taken' | 'sent', count: number) => void
}

export interface Exchanged {
  taken: number
  sent: number
  /** Devices that are not followed, and why. */
  broken: { device: string; why: string }[]
  rewritten: string[]
  kept: Kept[]
}

/** Whatever happens is kept for `sync status`; an error is thrown on. */
export async function exchange(world: World, remote: KnownRemote, options: ExchangeOptions): Promise<Exchanged> {
  const { home, tag } = world
  const before = readState(home, remote.store)
  const nowMs = world.now().ms
  const device = ensureDevice(home, tag)
  const engine = await connect(remote, {
    store: remote.store,
    scratch: `${storeDir(home, remote.store)}/scratch`,
    device: device.id,
    tag,
    env: envAround(world, world.cwd),
    interactive: options.interactive,
    deadlineMs: options.deadlineMs,
  })
  const state: SyncState = { ...before, lastTry: nowMs }
  try {
    const { rewritten, mayWrite } = await engine.open()
    const progress = (taken: number): void => options.progress?.('taken', taken)
    const took = await takeAll(world, remote, { engine, own: device.id, progress })
    state.lastPull = nowMs
    const gone = await withheld(engine, { home, store: remote.store, own: device.id }, rewritten)
    const isOut = options.push && mayWrite && remote.pullOnly !== true
    const gave = isOut
      ? await giveAll(world, remote, { engine, device, options })
      : { sent: 0, kept: before.kept ?? [] }
    if (isOut)
      Object.assign(state, {
        lastPush: nowMs,
        acked: readChain(home, remote.store, device.id).tip.seq,
        kept: gave.kept,
      })
    Object.assign(state, {
      rewritten: gone,
      broken: took.broken,
      forgotten: isOut ? forgottenStamp(home) : state.forgotten,
    })
    delete state.failing
    writeState(home, remote.store, state, tag)
    noteStopped(home, tag)
    return { taken: took.taken, ...gave, broken: took.broken, rewritten: gone }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const times = (before.failing?.times ?? 0) + 1
    const since = before.failing?.since ?? nowMs
    writeState(
      home,
      remote.store,
      { ...state, failing: { since, times, message, nextTry: nowMs + backoff(times) } },
      tag,
    )
    noteStopped(home, tag)
    throw error instanceof DogearError
      ? error
      : new DogearError('disk-failed', message, { cause: error, next: 'dogear sync status' })
  } finally {
    await engine.close().catch(() => {})
  }
}

/** Up to an hour, of random length, so that many devices do not come back together. */
function backoff(times: number): number {
  const most = Math.min(3_600_000, 10_000 * 2 ** Math.min(times, 9))
  return most / 2 + Math.random() * (most / 2)
}

interface Session {
  engine: Remote
  device: OwnDevice
  options: ExchangeOptions
}

/** What was seen of a device and is not there any more, or not so far: rewritten, or withheld from us. */
async function withheld(
  engine: Remote,
  { home, store, own }: { home: string; store: string; own: string },
  rewritten: readonly string[],
): Promise<string[]> {
  const there = new Map<string, number>()
  for await (const { device, seq } of engine.have()) there.set(device, Math.max(seq, there.get(device) ?? 0))
  const gone = new Set(rewritten)
  for (const device of devicesKnown(home, store)) {
    const acked = device === own ? (readState(home, store).acked ?? 0) : readChain(home, store, device).tip.seq
    if ((there.get(device) ?? 0) < acked) gone.add(device)
  }
  return [...gone]
}

/** First what waits from an earlier try, then what is new. */
async function giveAll(
  world: World,
  remote: KnownRemote,
  { engine, device, options }: Session,
): Promise<{ sent: number; kept: Kept[] }> {
  const { home } = world
  const { store } = remote
  if (readChain(home, store, device.id).tip.seq === 0) mint(world, { store, device, sealing: null }, [helloOf(device)])
  await keepUpWithKeys(world, remote)
  const roster = readRoster(home, store)
  const keys = await readKeys(home, roster.store, store)
  let sent = await sendOutbox(home, store, { engine, device, options })
  const key = keys.keys.get(keys.epoch)?.[0]
  const sealing: Sealing | null = key === undefined ? null : { epoch: keys.epoch, key }
  const kept: Kept[] = []
  // Without its key nothing of an encrypted store may go out.
  if (roster.store?.encrypted !== true || sealing) {
    if (readState(home, store).forgotten !== forgottenStamp(home))
      mint(world, { store, device, sealing }, forgottenSince(world, remote, device.id))
    mint(world, { store, device, sealing }, projectsFor(remote, roster))
    mint(
      world,
      { store, device, sealing },
      draftsFor(world, remote, device.id, (one) => kept.push(one)),
    )
    sent += await sendOutbox(home, store, { engine, device, options })
  }
  return { sent, kept }
}

function projectsFor({ projects }: KnownRemote, roster: Roster): ReturnType<typeof statement>[] {
  return projects.flatMap(({ syncId, publish }) =>
    publish && !roster.projects.has(syncId) ? [statement('project', { ...publish }, syncId)] : [],
  )
}

async function sendOutbox(home: string, store: string, { engine, device, options }: Session): Promise<number> {
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
    options.progress?.('sent', sent)
  }
  return sent
}

/** Changes when something was forgotten in this home. */
function forgottenStamp(home: string): string {
  return `${statOf(`${ownDir(home)}/forgotten.jsonl`)?.size ?? 0}`
}
