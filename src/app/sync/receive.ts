/**
 * What came from a remote, record by record: proven by its signature and its place in the chain, then weighed. Bytes travel, so an
 * entry is written as its device wrote it. Whatever cannot be proven stays out and is named.
 */
import { parseId } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { judgeNext } from '../../core/sync/chain.js'
import { mayWrite } from '../../core/sync/members.js'
import { type Header, type Sealed, signedText, splitRecord } from '../../core/sync/record.js'
import { deviceOf, digest, isSignedBy, openBytes } from '../../platform/keys.js'
import { hasEntry } from '../../store/entries/entries.js'
import { isGone } from '../../store/own.js'
import { projectAt } from '../../store/paths.js'
import { replaceEntryText } from '../../store/replace-entry.js'
import { deviceOf as deviceOfEntry } from '../../store/sync/authors.js'
import { type Chain, chainBytes } from '../../store/sync/chains.js'
import type { Fate, Link, Said } from '../../store/sync/links.js'
import { vouchText } from '../../store/sync/device.js'
import type { KnownRemote } from '../../store/sync/remotes.js'
import { accept, isBounded, isEarly } from '../carry/accept.js'
import type { World } from '../world.js'
import type { EpochKeys } from './keys.js'
import { sealedAbout } from './mint.js'
import type { Arrived, Pending } from './pending.js'
import { excessOf, isMine, isOfOne, isTaken, type Roster, wasForgotten } from './roster.js'

export interface Receiving {
  world: World
  remote: KnownRemote
  /** This device. */
  own: string
  roster: Roster
  keys: EpochKeys
  pending: Pending
  /** Nobody else writes them meanwhile: each is looked up once, and not for every record. */
  chainOf: (device: string) => Chain
}

export interface Received {
  link: Link
  /** It says something about the store: who is in it may be another by now. */
  changesRoster: boolean
}

/** Why a device is not followed any further. */
export class NotFollowed extends Error {}

/** Not before somebody has let it in. */
export class NotKept extends NotFollowed {}

/** Statements are short; a longer one is not read. */
const MAX_STATEMENT_BYTES = 400_000

/**
 * The next record of a device. Null: it was known, or its device never signed it: then it is nobody's, and stands in nobody's way.
 * Throws `NotFollowed` where the chain of the device breaks here.
 */
export function receive(receiving: Receiving, sealed: Sealed): Received | null {
  const { world, remote, roster } = receiving
  const { header, body, line } = wholeOf(sealed, remote.store)
  if (!isGenuine(header, body, roster)) return null
  const chain = receiving.chainOf(header.device)
  const tip = digest(line)
  const verdict = judgeNext(header, tip, chain.tip, (seq) => chain.links.tipAt(seq))
  if (verdict === 'gap') throw new NotFollowed(`record ${chain.tip.seq + 1} is missing`)
  if (verdict === 'fork') throw new NotFollowed(`record ${header.seq} is another one than was seen before`)
  const before = chain.links.at(header.seq)
  if (verdict === 'known' && before && !isOpen(before) && before.kind !== 'entry') return null
  const { seq, kind, project, id } = header
  const excess = before ? null : excessOf(roster, header, chainBytes(world.home, remote.store, header.device))
  if (excess !== null) throw new NotKept(excess)
  const { arrived, ...weighed } = weigh(receiving, header, body)
  // It waits as it did: what is kept of it would only grow.
  if (before?.fate === weighed.fate && before.why === weighed.why && !arrived) return null
  const link: Link = { seq, tip, kind, project, id, ...weighed }
  if (arrived) receiving.pending.add(arrived, link)
  return { link, changesRoster: weighed.says !== undefined }
}

/** What was not settled: it may be taken now. */
export function isOpen({ fate }: Said): boolean {
  return fate === 'waiting' || fate === 'unlinked' || fate === 'sealed' || fate === 'early'
}

interface Whole {
  header: Header
  body: Uint8Array
  line: string
}

function wholeOf({ bytes, device }: Sealed, store: string): Whole {
  const whole = splitRecord(bytes)
  if (!whole || whole.end !== bytes.length) throw new NotFollowed('what it sent is no record')
  if (whole.header.store !== store) throw new NotFollowed('a record was made for another store')
  if (whole.header.device !== device) throw new NotFollowed('a record of another device lies among its own')
  return whole
}

/** By the key of the device, which its first record brings and its name proves. */
function isGenuine(header: Header, body: Uint8Array, roster: Roster): boolean {
  const { device, sig, kind, seq } = header
  const isHello = kind === 'hello' && seq === 1
  const key = isHello ? parseStatement(body)['publicKey'] : roster.devices.get(device)?.publicKey
  if (key === undefined) throw new NotFollowed('it never said which key it has')
  if (typeof key !== 'string' || deviceOf(key) !== device) return false
  return digest(body) === header.hash && isSignedBy(key, signedText(header), sig)
}

type Weighed = Pick<Link, 'fate' | 'name' | 'why' | 'text' | 'says' | 'epoch'> & { arrived?: Arrived }

function weigh(receiving: Receiving, header: Header, sealed: Uint8Array): Weighed {
  const { kind, epoch } = header
  if (kind !== 'entry' && kind !== 'forget' && kind !== 'project') return weighStatement(header, sealed)
  const { roster, keys, remote } = receiving
  if (!roster.store || !mayWrite(roster.store, header.device, header.seq)) return settled('waiting')
  let body: Uint8Array | null = sealed
  if (epoch > 0) {
    const about = sealedAbout({ ...header, epoch })
    const candidates = keys.keys.get(epoch) ?? []
    body = candidates.map((key) => openBytes(key, about, sealed)).find((plain) => plain !== null) ?? null
    if (!body) return { fate: 'sealed', epoch }
  } else if (roster.store.neverClear && header.device !== receiving.own)
    return settled('refused', 'it came in clear, and this store is encrypted')
  if (kind === 'project') return { fate: 'here', says: parseStatement(body) }
  if (!remote.projects.some(({ syncId }) => syncId === header.project)) return settled('unlinked')
  return kind === 'entry' ? weighEntry(receiving, header, body) : weighForget(receiving, header, body)
}

function settled(fate: Fate, why?: string): Weighed {
  return { fate, ...(why !== undefined && { why }) }
}

function weighStatement(header: Header, body: Uint8Array): Weighed {
  const says = parseStatement(body)
  if (header.kind !== 'hello') return { fate: 'here', says }
  const { publicKey, name, recipient, vouch } = says as Record<string, unknown>
  const { by, key, sig } = (vouch ?? {}) as Record<string, unknown>
  const isVouched =
    typeof key === 'string' &&
    typeof sig === 'string' &&
    deviceOf(key) === by &&
    isSignedBy(key, vouchText(header.device), sig)
  return {
    fate: 'here',
    says: {
      publicKey,
      name: typeof name === 'string' ? name.slice(0, 60) : '',
      ...(typeof recipient === 'string' && { recipient }),
      ...(isVouched && { vouchedBy: by }),
    },
  }
}

function parseStatement(body: Uint8Array): Record<string, unknown> {
  if (body.length > MAX_STATEMENT_BYTES) throw new NotFollowed('what it says of the store is too long')
  try {
    const says: unknown = JSON.parse(textOf(body))
    if (typeof says === 'object' && says !== null && !Array.isArray(says)) return says as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new NotFollowed('what it says of the store is not in the form of a statement')
}

function weighEntry(receiving: Receiving, header: Header, body: Uint8Array): Weighed {
  const { world, remote, roster } = receiving
  const project = projectOf(receiving, header.project)
  const text = textOf(body)
  const sent = digest(body)
  if (wasForgotten(roster, receiving.chainOf, { device: header.device, text: sent }))
    return settled('refused', 'its author took a text out of it since')
  const refused: { source: string; message: string }[] = []
  const source = `record ${header.seq} of ${roster.names.get(header.device) ?? header.device.slice(0, 8)}`
  const [given] = accept(world.home, { source, text }, refused)
  if (!given) return settled('refused', refused[0]?.message ?? 'it cannot be read')
  const { entry } = given
  const { name, id } = entry
  if (id !== header.id || parseId(id) === null) return settled('refused', 'it says it has another id than was signed')
  if (isTaken(roster, receiving.chainOf, { device: header.device, id, name }))
    return settled('refused', 'its id is that of an entry of somebody else')
  const isHere = (of: string, one: string): boolean =>
    receiving.pending.has(project, of, one) || hasEntry(project, of, one)
  // Purged here: it does not come back, and is not asked for again.
  if (isGone(world.home, id) && !isHere(name, id)) return { fate: 'here', name, text: sent, why: 'purged here' }
  if (!isBounded(world, given, isHere, new Set(), refused))
    return settled(
      isEarly(world, parseId(id)?.ms ?? 0) ? 'early' : 'refused',
      refused[0]?.message ?? 'its id cannot be',
    )
  if (given.isForgotten && isHere(name, id)) return { fate: 'here', name, text: sent }
  const { device } = header
  const arrived: Arrived = {
    project,
    entry: { name, id },
    text: given.text,
    device,
    isMine: isMine(roster, remote, device),
    isNew: !isHere(name, id),
  }
  return { fate: 'here', name, text: sent, arrived }
}

/** Only the person who wrote an entry may take something out of it. */
function weighForget(receiving: Receiving, header: Header, body: Uint8Array): Weighed {
  // Of what came just before it, too.
  receiving.pending.write(receiving.world.home)
  const { world, roster, own } = receiving
  const { old, text } = parseStatement(body)
  if (typeof old !== 'string' || typeof text !== 'string')
    return settled('refused', 'it does not say what is to be forgotten')
  const refused: { source: string; message: string }[] = []
  const [given] = accept(world.home, { source: `record ${header.seq}`, text }, refused)
  if (!given || given.entry.id !== header.id)
    return settled('refused', refused[0]?.message ?? 'it is about another entry')
  const project = projectOf(receiving, header.project)
  const { name, id } = given.entry
  if (hasEntry(project, name, id)) {
    if (!isOfOne(roster, deviceOfEntry(world.home, id) ?? own, header.device))
      return settled('refused', 'it takes something out of an entry of somebody else')
    replaceEntryText(project, { name, id }, given.text, world.tag)
  }
  return { fate: 'here', name, text: digest(text), says: { old } }
}

function projectOf({ world, remote }: Receiving, syncId: string): ReturnType<typeof projectAt> {
  const linked = remote.projects.find((one) => one.syncId === syncId)
  if (!linked) throw new DogearError('internal', `the project ${syncId} is not linked`)
  return projectAt(world.home, linked.key)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
