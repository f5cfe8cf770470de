/**
 * Adds a remote: founds a store where there is none, else joins the one that is there, which is pinned by the words of its
 * fingerprint. Then the project of this folder is linked to one there, or published as a new one.
 */
import { DogearError, needsAnswer } from '../../core/errors.js'
import { holdsPassword, parseAddress, shownUrl, type Address } from '../../core/sync/address.js'
import type { Audience } from '../../core/sync/members.js'
import { isFingerprint, wordsOf } from '../../core/sync/words.js'
import { safeName } from '../../core/redact/safe-name.js'
import { statOf } from '../../platform/files/files.js'
import { envAround } from '../../platform/git/outside.js'
import { randomHex } from '../../platform/keys.js'
import { connect } from '../../remotes/connect.js'
import { syncDir } from '../../store/paths.js'
import { ensureDevice, type OwnDevice } from '../../store/sync/device.js'
import { changeRemotes, type KnownRemote, readRemotes } from '../../store/sync/remotes.js'
import type { World } from '../world.js'
import { exchange, type Exchanged, type ExchangeOptions } from './exchange.js'
import { ensureIdentity, readKeys, testedRecovery } from './keys.js'
import { type Linked, linkProject } from './link.js'
import { helloOf, mint, statement } from './mint.js'
import { countOldForms } from './publish.js'
import { readRoster, storeIdOf, type Roster } from './roster.js'
import { mintKeys } from './seal.js'

export interface AddRequest {
  address: string
  /** For the colleagues of the user, and not only for their own devices. Only where the store is founded. */
  team: boolean
  /** The store there is this user's own, by another device: asked where it is not said. */
  mine?: boolean
  /** The words of the store that is meant, where several are there. */
  store?: string
  /** A file with the recovery key: the store is encrypted. Only where it is founded. */
  recovery?: string
  /** The project there that this one is, by its slug; `new`: none. Asked where one looks like it. */
  link?: string
  pullOnly: boolean
  /** What this device is called there. */
  name?: string
  options: Omit<ExchangeOptions, 'push'>
  absolute: (path: string) => string
}

export interface Added {
  remote: KnownRemote
  url: string
  words: string
  founded: boolean
  /** Not let in yet: what this device sends is not taken by the others. */
  waits: boolean
  /** Encrypted, and not let in yet. */
  isSealed: boolean
  /** Null: nothing was ever saved in this folder, or which are there cannot be read yet. */
  project: Linked | null
  /** Entries from before version 0.3, which name this machine and its folders: they go along. */
  oldForms: number
  recovery?: { path: string; isNew: boolean }
  exchanged: Exchanged
}

export async function addRemote(world: World, request: AddRequest): Promise<Added> {
  const { home, tag } = world
  const address = parseAddress(request.address, {
    isRepository: (path) => statOf(`${path}/HEAD`) !== null && statOf(`${path}/objects`) !== null,
    absolute: request.absolute,
  })
  if (holdsPassword(address.url) || safeName(address.url) !== address.url) throw hasSecret(address)
  const device = ensureDevice(home, tag)
  const known = readRemotes(home).find(({ url, engine }) => url === address.url && engine === address.engine)
  const store = known?.store ?? (await pickStore(world, address, request))
  const options = { ...request.options, push: false }
  const recovery = request.recovery === undefined ? null : await testedRecovery(request.recovery, tag)
  const remote: KnownRemote = known ?? {
    engine: address.engine,
    url: address.url,
    store: store ?? '',
    audience: request.team ? 'team' : 'own',
    me: device.id,
    projects: [],
    ...(request.pullOnly && { pullOnly: true }),
  }
  const called = request.name ?? (remote.audience === 'team' ? world.by.user : undefined)
  if (store === null) await found(world, remote, { recovery, called })
  else if (!known) await join(world, remote, { request, options })
  // Who was let in since has the keys now.
  else await exchange(world, remote, options)
  // Which projects are there cannot be read yet: a new one now would be a second of the same.
  const isSealed = await cannotRead(world, remote.store)
  const project = isSealed ? null : await linkProject(world, remote.store, request.link)
  const oldForms = project?.isNew
    ? countOldForms(home, readRemotes(home).find((one) => one.store === remote.store)?.projects ?? [])
    : 0
  const current = readRemotes(home).find((one) => one.store === remote.store) as KnownRemote
  const exchanged = await exchange(world, current, { ...request.options, push: true })
  const roster = readRoster(home, current.store)
  return {
    remote: current,
    url: shownUrl(current.url),
    words: wordsOf(current.store),
    founded: store === null,
    waits: !roster.store?.members.has(device.id),
    project,
    isSealed,
    oldForms,
    ...(recovery && { recovery: { path: request.recovery as string, isNew: recovery.isNew } }),
    exchanged,
  }
}

/** Addresses are written down, and what they hold with them. */
function hasSecret({ engine, url }: Address): DogearError {
  const where = { git: 'git asks its credential helper for it', postgres: 'in ~/.pgpass, as psql reads it', folder: '' }
  return new DogearError('bad-input', `there is a password or key in ${safeName(shownUrl(url))}`, {
    expected: `an address without one${where[engine] && `: ${where[engine]}`}`,
    next: 'dogear sync add URL',
  })
}

async function cannotRead({ home }: World, store: string): Promise<boolean> {
  const roster = readRoster(home, store)
  return roster.store?.encrypted === true && (await readKeys(home, roster.store, store)).keys.size === 0
}

/** Null: none is there, and one is founded. */
async function pickStore(world: World, address: Address, { options, store }: AddRequest): Promise<string | null> {
  const { home, tag } = world
  const engine = await connect(address, {
    store: '',
    scratch: `${syncDir(home)}/looking`,
    device: '',
    tag,
    env: envAround(world, world.cwd),
    interactive: options.interactive,
    deadlineMs: options.deadlineMs,
  })
  const { stores } = await engine.open().finally(() => engine.close())
  const pin = store ?? address.pin
  const pinned = pin === undefined ? null : stores.find((one) => isFingerprint(pin, one))
  if (pinned) return pinned
  const where = safeName(shownUrl(address.url))
  if (pin !== undefined) {
    throw new DogearError('unsafe', `the store ${pin} is not at ${where}`, {
      expected: stores.length === 0 ? 'nothing is there yet' : `there: ${stores.map(wordsOf).join(', ')}`,
      next: 'compare with `dogear sync status` on the machine that has it',
    })
  }
  if (stores.length === 0) return null
  throw needsAnswer({
    id: 'store',
    question: `A store of dogear is at ${where} already. Which is the one that you mean? Compare with \`dogear sync status\` on a machine that has it.`,
    options: stores.map((one) => ({ value: wordsOf(one), label: wordsOf(one) })),
    answerWith: `dogear sync add ${where}#WORDS`,
  })
}

/** Its first records: who this device is, that it founded the store, and the key, where it is encrypted. */
async function found(
  world: World,
  remote: KnownRemote,
  { recovery, called }: { recovery: { recipient: string } | null; called: string | undefined },
): Promise<void> {
  const { home, tag } = world
  const identity = recovery ? await ensureIdentity(world) : undefined
  const device = ensureDevice(home, tag)
  const nonce = randomHex(16)
  remote.store = storeIdOf(device.publicKey, nonce)
  const { store, audience } = remote
  mint(world, { store, device, sealing: null }, [
    helloOf(named(device, called), identity),
    statement('found', { audience, encrypted: recovery !== null, nonce }),
  ])
  if (recovery) {
    await mintKeys(world, store, { isSame: false, recoveryRecipient: recovery.recipient })
  }
  changeRemotes(home, tag, (all) => [...all, remote])
}

function named(device: OwnDevice, name: string | undefined): OwnDevice {
  return name === undefined ? device : { ...device, name: safeName(name).slice(0, 60) }
}

/** What is there tells who founded it and for whom; then this device says hello. */
async function join(
  world: World,
  remote: KnownRemote,
  { request, options }: { request: AddRequest; options: ExchangeOptions },
): Promise<void> {
  const { home, tag } = world
  await exchange(world, remote, options)
  const roster = readRoster(home, remote.store)
  if (!roster.store || !roster.founder)
    throw new DogearError('damaged', 'what lies there does not prove who founded the store', {
      next: 'sync again on the machine that founded it: dogear sync',
    })
  remote.audience = roster.store.audience
  remote.me = isOwnStore(remote.audience, roster, request) ? roster.founder : ensureDevice(home, tag).id
  const identity = roster.store.encrypted ? await ensureIdentity(world) : undefined
  const device = ensureDevice(home, tag)
  changeRemotes(home, tag, (all) => [...all.filter(({ store }) => store !== remote.store), remote])
  if (!request.pullOnly)
    mint(world, { store: remote.store, device, sealing: null }, [
      helloOf(named(device, request.name ?? (remote.audience === 'team' ? world.by.user : undefined)), identity),
    ])
}

/** The words of a store of one's own devices are only on one's own devices; in a team somebody else founded it, unless it is said. */
function isOwnStore(audience: Audience, roster: Roster, { mine, address }: AddRequest): boolean {
  if (mine !== undefined) return mine
  if (audience === 'team') return false
  const name = roster.names.get(roster.founder ?? '') ?? 'a device'
  if (address.includes('#')) return true
  throw needsAnswer({
    id: 'mine',
    question: `That store was founded by "${safeName(name)}". Is that a device of yours?`,
    options: [
      { value: 'yes', label: 'yes, it is mine' },
      { value: 'no', label: 'no, somebody else’s' },
    ],
    answerWith: 'dogear sync add URL --mine yes',
  })
}
