/** How it stands with each remote: who is there, what waits, and since when it has stopped. Nothing is asked over a network. */
import { parseId } from '../../core/entry/id.js'
import { shownUrl } from '../../core/sync/address.js'
import type { Audience, Role } from '../../core/sync/members.js'
import { wordsOf } from '../../core/sync/words.js'
import { type Chain, devicesKnown, readChain } from '../../store/sync/chains.js'
import type { Fate } from '../../store/sync/links.js'
import { isAtHome, readDevice } from '../../store/sync/device.js'
import { hasRemotes, type KnownRemote, readRemotes } from '../../store/sync/remotes.js'
import { readState, type SyncState } from '../../store/sync/state.js'
import { slugOfKey } from '../../store/projects/file.js'
import type { World } from '../world.js'
import { countUnsent, countWaiting } from './publish.js'
import { isMine, personName, readRoster, type Roster } from './roster.js'

export interface DeviceStatus {
  device: string
  words: string
  name: string
  person: string
  mine: boolean
  this: boolean
  role: Role | null
  /** Not let in yet, or put out. */
  state: 'in' | 'waits' | 'out'
  records: number
  /** When its last entry was saved that is known here. */
  lastSaved?: number
}

export interface RemoteStatus {
  url: string
  engine: KnownRemote['engine']
  words: string
  audience: Audience
  encrypted: boolean
  pullOnly: boolean
  projects: string[]
  devices: DeviceStatus[]
  /** Entries of this device that are not there yet. */
  unsent: number
  /** Records that were taken but stay out: of devices not let in, of projects not linked, sealed, refused. */
  held: {
    waiting: number
    unlinked: { slug: string; count: number }[]
    sealed: number
    refused: string[]
    differs: string[]
  }
  lastPush?: number
  lastPull?: number
  failing?: SyncState['failing']
  broken: { device: string; why: string }[]
  rewritten: string[]
  kept: { id: string; name: string; why: string }[]
}

export function syncStatus(world: World): { remotes: RemoteStatus[]; copied: boolean } {
  const { home } = world
  const copied = readDevice(home) !== null && !isAtHome(home)
  return { remotes: readRemotes(home).map((remote) => statusOf(world, remote)), copied }
}

/** For the status line and `doctor`: since when something does not go through. Null: all is well, or there is no remote. */
export function stoppedSince(home: string): { url: string; since: number; message: string } | null {
  if (!hasRemotes(home)) return null
  for (const { store, url } of readRemotes(home)) {
    const { failing } = readState(home, store)
    if (failing) return { url: shownUrl(url), since: failing.since, message: failing.message }
  }
  return null
}

function statusOf(world: World, remote: KnownRemote): RemoteStatus {
  const { home } = world
  const { store } = remote
  const roster = readRoster(home, store)
  const state = readState(home, store)
  const own = readDevice(home)?.id ?? ''
  const nameOf = (device: string): string => roster.names.get(device) || device.slice(0, 8)
  const { lastPush, lastPull, failing } = state
  return {
    url: shownUrl(remote.url),
    engine: remote.engine,
    words: wordsOf(store),
    audience: remote.audience,
    encrypted: roster.store?.encrypted ?? false,
    pullOnly: remote.pullOnly === true,
    projects: remote.projects.map(({ key, syncId }) => roster.projects.get(syncId)?.slug ?? slugOfKey(key)),
    devices: [...roster.devices.keys()].map((device) => deviceStatus(home, remote, { roster, device, own })),
    unsent: countUnsent(world, remote, own) + countWaiting(home, store, own),
    held: heldIn(home, remote, roster),
    ...(lastPush !== undefined && { lastPush }),
    ...(lastPull !== undefined && { lastPull }),
    ...(failing && { failing }),
    broken: (state.broken ?? []).map(({ device, why }) => ({ device: nameOf(device), why })),
    rewritten: (state.rewritten ?? []).map(nameOf),
    kept: state.kept ?? [],
  }
}

function deviceStatus(
  home: string,
  remote: KnownRemote,
  { roster, device, own }: { roster: Roster; device: string; own: string },
): DeviceStatus {
  const chain = readChain(home, remote.store, device)
  const member = roster.store?.members.get(device)
  const lastSaved = parseId(lastEntry(chain))?.ms
  return {
    device,
    words: wordsOf(device),
    name: roster.names.get(device) || device.slice(0, 8),
    person: member ? personName(roster, device) : (roster.names.get(device) ?? ''),
    mine: isMine(roster, remote, device),
    this: device === own,
    role: member?.role ?? null,
    state: !member ? 'waits' : member.until === undefined ? 'in' : 'out',
    records: chain.tip.seq,
    ...(lastSaved !== undefined && { lastSaved }),
  }
}

function lastEntry({ links, tip }: Chain): string {
  let seq = tip.seq
  while (seq > 0 && links.at(seq)?.kind !== 'entry') seq--
  return links.idAt(seq)
}

function heldIn(home: string, { store }: KnownRemote, roster: Roster): RemoteStatus['held'] {
  const chains = devicesKnown(home, store).map((device) => readChain(home, store, device))
  const withFate = (wanted: Fate): { project: string; why: string }[] =>
    chains.flatMap(({ links }) =>
      [...links.where(({ fate }) => fate === wanted)].map(([seq, { project, why }]) => ({
        project,
        why: why ?? links.idAt(seq),
      })),
    )
  const unlinked = new Map<string, number>()
  for (const { project } of withFate('unlinked')) unlinked.set(project, (unlinked.get(project) ?? 0) + 1)
  const whys = (fate: Fate): string[] => withFate(fate).map(({ why }) => why)
  return {
    waiting: withFate('waiting').length,
    unlinked: [...unlinked].map(([id, count]) => ({ slug: roster.projects.get(id)?.slug ?? id.slice(0, 8), count })),
    sealed: withFate('sealed').length,
    refused: [...whys('refused'), ...whys('early')],
    differs: whys('differs'),
  }
}
