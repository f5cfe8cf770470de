/** Makes records of this device's own: signed, sealed where the store is encrypted, put into the outbox and named by the chain. */
import { joinRecord, printHeader, type RecordKind, signedText, type Unsigned } from '../../core/sync/record.js'
import { digest, sealBytes, signWith } from '../../platform/keys.js'
import { joinBytes } from '../../platform/records.js'
import { appendLinks, readChain } from '../../store/sync/chains.js'
import type { Link } from '../../store/sync/links.js'
import type { OwnDevice } from '../../store/sync/device.js'
import { putOut } from '../../store/sync/outbox.js'
import type { World } from '../world.js'

export interface Draft {
  kind: RecordKind
  project?: string
  id?: string
  /** In clear. */
  body: string
  /** The text of the entry that it leaves on other machines. */
  text?: string
  /** What the chain keeps of it. */
  name?: string
  says?: Record<string, unknown>
}

/** Those that tell who somebody is must be read by whoever has no key yet. */
const IN_CLEAR: readonly RecordKind[] = ['hello', 'found', 'admit', 'revoke', 'keys']

/** What one push carries, and one blob of a git remote: it is held in memory a few times over. */
const BATCH_BYTES = 2_000_000

interface Sealing {
  epoch: number
  key: string
}

/** Nothing is sent yet. Killed anywhere, either a draft waits to be sent or it is made again. */
export function mint(world: World, where: Minting, drafts: Iterable<Draft>): void {
  const left = drafts[Symbol.iterator]()
  while (mintBatch(world, where, left) > 0);
}

export interface Minting {
  store: string
  device: OwnDevice
  sealing: Sealing | null
}

/** As many as one push carries; 0: no draft was left. */
export function mintBatch(world: World, { store, device, sealing }: Minting, drafts: Iterator<Draft>): number {
  const { home, tag } = world
  let { seq, tip } = readChain(home, store, device.id).tip
  const parts: Uint8Array[] = []
  const links: Link[] = []
  for (let size = 0; size < BATCH_BYTES;) {
    const { value: draft, done } = drafts.next()
    if (done) break
    const made = makeRecord(draft, { store, device, sealing, seq: seq + 1, prev: tip })
    ;({ seq, tip } = made.link)
    parts.push(made.bytes)
    links.push(made.link)
    size += made.bytes.length
  }
  const [first] = links
  if (!first) return 0
  putOut(home, store, first.seq, joinBytes(parts), tag)
  appendLinks(home, store, device.id, links)
  return links.length
}

interface Place extends Minting {
  seq: number
  prev: string
}

export function makeRecord(
  draft: Draft,
  { store, device, sealing, seq, prev }: Place,
): { bytes: Uint8Array; link: Link } {
  const { kind, project = '', id = '', name, says, text } = draft
  const plain = new TextEncoder().encode(draft.body)
  const seals = sealing !== null && !IN_CLEAR.includes(kind)
  const epoch = seals ? sealing.epoch : 0
  const body = seals
    ? sealBytes(sealing.key, sealedAbout({ store, epoch, project, id, device: device.id }), plain)
    : plain
  const unsigned: Unsigned = {
    v: 1,
    store,
    device: device.id,
    seq,
    prev,
    kind,
    project,
    id,
    epoch,
    bytes: body.length,
    hash: digest(body),
  }
  const header = { ...unsigned, sig: signWith(device.privateKey, signedText(unsigned)) }
  const link: Link = {
    seq,
    tip: digest(printHeader(header)),
    kind,
    project,
    id,
    fate: 'here',
    ...(text !== undefined && { text: digest(text) }),
    ...(name !== undefined && { name }),
    ...(says && { says }),
  }
  return { bytes: joinRecord(header, body), link }
}

/** What a sealed body is bound to: it cannot be moved elsewhere. */
export function sealedAbout(about: {
  store: string
  epoch: number
  project: string
  id: string
  device: string
}): string {
  return ['dogear-seal-1', about.store, about.epoch, about.project, about.id, about.device].join('\n')
}

/** A statement about the store: it is its own body. */
export function statement(kind: RecordKind, says: Record<string, unknown>, project = ''): Draft {
  return { kind, project, body: JSON.stringify(says), says }
}

export function helloOf({ publicKey, name, vouch }: OwnDevice, recipient?: string): ReturnType<typeof statement> {
  return statement('hello', {
    publicKey,
    name,
    ...(recipient !== undefined && { recipient }),
    ...(vouch && { vouch, vouchedBy: vouch.by }),
  })
}
