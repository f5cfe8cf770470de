/** Lets devices in and puts them out: signed statements of this device, told to the store with the next exchange. */
import { DogearError } from '../../core/errors.js'
import type { Role } from '../../core/sync/members.js'
import { isFingerprint, wordsOf } from '../../core/sync/words.js'
import { safeName } from '../../core/redact/safe-name.js'
import { removeTree } from '../../platform/files/files.js'
import { storeDir } from '../../store/paths.js'
import { readChain } from '../../store/sync/chains.js'
import { ensureDevice } from '../../store/sync/device.js'
import { changeRemotes, type KnownRemote, readRemotes } from '../../store/sync/remotes.js'
import type { World } from '../world.js'
import { exchange, type ExchangeOptions } from './exchange.js'
import { mint, statement } from './mint.js'
import { isMine, readRoster, type Roster } from './roster.js'
import { noRemotes, remoteCalled } from './run.js'
import { mintKeys } from './seal.js'

interface Person {
  device: string
  name: string
  words: string
}

/** Somebody who waits, by the words of their key, or by the name it says where no other says the same. */
export async function trustDevice(
  world: World,
  request: { who: string; mine: boolean; role: Role; name?: string; options: Omit<ExchangeOptions, 'push'> },
): Promise<Person & { mine: boolean }> {
  const { home } = world
  const { who, options } = request
  const [remote, roster, device] = await findWaiting(world, who, options)
  const own = ensureDevice(home, world.tag)
  const mine = request.mine || remote.audience === 'own'
  const name = request.name ?? roster.names.get(device) ?? ''
  if (!mayLetIn(roster, own.id, mine)) throw notAdmin(roster)
  const person = mine ? remote.me : device
  if (mine && !isMine(roster, remote, own.id)) throw notIn()
  mint(world, { store: remote.store, device: own, sealing: null }, [
    statement('admit', { device, person, name, role: request.role }),
  ])
  if (roster.store?.encrypted) await mintKeys(world, remote.store, { isSame: true })
  await exchange(world, remote, { ...options, push: true })
  return { device, name, words: wordsOf(device), mine }
}

/** From now on nothing that it publishes counts; what was taken stays. In an encrypted store a new key begins. */
export async function removeDevice(
  world: World,
  { who, options }: { who: string; options: Omit<ExchangeOptions, 'push'> },
): Promise<Person & { encrypted: boolean; keeps: number }> {
  const { home } = world
  for (const remote of readRemotes(home)) {
    await exchange(world, remote, { ...options, push: false })
    const roster = readRoster(home, remote.store)
    const found = [...(roster.store?.members.values() ?? [])].filter(
      ({ device, until }) => until === undefined && isCalled(roster, device, who),
    )
    const [member] = found
    if (!member) continue
    if (found.length > 1) throw twoOfThatName(found.map(({ device }) => device))
    const own = ensureDevice(home, world.tag)
    const by = roster.store?.members.get(own.id)
    if (!by || (by.person !== member.person && (by.role !== 'admin' || member.depth <= by.depth)))
      throw notAdmin(roster)
    const lastSeq = readChain(home, remote.store, member.device).tip.seq
    mint(world, { store: remote.store, device: own, sealing: null }, [
      statement('revoke', { device: member.device, lastSeq }),
    ])
    if (roster.store?.encrypted) await mintKeys(world, remote.store, { isSame: false })
    await exchange(world, remote, { ...options, push: true })
    const { device } = member
    const name = roster.names.get(device) ?? ''
    return { device, name, words: wordsOf(device), encrypted: roster.store?.encrypted ?? false, keeps: lastSeq }
  }
  throw noSuchDevice(who)
}

async function findWaiting(
  world: World,
  who: string,
  options: Omit<ExchangeOptions, 'push'>,
): Promise<[KnownRemote, Roster, string]> {
  const remotes = readRemotes(world.home)
  if (remotes.length === 0) throw noRemotes()
  for (const remote of remotes) {
    await exchange(world, remote, { ...options, push: false })
    const roster = readRoster(world.home, remote.store)
    const found = roster.waiting.filter(({ id }) => isCalled(roster, id, who))
    if (found.length > 1) throw twoOfThatName(found.map(({ id }) => id))
    if (found[0]) return [remote, roster, found[0].id]
  }
  throw noSuchDevice(who)
}

function isCalled(roster: Roster, device: string, who: string): boolean {
  return isFingerprint(who, device) || roster.names.get(device) === who
}

function mayLetIn(roster: Roster, own: string, mine: boolean): boolean {
  const member = roster.store?.members.get(own)
  return member !== undefined && member.until === undefined && (mine || member.role === 'admin')
}

export function notAdmin(roster: Roster): DogearError {
  const admins = [...(roster.store?.members.values() ?? [])].filter(({ role }) => role === 'admin')
  return new DogearError('no-permission', 'only an admin of this store can do that', {
    expected: `one of ${admins.map(({ device }) => safeName(roster.names.get(device) ?? wordsOf(device))).join(', ')}`,
    next: 'dogear sync members',
  })
}

function notIn(): DogearError {
  return new DogearError('no-permission', 'this device is not let in itself yet', {
    next: 'on a machine that is in: dogear sync trust WORDS',
  })
}

function noSuchDevice(who: string): DogearError {
  return new DogearError('not-found', `no device is called "${safeName(who).slice(0, 60)}" there`, {
    expected: 'the words that `dogear sync status` shows on that machine, or its name',
    next: 'dogear sync members',
  })
}

function twoOfThatName(devices: readonly string[]): DogearError {
  return new DogearError('bad-input', 'two devices have that name: say which by its words', {
    expected: devices.map(wordsOf).join(' or '),
  })
}

/** Nothing is sent there or taken from there any more. What was taken stays; what is there stays there. */
export function removeRemote(world: World, which: string | undefined): KnownRemote {
  const remotes = readRemotes(world.home)
  if (remotes.length === 0) throw noRemotes()
  const remote = remoteCalled(remotes, which)
  changeRemotes(world.home, world.tag, (all) => all.filter(({ store }) => store !== remote.store))
  removeTree(storeDir(world.home, remote.store))
  return remote
}
