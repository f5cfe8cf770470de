/**
 * The keys of an encrypted store: one for each epoch, wrapped by age for every device that may read and for the recovery key. They
 * travel in `keys` records, signed by an admin, for age alone does not prove who sealed it.
 */
import { DogearError } from '../../core/errors.js'
import { mayWrite, readers, type Store } from '../../core/sync/members.js'
import { readTextFile, createDurable } from '../../platform/files/files.js'
import { randomHex } from '../../platform/keys.js'
import { devicesKnown, readChain } from '../../store/sync/chains.js'
import { readDevice, writeDevice } from '../../store/sync/device.js'
import type { World } from '../world.js'
import type { Roster } from './roster.js'

export interface EpochKeys {
  /** The newest epoch; 0: the store is not encrypted. */
  epoch: number
  /** By epoch, those that this device can open: two, where two admins began it at the same time. */
  keys: ReadonlyMap<number, readonly string[]>
  /** For whom the next key is wrapped besides the members: the recovery recipient. */
  recovery?: string
  /** The devices that the newest key is wrapped for. */
  wrappedFor: ReadonlySet<string>
}

interface KeysStatement {
  epoch: number
  wrapped: Record<string, string>
  recovery: string
}

const unwrapped = new Map<string, string>()

export async function readKeys(home: string, store: Store | null, storeId: string): Promise<EpochKeys> {
  const statements = store ? keysStatements(home, store, storeId) : []
  const device = readDevice(home)
  const keys = new Map<number, string[]>()
  for (const { epoch, wrapped } of statements) {
    const mine = device ? wrapped[device.id] : undefined
    if (mine === undefined || device?.identity === undefined) continue
    const key = unwrapped.get(mine) ?? (await (await import('../../platform/age.js')).unwrap(mine, device.identity))
    if (key === null) continue
    unwrapped.set(mine, key)
    const known = keys.get(epoch) ?? []
    if (!known.includes(key)) keys.set(epoch, [...known, key].toSorted())
  }
  const last = statements.at(-1)
  const newest = statements.filter(({ epoch }) => epoch === last?.epoch)
  const wrappedFor = new Set(newest.flatMap(({ wrapped }) => Object.keys(wrapped)))
  return { epoch: last?.epoch ?? 0, keys, wrappedFor, ...(last && { recovery: last.recovery }) }
}

/** Of admins alone, by epoch: the first of an epoch, and those that wrap it again for somebody who came later. */
function keysStatements(home: string, store: Store, storeId: string): KeysStatement[] {
  const found = devicesKnown(home, storeId).flatMap((device) =>
    store.members.get(device)?.role === 'admin'
      ? [...readChain(home, storeId, device).links.where(({ kind }) => kind === 'keys')]
          .filter(([seq]) => mayWrite(store, device, seq))
          .flatMap(([, { says }]) => (isKeys(says) ? [says] : []))
      : [],
  )
  return found.toSorted((a, b) => a.epoch - b.epoch)
}

function isKeys(says: object = {}): says is KeysStatement {
  const { epoch, wrapped, recovery } = says as Readonly<Record<string, unknown>>
  const isMap = typeof wrapped === 'object' && wrapped !== null
  return (
    Number.isSafeInteger(epoch) &&
    (epoch as number) > 0 &&
    typeof recovery === 'string' &&
    isMap &&
    Object.values(wrapped).every((one) => typeof one === 'string')
  )
}

/** This device can be given keys from now on. Its recipient goes into its hello. */
export async function ensureIdentity(world: World): Promise<string> {
  const { recipientOf, makeIdentity } = await import('../../platform/age.js')
  const device = readDevice(world.home)
  const identity = device?.identity ?? (await makeIdentity())
  if (device?.identity === undefined) writeDevice(world.home, { identity }, world.tag)
  return recipientOf(identity)
}

/** A new epoch, for all who may read now. `rewrap`: the same key again, because somebody was let in. */
export async function nextKeys(
  roster: Roster,
  { epoch, keys, recovery }: EpochKeys,
  { rewrap, recoveryRecipient }: { rewrap: boolean; recoveryRecipient?: string },
): Promise<KeysStatement[]> {
  const { wrapFor } = await import('../../platform/age.js')
  const recipients = readers(roster.store as Store).flatMap(({ device }) => {
    const recipient = roster.devices.get(device)?.recipient
    return recipient === undefined ? [] : [{ device, recipient }]
  })
  const spare = recoveryRecipient ?? (recovery as string)
  const wrap = async (number: number, key: string): Promise<KeysStatement> => ({
    epoch: number,
    recovery: spare,
    wrapped: Object.fromEntries([
      ...(await Promise.all(recipients.map((one) => wrapOne(key, one)))).flat(),
      ['recovery', await wrapFor(key, spare)] as const,
    ]),
  })
  // Whoever gave a recipient that is none has nothing to read with, and keeps nobody else from a new key.
  const wrapOne = async (key: string, { device, recipient }: { device: string; recipient: string }) => {
    const wrapped = await wrapFor(key, recipient).catch(() => null)
    return wrapped === null ? [] : [[device, wrapped] as const]
  }
  if (!rewrap) return [await wrap(epoch + 1, randomHex(32))]
  return Promise.all([...keys].flatMap(([number, all]) => all.map((key) => wrap(number, key))))
}

/**
 * The recovery key: an age identity in a file of the user's. Made where there is none; in both cases a key is wrapped for it
 * and opened again with what the file holds, before anything is encrypted.
 */
export async function testedRecovery(path: string, tag: string): Promise<{ recipient: string; isNew: boolean }> {
  const { makeIdentity, recipientOf, unwrap, wrapFor } = await import('../../platform/age.js')
  const there = readTextFile(path, 10_000)
  if (there === null)
    createDurable(
      path,
      `# The recovery key of a store of dogear. Keep it away from this machine.\n${await makeIdentity()}\n`,
      tag,
    )
  const identity = /^AGE-SECRET-KEY-1[A-Z0-9]+$/m.exec(readTextFile(path, 10_000) ?? '')?.[0]
  if (identity === undefined)
    throw new DogearError('bad-input', `${path} holds no age identity`, {
      expected: 'a file as age-keygen writes it, or none',
    })
  const recipient = await recipientOf(identity)
  const probe = randomHex(32)
  if ((await unwrap(await wrapFor(probe, recipient), identity)) !== probe)
    throw new DogearError('internal', 'what was wrapped for the recovery key could not be opened with it')
  return { recipient, isNew: there === null }
}
