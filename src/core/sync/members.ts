/**
 * Who belongs to a store, from the signed statements of its members. Whatever order they arrive in, the answer is the same:
 * a statement counts when its device may make it, and nobody can put out those who let them in.
 */

export interface Device {
  id: string
  /** Base64 of the raw Ed25519 key. */
  publicKey: string
  /** What it calls itself: a claim. */
  name: string
  /** For whom keys of the store are wrapped: an age recipient. */
  recipient?: string
}

/** A statement, and the record it stands in. */
export interface Statement {
  device: string
  seq: number
  says:
    /** `vouchedBy`: the device whose home this one was copied from, proven by its signature. */
    | { type: 'hello'; vouchedBy?: string }
    | { type: 'found'; audience: Audience; encrypted: boolean; nonce: string }
    | { type: 'admit'; device: string; person: string; name: string; role: Role }
    | { type: 'revoke'; device: string; lastSeq: number }
    /** What is sealed from now on, and for whom. */
    | { type: 'keys' }
}

/**
 * What a record of this kind says, if it has the form of that. Its kind is signed and weighed by its kind: whatever else stands
 * in it, also that it is of another, counts for nothing. Null: it says nothing of who is in the store.
 */
export function readStatement(kind: string, says: Readonly<Record<string, unknown>>): Statement['says'] | null {
  const { vouchedBy, audience, encrypted, nonce, device, person, name, role, lastSeq, epoch } = says
  if (kind === 'hello') return isId(vouchedBy) ? { type: kind, vouchedBy } : { type: kind }
  if (kind === 'found')
    return (audience === 'own' || audience === 'team') && typeof encrypted === 'boolean' && typeof nonce === 'string'
      ? { type: kind, audience, encrypted, nonce }
      : null
  if (kind === 'admit')
    return isId(device) && isId(person) && (role === 'admin' || role === 'member') && typeof name === 'string'
      ? { type: kind, device, person, name, role }
      : null
  if (kind === 'keys') return Number.isSafeInteger(epoch) ? { type: kind } : null
  if (kind !== 'revoke') return null
  return isId(device) && Number.isSafeInteger(lastSeq) ? { type: kind, device, lastSeq: lastSeq as number } : null
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)
}

/** Who the entries are for: this user's own devices, or a team. */
export type Audience = 'own' | 'team'
/** An admin lets others in and puts them out. */
export type Role = 'admin' | 'member'

export interface Member {
  device: string
  /** The first device of the person; all devices of theirs have the same. */
  person: string
  name: string
  role: Role
  /** How far from the founder: nobody puts out who stands nearer. */
  depth: number
  /** Put out: nothing after this record counts. */
  until?: number
}

export interface Store {
  founder: string
  audience: Audience
  /** What goes there is sealed: from the beginning, or since an admin made a key. */
  encrypted: boolean
  /** From the beginning: nothing in clear counts. */
  neverClear: boolean
  members: ReadonlyMap<string, Member>
}

/** Null: nobody has founded it yet. `founder` is pinned by the id of the store. */
export function reduceMembers(founder: string, statements: readonly Statement[]): Store | null {
  const found = statements.find(({ device, says }) => device === founder && says.type === 'found')
  if (found?.says.type !== 'found') return null
  // A later device of a person may put out an earlier one, whose statements were weighed before: so it is weighed twice.
  const first = weigh(founder, statements, [])
  const members = weigh(founder, statements, first.outs.filter(isOfOnePerson(first.members))).members
  const { audience, encrypted: neverClear } = found.says
  const isKey = ({ device, seq, says }: Statement): boolean =>
    says.type === 'keys' && members.get(device)?.role === 'admin' && seq <= (members.get(device)?.until ?? Infinity)
  return { founder, audience, neverClear, encrypted: neverClear || statements.some(isKey), members }
}

interface Out {
  by: string
  device: string
  lastSeq: number
}

interface Weighed {
  members: Map<string, Member>
  outs: Out[]
}

/** From the founder outwards: what somebody may say is known once all who stand nearer have spoken. */
function weigh(founder: string, statements: readonly Statement[], known: readonly Out[]): Weighed {
  const all: Weighed = { members: new Map(), outs: [...known] }
  all.members.set(founder, { device: founder, person: founder, name: '', role: 'admin', depth: 0 })
  for (let level = [founder]; level.length > 0;) {
    // Who is put out first: what was said after that does not count.
    for (const author of level)
      for (const { says } of saidBy(author, statements, all))
        if (says.type === 'revoke') all.outs.push({ by: author, device: says.device, lastSeq: says.lastSeq })
    level = level.flatMap((author) => letIn(all, author, statements))
  }
  letInCopies(all, statements)
  for (const member of all.members.values()) {
    const until = untilOf(member, all)
    if (until !== Infinity) member.until = until
  }
  return all
}

function saidBy(author: string, statements: readonly Statement[], all: Weighed): Statement[] {
  const until = untilOf(all.members.get(author) as Member, all)
  return statements.filter(({ device, seq }) => device === author && seq <= until).toSorted((a, b) => a.seq - b.seq)
}

function untilOf(whom: Member, { members, outs }: Weighed): number {
  const counts = ({ by, device }: Out): boolean => {
    const author = members.get(by)
    if (device !== whom.device || !author) return false
    return author.person === whom.person || (author.role === 'admin' && whom.depth > author.depth)
  }
  // Somebody may have said it a hundred thousand times.
  return outs.reduce((least, out) => (out.lastSeq < least && counts(out) ? out.lastSeq : least), Infinity)
}

function isOfOnePerson(members: ReadonlyMap<string, Member>): (out: Out) => boolean {
  return ({ by, device }) => members.get(by)?.person === members.get(device)?.person
}

function letIn(all: Weighed, author: string, statements: readonly Statement[]): string[] {
  const by = all.members.get(author) as Member
  const added: string[] = []
  for (const { says } of saidBy(author, statements, all)) {
    if (says.type !== 'admit') continue
    const isOwn = says.person === by.person
    // A member may bring their own other devices; a new person is let in by an admin, under their own key.
    if (!isOwn && (by.role !== 'admin' || says.person !== says.device)) continue
    const { device, person, name } = says
    if (all.members.has(device)) continue
    const role = isOwn ? by.role : says.role
    all.members.set(device, { device, person, name, role, depth: by.depth + 1 })
    added.push(device)
  }
  return added
}

/** A home that was copied is the same person on a device of its own. */
function letInCopies(all: Weighed, statements: readonly Statement[]): void {
  for (let isMore = true; isMore;) {
    isMore = false
    for (const { device, says } of statements) {
      const from = says.type === 'hello' && says.vouchedBy !== undefined ? all.members.get(says.vouchedBy) : undefined
      if (!from || all.members.has(device) || untilOf(from, all) !== Infinity) continue
      all.members.set(device, { ...from, device, name: '', depth: from.depth + 1 })
      isMore = true
    }
  }
}

/** Whether what a device says in this record counts. */
export function mayWrite(store: Store, device: string, seq: number): boolean {
  const member = store.members.get(device)
  return member !== undefined && seq <= (member.until ?? Infinity)
}

/** Everybody who may read from now on. */
export function readers(store: Store): Member[] {
  return [...store.members.values()].filter(({ until }) => until === undefined)
}
