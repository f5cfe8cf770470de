/**
 * What is known of each device's chain, a line for each record: `sync/<store>/chains/<device>.jsonl`. It proves what was followed,
 * and says what became of it here. Of a record that was weighed again the last line counts.
 */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { type Tip, NO_TIP } from '../../core/sync/chain.js'
import type { RecordKind } from '../../core/sync/record.js'
import {
  appendDurable,
  ensureDir,
  listDir,
  readTextFile,
  replaceDurable,
  settleDir,
  statOf,
} from '../../platform/files/files.js'
import { storeDir } from '../paths.js'

/** What became of a record here. */
export type Fate =
  | 'here'
  /** Its device is not let in, or its project is not linked to one of this home: it may be taken later. */
  | 'waiting'
  | 'unlinked'
  /** No key of ours opens it, yet. */
  | 'sealed'
  /** By the clock here it was not saved yet: it is weighed again. */
  | 'early'
  | 'differs'
  | 'refused'

export interface Link {
  seq: number
  tip: string
  kind: RecordKind
  project: string
  id: string
  fate: Fate
  /** The workstream of an entry that is here. */
  name?: string
  why?: string
  /** The SHA-256 of the entry's text. */
  text?: string
  /** What a record says that is no entry. */
  says?: Record<string, unknown>
}

export interface Chain {
  /** The last record up to which none is missing. */
  tip: Tip
  links: Map<number, Link>
  /** The numbers of its entries, by their ids. */
  entries: Map<string, number>
  /** The SHA-256 of texts that were taken back. */
  forgotten: Set<string>
}

const MAX_BYTES = 512_000_000
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
  const chain: Chain = { tip: NO_TIP, links: new Map(), entries: new Map(), forgotten: new Set() }
  for (const line of (stat ? (readTextFile(path, MAX_BYTES) ?? '') : '').split('\n')) {
    const record = line === '' ? null : openRecord(line)
    if (record) addLink(chain, record as unknown as Link)
  }
  known.set(path, { stamp, chain })
  return chain
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
  const kept = [...readChain(home, store, device).links.values()].filter(({ seq }) => seq <= to)
  replaceDurable(pathOf(home, store, device), kept.map((link) => `${sealRecord({ ...link })}\n`).join(''), tag)
}

/** One that does not continue what is before it was torn away from its neighbours: it is asked for again. */
function addLink(chain: Chain, link: Link): void {
  if (!Number.isSafeInteger(link.seq) || link.seq > chain.tip.seq + 1) return
  chain.links.set(link.seq, link)
  if (link.kind === 'entry') chain.entries.set(link.id, link.seq)
  const old = link.kind === 'forget' && link.fate === 'here' ? link.says?.['old'] : undefined
  if (typeof old === 'string') chain.forgotten.add(old)
  if (link.seq === chain.tip.seq + 1) chain.tip = { seq: link.seq, tip: link.tip }
}

function dirOf(home: string, store: string): string {
  return `${storeDir(home, store)}/chains`
}

function pathOf(home: string, store: string, device: string): string {
  return `${dirOf(home, store)}/${device}.jsonl`
}
