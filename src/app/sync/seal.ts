/** Begins a new key, and hands the keys that are to whoever may read since. */
import { readers } from '../../core/sync/members.js'
import { ensureDevice } from '../../store/sync/device.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import type { World } from '../world.js'
import { ensureIdentity, nextKeys, readKeys } from './keys.js'
import { helloOf, mint, statement } from './mint.js'
import { readRoster } from './roster.js'

/** `isSame`: the keys that are, for those who may read by now; else a new one, which whoever is out never sees. */
export async function mintKeys(
  world: World,
  store: string,
  { isSame, recoveryRecipient }: { isSame: boolean; recoveryRecipient?: string },
): Promise<void> {
  const { home, tag } = world
  const roster = readRoster(home, store)
  const keys = await readKeys(home, roster.store, store)
  const next = await nextKeys(roster, keys, {
    rewrap: isSame,
    ...(recoveryRecipient !== undefined && { recoveryRecipient }),
  })
  mint(
    world,
    { store, device: ensureDevice(home, tag), sealing: null },
    next.map((says) => statement('keys', { ...says })),
  )
}

/**
 * A store that was founded in clear and is encrypted now: a device that has no age key yet makes one and says so, and an admin wraps the
 * keys for whoever said so since.
 */
export async function keepUpWithKeys(world: World, { store }: KnownRemote): Promise<void> {
  const { home, tag } = world
  const roster = readRoster(home, store)
  const own = ensureDevice(home, tag)
  const member = roster.store?.members.get(own.id)
  if (!roster.store?.encrypted || !member || member.until !== undefined) return
  if (roster.devices.get(own.id)?.recipient === undefined) await sayRecipient(world, store)
  const { keys, wrappedFor } = await readKeys(home, roster.store, store)
  if (member.role !== 'admin' || keys.size === 0) return
  const isLate = ({ device }: { device: string }): boolean =>
    roster.devices.get(device)?.recipient !== undefined && !wrappedFor.has(device)
  if (readers(roster.store).some(isLate)) await mintKeys(world, store, { isSame: true })
}

/** From now on keys can be wrapped for this device. */
export async function sayRecipient(world: World, store: string): Promise<void> {
  const identity = await ensureIdentity(world)
  const device = ensureDevice(world.home, world.tag)
  // Under the name it goes by there: the last hello counts.
  const name = readRoster(world.home, store).names.get(device.id) || device.name
  mint(world, { store, device, sealing: null }, [helloOf({ ...device, name }, identity)])
}
