/**
 * What is known of each device's chain, a line for each record: `sync/<store>/chains/<device>.jsonl`. It proves what was followed,
 * and says what became of it here. Of a record that was weighed again the last line counts.
 */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { type Tip, NO_TIP } from '../../core/sync/chain.js'
import { appendDurable, ensureDir, listDir, replaceDurable, settleDir, statOf } from '../../platform/files/files.js'
import { linesOf } from '../../platform/files/lines.js'
import { storeDir } from '../paths.js'
import { type Link, Links } from './links.js'

export interface Chain {
  /** The last record up to which none is missing. */
  tip: Tip
  links: Links
  /** The SHA-256 of texts that were taken back. */
  forgotten: Set<string>
}

/** Of a device with some millions of records. */
const MAX_BYTES = 2_000_000_000
const known = new Map<string, { stamp: string; chain: Chain }>()

export function devicesKnown(home: string, store: string): string[] {
  return listDir(dirOf(home, store))
    .filter((name) => /^[0-9a-f]{32}\.jsonl$/.test(name))
    .map((name) => name.slice(0, 32))
}

export function readChain(home: string, store: string, device: string): Chain {
  const path = pathOf(home, store, device)
  const stat = statOf(path)
  const stamp = stat ? `${stat.ino}:${stat.size}` : ''
  const before = known.get(path)
  if (before?.stamp === stamp) return before.chain
  const chain: Chain = { tip: NO_TIP, links: new Links(), forgotten: new Set() }
  for (const link of linksOf(home, store, device)) addLink(chain, link)
  known.set(path, { stamp, chain })
  return chain
}

/** Whole, one after the other, as they lie on the disk. */
export function* linksOf(home: string, store: string, device: string): Generator<Link> {
  for (const line of linesOf(pathOf(home, store, device), MAX_BYTES)) {
    const record = line === '' ? null : openRecord(line)
    if (record) yield record as unknown as Link
  }
}

/** The next record must find the chain as far as this one; on the disk it is with `settleLinks`. */
export function followLink(home: string, store: string, device: string, link: Link): void {
  addLink(readChain(home, store, device), link)
}

/** Returns when links that were followed would survive a power cut. */
export function settleLinks(home: string, store: string, device: string, links: readonly Link[]): void {
  if (links.length === 0) return
  const chain = readChain(home, store, device)
  const path = pathOf(home, store, device)
  ensureDir(dirOf(home, store), home)
  settleDir(dirOf(home, store), home)
  appendDurable(path, links.map((link) => sealRecord({ ...link })).join('\n'))
  const stat = statOf(path)
  known.set(path, { stamp: stat ? `${stat.ino}:${stat.size}` : '', chain })
}

export function appendLinks(home: string, store: string, device: string, links: readonly Link[]): void {
  for (const link of links) followLink(home, store, device, link)
  settleLinks(home, store, device, links)
}

/** What is kept here of what a device sent. */
export function chainBytes(home: string, store: string, device: string): number {
  return statOf(pathOf(home, store, device))?.size ?? 0
}

/** What was never sent is taken back, to be made anew. */
export function cutChain(home: string, store: string, device: string, to: number, tag: string): void {
  const kept = [...linksOf(home, store, device)].filter(({ seq }) => seq <= to)
  replaceDurable(pathOf(home, store, device), kept.map((link) => `${sealRecord(link)}\n`).join(''), tag)
}

/** One that does not continue what is before it was torn away from its neighbours: it is asked for again. */
function addLink(chain: Chain, link: Link): void {
  const { seq, kind, fate, says, tip } = link
  if (!Number.isSafeInteger(seq) || seq < 1 || seq > chain.tip.seq + 1) return
  chain.links.put(link)
  const old = kind === 'forget' && fate === 'here' ? says?.['old'] : undefined
  if (typeof old === 'string') chain.forgotten.add(old)
  if (seq === chain.tip.seq + 1) chain.tip = { seq, tip }
}

function dirOf(home: string, store: string): string {
  return `${storeDir(home, store)}/chains`
}

function pathOf(home: string, store: string, device: string): string {
  return `${dirOf(home, store)}/${device}.jsonl`
}
