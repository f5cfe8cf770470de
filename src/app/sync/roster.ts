/** Who is in a store, as the chains that lie here prove it; and whose an entry is by the device that signed it. */
import {
  type Device,
  mayWrite,
  readStatement,
  reduceMembers,
  type Statement,
  type Store,
} from '../../core/sync/members.js'
import type { Header } from '../../core/sync/record.js'
import { safeName } from '../../core/redact/safe-name.js'
import { wordsOf } from '../../core/sync/words.js'
import { cleanLine } from '../../core/text/text.js'
import { digest } from '../../platform/keys.js'
import type { Author } from '../../store/sync/authors.js'
import { type Chain, devicesKnown, readChain } from '../../store/sync/chains.js'
import type { Said } from '../../store/sync/links.js'
import type { KnownRemote } from '../../store/sync/remotes.js'

export interface Roster {
  /** Null: the founder's first words are not here yet. */
  store: Store | null
  founder: string | null
  /** All that have said hello, let in or not. */
  devices: ReadonlyMap<string, Device>
  /** Let in, and what they call themselves. */
  names: ReadonlyMap<string, string>
  /** Said hello and wait for somebody to let them in. */
  waiting: Device[]
  /** The projects that were published, by sync id. */
  projects: ReadonlyMap<string, { slug: string; origin?: string; device: string }>
}

export function readRoster(home: string, store: string): Roster {
  const chains = new Map(devicesKnown(home, store).map((device) => [device, readChain(home, store, device)]))
  const devices = new Map<string, Device>()
  const statements: Statement[] = []
  for (const [device, chain] of chains)
    for (const [seq, said] of spoken(chain)) {
      if (said.kind === 'hello') devices.set(device, { id: device, ...helloOf(said) })
      const says = readStatement(said.kind, { ...said.says, name: shownName(said.says?.['name']) })
      if (says) statements.push({ device, seq, says })
    }
  const founder = founderOf(store, devices, statements)
  const members = founder === null ? null : reduceMembers(founder, statements)
  const isIn = ({ id }: Device): boolean => members?.members.has(id) ?? false
  const names = new Map([...devices.values()].map(({ id, name }) => [id, name]))
  return {
    store: members,
    founder,
    devices,
    names,
    waiting: [...devices.values()].filter((device) => !isIn(device)),
    projects: projectsIn(chains, members),
  }
}

/** What says something about the store itself. */
function spoken({ links }: Chain): [seq: number, said: Said][] {
  return [...links.where(({ says, kind }) => says !== undefined && kind !== 'project')]
}

function helloOf({ says }: Said): Omit<Device, 'id'> {
  const { publicKey, name, recipient } = says as Partial<Record<keyof Device, unknown>>
  return {
    publicKey: typeof publicKey === 'string' ? publicKey : '',
    name: shownName(name),
    ...(typeof recipient === 'string' && { recipient }),
  }
}

const MAX_NAME = 60

/** How somebody calls a device, a person, a project: on its line, and a claim. */
function shownName(name: unknown): string {
  return typeof name === 'string' ? safeName(cleanLine(name.slice(0, 1000))).slice(0, MAX_NAME) : ''
}

/** The id of a store is made of its founder's key: nobody else can have founded it. */
export function storeIdOf(publicKey: string, nonce: string): string {
  return digest(`dogear-store-1\n${publicKey}\n${nonce}`).slice(0, 32)
}

function founderOf(
  store: string,
  devices: ReadonlyMap<string, Device>,
  statements: readonly Statement[],
): string | null {
  const found = statements.find(({ device, says }) => {
    const key = devices.get(device)?.publicKey
    return says.type === 'found' && key !== undefined && storeIdOf(key, says.nonce) === store
  })
  return found?.device ?? null
}

/** Where several speak of one project, whoever stands nearest to the founder is believed. */
function projectsIn(chains: ReadonlyMap<string, Chain>, store: Store | null): Roster['projects'] {
  const found = new Map<string, { slug: string; origin?: string; device: string }>()
  const depthOf = (device: string): number => store?.members.get(device)?.depth ?? Infinity
  for (const [device, { links }] of [...chains].toSorted(([a], [b]) => depthOf(a) - depthOf(b)))
    for (const [seq, { project, says }] of links.where(
      ({ kind, says: said }) => kind === 'project' && said !== undefined,
    )) {
      if (!says || found.has(project) || !(store && mayWrite(store, device, seq))) continue
      const { slug, origin } = says
      found.set(project, { slug: shownName(slug), device, ...(typeof origin === 'string' && { origin }) })
    }
  return found
}

/** How many devices may wait to be let in, and how much is kept of what each of them says: anybody can make a key. */
const MAX_WAITING = 100
const MAX_WAITING_BYTES = 1_000_000
const MAX_WAITING_STATEMENT = 16_000

/** Why nothing more of a device is kept until somebody lets it in. Null: this record may be. */
export function excessOf(
  { store, waiting, devices }: Roster,
  { device, seq, kind, bytes }: Header,
  kept: number,
): string | null {
  if (store && mayWrite(store, device, seq)) return null
  if (!devices.has(device) && waiting.length >= MAX_WAITING)
    return `${MAX_WAITING} devices wait to be let in already; no more are looked at`
  const isStatement = kind !== 'entry' && kind !== 'forget'
  if (kept < MAX_WAITING_BYTES && !(isStatement && bytes > MAX_WAITING_STATEMENT)) return null
  return 'it is not let in, and says more than is kept of such a device; what is new is taken once it is ("dogear sync trust")'
}

/** Whether an entry of this device is this user's own. */
export function isMine(roster: Roster, { me }: KnownRemote, device: string): boolean {
  return roster.store?.members.get(device)?.person === me
}

/** What is shown of a device, from its key. */
export function authorOf(roster: Roster, remote: KnownRemote, device: string): Author {
  const called = roster.names.get(device) || `device ${device.slice(0, 8)}`
  if (isMine(roster, remote, device)) return { device: called }
  return { device: called, person: personName(roster, device) }
}

/** The name that whoever let the person in gave them; with the words of their key, where two have the same. */
export function personName(roster: Roster, device: string): string {
  const member = roster.store?.members.get(device)
  const first = member && roster.store?.members.get(member.person)
  const name = first?.name || roster.names.get(member?.person ?? device) || 'someone'
  const others = [...(roster.store?.members.values() ?? [])].filter(
    (one) =>
      one.person !== member?.person && one.person === one.device && (one.name || roster.names.get(one.device)) === name,
  )
  return others.length === 0 ? name : `${name} (${wordsOf(member?.person ?? device)})`
}

/** What lies here was written by the device that brought it, or in this home: not by whoever published its id, too. */
export function isOfOne({ store }: Roster, author: string, device: string): boolean {
  return store?.members.get(author)?.person === store?.members.get(device)?.person
}

/** Somebody else has published this id in another workstream: two entries of one id would have one author. */
export function isTaken(
  roster: Roster,
  chainOf: (device: string) => Chain,
  { device, id, name }: { device: string; id: string; name: string },
): boolean {
  return [...roster.devices.keys()].some((other) => {
    const { links } = chainOf(other)
    const link = links.at(links.numberOf(id) ?? 0)
    return link?.fate === 'here' && link.name !== undefined && link.name !== name && !isOfOne(roster, other, device)
  })
}

/** By any device of the one who wrote it: only theirs were taken down. */
export function wasForgotten(
  roster: Roster,
  chainOf: (device: string) => Chain,
  { device, text }: { device: string; text: string },
): boolean {
  return [...roster.devices.keys()].some((one) => chainOf(one).forgotten.has(text) && isOfOne(roster, one, device))
}
