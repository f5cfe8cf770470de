/** Takes what is new on a remote: record by record, weighed by receive.ts, and in as many passes as it takes. */
import type { Sealed } from '../../core/sync/record.js'
import type { Remote, Vector } from '../../remotes/remote.js'
import { hasEntry } from '../../store/entries/entries.js'
import { isGone } from '../../store/own.js'
import { projectAt } from '../../store/paths.js'
import { type Author, nameDevices } from '../../store/sync/authors.js'
import { devicesKnown, followLink, type Link, readChain, settleLinks } from '../../store/sync/chains.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import type { World } from '../world.js'
import { readKeys } from './keys.js'
import { makePending } from './pending.js'
import { isOpen, NotFollowed, NotKept, receive, type Received, type Receiving } from './receive.js'
import { authorOf, readRoster } from './roster.js'

interface Took {
  taken: number
  broken: { device: string; why: string }[]
}

/** Who may write is known only when all statements are here: so what had to wait is asked for once more. */
export async function takeAll(
  world: World,
  remote: KnownRemote,
  { engine, own, progress }: { engine: Remote; own: string; progress?: (taken: number) => void },
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
    }
    const vector = vectorOf(receiving)
    const took = await takeOnce(receiving, engine.pull(vector), (count) => progress?.(total.taken + count))
    total.taken += took.taken
    total.broken = took.broken
    nameAll(home, remote, tag)
    if (!took.changesRoster && took.taken === 0) break
    if (!took.isShort && !hasOpen(home, remote.store)) break
  }
  return total
}

/** The founder lets an admin in, who lets a member in, who brings a device: each pass goes one step further. */
const MAX_PASSES = 12

async function takeOnce(
  receiving: Receiving,
  records: AsyncIterable<Sealed>,
  progress: (count: number) => void,
): Promise<Took & { changesRoster: boolean; isShort: boolean }> {
  const { home } = receiving.world
  const { store } = receiving.remote
  const broken = new Map<string, string>()
  let [taken, changesRoster, isShort] = [0, false, false]
  let [device, links]: [string, Link[]] = ['', []]
  const settle = (): void => {
    receiving.pending.write(home)
    settleLinks(home, store, device, links)
    links = []
  }
  try {
    for await (const sealed of records) {
      if (sealed.device !== device || links.length >= SETTLE_EVERY) settle()
      device = sealed.device
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
        if (kind === 'entry' && fate === 'here' && device !== receiving.own) progress(++taken)
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

/** How far each device is followed, and what of it is missing here: never settled, or lost since. */
function vectorOf({ world: { home }, remote, own }: Receiving): Vector {
  const projects = new Map(remote.projects.map(({ key, syncId }) => [syncId, projectAt(home, key)]))
  return new Map(
    devicesKnown(home, remote.store).map((device) => {
      const { tip, links } = readChain(home, remote.store, device)
      const isLost = ({ kind, fate, project, name, id, why }: Link): boolean => {
        const at = projects.get(project)
        if (device === own || kind !== 'entry' || fate !== 'here' || !at || name === undefined || why) return false
        return !hasEntry(at, name, id) && !isGone(home, id)
      }
      const missing = [...links.values()].filter((link) => isOpen(link) || isLost(link)).map(({ seq }) => seq)
      return [device, { to: tip.seq, missing }]
    }),
  )
}

function hasOpen(home: string, store: string): boolean {
  return devicesKnown(home, store).some((device) => [...readChain(home, store, device).links.values()].some(isOpen))
}

/** The names that keys prove, for whoever reads an entry. */
function nameAll(home: string, remote: KnownRemote, tag: string): void {
  const roster = readRoster(home, remote.store)
  const names: Record<string, Author> = {}
  for (const device of roster.devices.keys()) names[device] = authorOf(roster, remote, device)
  nameDevices(home, names, tag)
}
