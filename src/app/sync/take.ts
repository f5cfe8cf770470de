/** Takes what is new on a remote: record by record, weighed by receive.ts, and in as many passes as it takes. */
import { parseId } from '../../core/entry/id.js'
import { mayWrite } from '../../core/sync/members.js'
import type { Sealed } from '../../core/sync/record.js'
import type { Remote, Vector } from '../../remotes/remote.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { isGone } from '../../store/own.js'
import { projectAt, type Project } from '../../store/paths.js'
import { type Author, nameDevices } from '../../store/sync/authors.js'
import { devicesKnown, followLink, readChain, settleLinks } from '../../store/sync/chains.js'
import type { Link, Said } from '../../store/sync/links.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import { isEarly } from '../carry/accept.js'
import type { World } from '../world.js'
import { readKeys } from './keys.js'
import { makePending } from './pending.js'
import { isOpen, NotFollowed, NotKept, receive, type Received, type Receiving } from './receive.js'
import { authorOf, readRoster } from './roster.js'

interface Took {
  taken: number
  broken: { device: string; why: string }[]
}

interface Taking {
  engine: Remote
  own: string
  /** Records that were looked at; `total` is asked for only where somebody watches. */
  progress?: (looked: number, total: number) => void
  /** It is time to end; what is left is taken with the next exchange. */
  isOver: () => boolean
}

/** Who may write is known only when all statements are here: so what had to wait is asked for once more. */
export async function takeAll(
  world: World,
  remote: KnownRemote,
  { engine, own, progress, isOver }: Taking,
): Promise<Took> {
  const { home, tag } = world
  const total: Took = { taken: 0, broken: [] }
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const receiving: Receiving = {
      world,
      remote,
      own,
      roster: readRoster(home, remote.store),
      keys: await keysOf(home, remote),
      pending: makePending(),
      chainOf: lookedUpOnce((device) => readChain(home, remote.store, device)),
    }
    const vector = vectorOf(receiving)
    const expected = progress ? await countNew(engine, vector) : 0
    const took = await takeOnce(receiving, engine.pull(vector), {
      progress: (count) => progress?.(count, expected),
      isOver,
    })
    total.taken += took.taken
    total.broken = took.broken
    nameAll(home, remote, tag)
    if ((!took.changesRoster && took.taken === 0) || isOver()) break
    const now = { ...receiving, roster: readRoster(home, remote.store), keys: await keysOf(home, remote) }
    if (!took.isShort && !hasDue(now)) break
  }
  return total
}

/** The founder lets an admin in, who lets a member in, who brings a device: each pass goes one step further. */
const MAX_PASSES = 12

async function takeOnce(
  receiving: Receiving,
  records: AsyncIterable<Sealed>,
  { progress, isOver }: { progress: (count: number) => void; isOver: () => boolean },
): Promise<Took & { changesRoster: boolean; isShort: boolean }> {
  const { home } = receiving.world
  const { store } = receiving.remote
  const broken = new Map<string, string>()
  let [looked, taken, changesRoster, isShort] = [0, 0, false, false]
  let [device, links]: [string, Link[]] = ['', []]
  const settle = (): void => {
    receiving.pending.write(home)
    settleLinks(home, store, device, links)
    links = []
  }
  try {
    for await (const sealed of records) {
      if (sealed.device !== device || links.length >= SETTLE_EVERY || receiving.pending.isFull()) {
        settle()
        if (isOver()) break
      }
      device = sealed.device
      progress(++looked)
      if (broken.has(device)) continue
      try {
        const received: Received | null = receive(receiving, sealed)
        if (!received) continue
        links.push(received.link)
        followLink(home, store, device, received.link)
        // A statement changes what the next record may do.
        if (received.changesRoster) {
          changesRoster = true
          settle()
          receiving.roster = readRoster(home, store)
          if (received.link.kind === 'keys') receiving.keys = await keysOf(home, receiving.remote)
        }
        const { kind, fate } = received.link
        if (kind === 'entry' && fate === 'here' && device !== receiving.own) taken++
      } catch (error) {
        if (!(error instanceof NotFollowed)) throw error
        broken.set(device, error.message)
        isShort ||= error instanceof NotKept
      }
    }
  } finally {
    // Also where the connection was lost: what has come need not come again.
    settle()
  }
  const named = [...broken].slice(0, MAX_NAMED).map(([of, why]) => ({ device: of, why }))
  return { taken, changesRoster, isShort, broken: named }
}

/** Anybody who reaches the remote can make as many as they like. */
const MAX_NAMED = 200

/** So often what was taken is written down. What was not is asked for again, and found to be here. */
const SETTLE_EVERY = 256

function keysOf(home: string, { store }: KnownRemote): ReturnType<typeof readKeys> {
  return readKeys(home, readRoster(home, store).store, store)
}

/** As the remote says it: for a bar, and nothing else. */
async function countNew(engine: Remote, vector: Vector): Promise<number> {
  let count = 0
  for await (const { device, seq } of engine.have()) {
    const { to = 0, missing = [] } = vector.get(device) ?? {}
    count += Math.max(0, seq - to) + missing.length
  }
  return count
}

function lookedUpOnce<T>(look: (device: string) => T): (device: string) => T {
  const known = new Map<string, T>()
  return (device) => {
    if (!known.has(device)) known.set(device, look(device))
    return known.get(device) as T
  }
}

/** How far each device is followed, and what of it is asked for again: what may be taken by now, and what was lost since. */
function vectorOf(receiving: Receiving): Vector {
  const { world, remote, own, chainOf } = receiving
  return new Map(
    devicesKnown(world.home, remote.store).map((device) => {
      const { tip } = chainOf(device)
      const missing = [...dueOf(receiving, device), ...(device === own ? [] : lostOf(receiving, device))]
      return [device, { to: tip.seq, missing }]
    }),
  )
}

/** Of entries that were taken and are not here any more: a file that was lost comes back by itself. */
function lostOf({ world: { home }, remote, chainOf }: Receiving, device: string): number[] {
  const projects = new Map(remote.projects.map(({ key, syncId }) => [syncId, projectAt(home, key)]))
  const { links } = chainOf(device)
  const lines = new Map<Said, number[]>()
  const isTaken = ({ kind, fate, project, name, why }: Said): boolean =>
    kind === 'entry' && fate === 'here' && name !== undefined && !why && projects.has(project)
  for (const [seq, said] of links.where(isTaken)) {
    const seqs = lines.get(said)
    if (seqs) seqs.push(seq)
    else lines.set(said, [seq])
  }
  return [...lines].flatMap(([{ project, name }, seqs]) => {
    const here = new Set(listEntryIds(projects.get(project) as Project, name as string))
    return seqs.filter((seq) => !here.has(links.idAt(seq)) && !isGone(home, links.idAt(seq)))
  })
}

/** What waited for something that is there by now. */
function dueOf({ world, remote, roster, keys, chainOf }: Receiving, device: string): number[] {
  const { links } = chainOf(device)
  const isLinked = (syncId: string): boolean => remote.projects.some((one) => one.syncId === syncId)
  const isDue = (seq: number, { fate, project, epoch }: Said): boolean => {
    if (fate === 'waiting') return roster.store !== null && mayWrite(roster.store, device, seq)
    if (fate === 'unlinked') return isLinked(project)
    if (fate === 'sealed') return epoch === undefined || keys.keys.has(epoch)
    return !isEarly(world, parseId(links.idAt(seq))?.ms ?? 0)
  }
  return [...links.where(isOpen)].flatMap(([seq, said]) => (isDue(seq, said) ? [seq] : []))
}

function hasDue(receiving: Receiving): boolean {
  const { world, remote } = receiving
  return devicesKnown(world.home, remote.store).some((device) => dueOf(receiving, device).length > 0)
}

/** The names that keys prove, for whoever reads an entry. */
function nameAll(home: string, remote: KnownRemote, tag: string): void {
  const roster = readRoster(home, remote.store)
  const names: Record<string, Author> = {}
  for (const device of roster.devices.keys()) names[device] = authorOf(roster, remote, device)
  nameDevices(home, names, tag)
}
