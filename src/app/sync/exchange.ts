/**
 * One exchange with one store: take what is new, give what is ours. Called by `dogear sync` while somebody watches, and by the
 * process that a save starts in the background. A local save never waits for any of this.
 */
import { DogearError } from '../../core/errors.js'
import { envAround } from '../../platform/git/outside.js'
import { inLittleRoom } from '../../platform/process/memory.js'
import { connect } from '../../remotes/connect.js'
import type { Remote } from '../../remotes/remote.js'
import { storeDir } from '../../store/paths.js'
import { devicesKnown, readChain } from '../../store/sync/chains.js'
import { ensureDevice } from '../../store/sync/device.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import { noteStopped, readState, type SyncState, writeState } from '../../store/sync/state.js'
import type { World } from '../world.js'
import { forgottenStamp, giveAll } from './give.js'
import type { Kept } from './publish.js'
import { takeAll } from './take.js'

export interface ExchangeOptions {
  /** Is a person there to be asked for a password? */
  interactive: boolean
  /** By `performance.now()`. */
  deadlineMs: number
  /** What is ours goes out, too. */
  push: boolean
  /** Of how many: as far as that is known. */
  progress?: (what: 'taken' | 'sent', count: number, total: number) => void
}

export interface Exchanged {
  taken: number
  sent: number
  /** Devices that are not followed, and why. */
  broken: { device: string; why: string }[]
  rewritten: string[]
  kept: Kept[]
  /** Nothing new was given: no key of the encrypted store is here yet. */
  keyless: boolean
  /** The time was over before everything was taken and given: it goes on with the next. */
  unfinished: boolean
}

/** So long before its deadline it begins nothing new. */
const ENDING_MS = 5000

/** Whatever happens is kept for `sync status`; an error is thrown on. */
export function exchange(world: World, remote: KnownRemote, options: ExchangeOptions): Promise<Exchanged> {
  return inLittleRoom(() => exchangeOnce(world, remote, options))
}

async function exchangeOnce(world: World, remote: KnownRemote, options: ExchangeOptions): Promise<Exchanged> {
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
    const isOver = (): boolean => performance.now() > options.deadlineMs - ENDING_MS
    const { progress } = options
    const took = await takeAll(world, remote, {
      engine,
      own: device.id,
      isOver,
      ...(progress && { progress: (taken: number, total: number) => progress('taken', taken, total) }),
    })
    state.lastPull = nowMs
    const gone = await withheld(engine, { home, store: remote.store, own: device.id }, rewritten)
    const isOut = options.push && mayWrite && remote.pullOnly !== true
    const gave = isOut
      ? await giveAll(world, remote, {
          engine,
          device,
          isOver,
          ...(progress && { progress: (sent: number, total: number) => progress('sent', sent, total) }),
        })
      : { sent: 0, kept: before.kept ?? [], keyless: false }
    const unfinished = isOver()
    if (isOut)
      Object.assign(state, {
        lastPush: nowMs,
        acked: readChain(home, remote.store, device.id).tip.seq,
        kept: gave.kept,
      })
    Object.assign(state, {
      rewritten: gone,
      broken: took.broken,
      unfinished,
      forgotten: isOut && !unfinished ? forgottenStamp(home) : state.forgotten,
    })
    delete state.failing
    writeState(home, remote.store, state, tag)
    noteStopped(home, tag)
    return { taken: took.taken, ...gave, broken: took.broken, rewritten: gone, unfinished }
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
