/** Switches encryption on for a store that was founded in clear. */
import { DogearError } from '../../core/errors.js'
import { readChain } from '../../store/sync/chains.js'
import { ensureDevice } from '../../store/sync/device.js'
import { type KnownRemote, readRemotes } from '../../store/sync/remotes.js'
import type { World } from '../world.js'
import { exchange, type ExchangeOptions } from './exchange.js'
import { testedRecovery } from './keys.js'
import { notAdmin } from './people.js'
import { readRoster } from './roster.js'
import { noRemotes, remoteCalled } from './run.js'
import { mintKeys, sayRecipient } from './seal.js'

export interface Encrypted {
  remote: KnownRemote
  recovery: { path: string; isNew: boolean }
  /** Records that lie there in clear, and stay. */
  inClear: number
}

/** From now on what goes there is sealed. */
export async function encryptStore(
  world: World,
  request: { recovery: string; which?: string | undefined; options: Omit<ExchangeOptions, 'push'> },
): Promise<Encrypted> {
  const { home, tag } = world
  const remotes = readRemotes(home)
  if (remotes.length === 0) throw noRemotes()
  const remote = remoteCalled(remotes, request.which)
  await exchange(world, remote, { ...request.options, push: true })
  const roster = readRoster(home, remote.store)
  if (roster.store?.encrypted)
    throw new DogearError('bad-input', 'that store is encrypted already', { next: 'dogear sync status' })
  const own = roster.store?.members.get(ensureDevice(home, tag).id)
  if (own?.role !== 'admin' || own.until !== undefined) throw notAdmin(roster)
  const inClear = [...roster.devices.keys()].reduce((sum, id) => sum + readChain(home, remote.store, id).links.size, 0)
  const { recipient, isNew } = await testedRecovery(request.recovery, tag)
  await sayRecipient(world, remote.store)
  await mintKeys(world, remote.store, { isSame: false, recoveryRecipient: recipient })
  await exchange(world, remote, { ...request.options, push: true })
  return { remote, recovery: { path: request.recovery, isNew }, inClear }
}
