/**
 * What must be known after each hand-over, said without the program: it hears what people did and which entries lie on the
 * disk, and answers what is wrong. Every fact of a schedule is one word that occurs nowhere else, so a page is a set of words.
 */
export interface Place {
  worktree: string
  branch: string
}

/** An entry as it lies on the disk. `page`: the words stated in it, `earlier`: how many it counts and does not hold. */
export interface Stored {
  id: string
  name: string
  session: string
  person: string
  parents: readonly string[]
  live: boolean
  page: ReadonlySet<string>
  earlier: number
}

export type Law = 'K1' | 'K2' | 'K3' | 'K4' | 'K5' | 'K6' | 'K7' | 'K8'
export interface Wrong {
  law: Law
  what: string
}

interface Session {
  place: Place
  /** The entry it last made or was handed, the line that is of, and when that was. */
  at: string | null
  line: string | null
  since: number
  before: string | null
  prompts: number
  calls: number
  worked: boolean
  said: Set<string>
  pending: Set<string>
  closes: Set<string>
  /** An explicit save under way: where it goes, and whether that name was typed. */
  saves: { name: string; typed: boolean } | null
}

interface Known extends Stored {
  open: Set<string>
  gone: Set<string>
  place: Place
  order: number
  kind: 'work' | 'quick' | 'unsure'
}

const LOOSE = /^loose-/
const union = <T>(sets: readonly Iterable<T>[]): Set<T> => new Set(sets.flatMap((set) => [...set]))
const without = <T>(from: Iterable<T>, those: ReadonlySet<T>): Set<T> => new Set([...from].filter((x) => !those.has(x)))

export class Oracle {
  readonly sessions: Map<string, Session> = new Map()
  readonly entries: Map<string, Known> = new Map()
  private clock = 0

  begin(id: string, place: Place, before: string | null = null): void {
    const none = { at: null, line: null, since: 0, prompts: 0, calls: 0, worked: false, saves: null }
    this.sessions.set(id, { ...none, place, before, said: new Set(), pending: new Set(), closes: new Set() })
  }

  /** `word`: of the request itself, which is no item of the page; `states`: what the prompt or a note states. */
  turn(id: string, did: { word?: string; states?: readonly string[]; calls?: number; edits?: boolean }): void {
    const session = this.of(id)
    session.prompts += did.word === undefined ? 0 : 1
    session.calls += did.calls ?? 0
    session.worked ||= did.edits === true || session.prompts > 2 || session.calls >= 10
    if (did.word !== undefined) session.said.add(did.word)
    for (const word of did.states ?? []) session.pending.add(word)
  }

  /** `name`: where it must go; `typed`: by the user, and not derived from branch or folder. */
  save(id: string, save: { name: string; typed: boolean; states: readonly string[]; closes: readonly string[] }): void {
    const session = this.of(id)
    for (const word of save.states) session.pending.add(word)
    session.closes = new Set(save.closes)
    session.saves = { name: save.name, typed: save.typed }
    session.worked = true
  }

  joins(id: string, entry: string): void {
    Object.assign(this.of(id), { at: entry, line: this.entries.get(entry)?.name ?? null, since: ++this.clock })
  }

  /** A line that was named after the branch is left with it; a typed name stays. */
  switched(place: Place): void {
    const there = [...this.sessions.values()].filter((one) => one.place.worktree === place.worktree)
    for (const session of there) {
      if (session.line === session.place.branch) Object.assign(session, { at: null, line: null })
      session.place = place
    }
  }

  /** A new entry. `actor`: the session that acted; what comes from outside has none. */
  stored(entry: Stored, actor: string | null): Wrong[] {
    const session = this.sessions.get(entry.session)
    if (!session || actor === null) return this.keep(entry, { open: new Set(entry.page), gone: new Set() }, 'unsure')
    const wrong: Wrong[] = []
    const behind = this.heads().filter((head) => head.name === session.saves?.name && head.person === entry.person)
    const isNew = session.saves !== null && session.line !== session.saves.name
    // A typed name carries; a derived one whose work this session has not seen begins afresh. A named line that is left stays behind.
    const left = isNew && session.line !== null && !LOOSE.test(session.line)
    const own = this.known(left ? [] : [session.at])
    const target = isNew && session.saves?.typed ? behind : []
    const from = entry.live
      ? [...own, ...target, ...(isNew && !session.saves?.typed ? [] : this.known(entry.parents))]
      : own
    const ended =
      isNew && !session.saves?.typed
        ? without(union(behind.map(({ open }) => open)), union(own.map(({ open }) => open)))
        : []
    const gone = union([...from.map((one) => one.gone), session.closes, ended])
    const open = without(union([...from.map((one) => one.open), session.pending]), gone)
    const missing = without(open, entry.page)
    const back = [...entry.page].filter((word) => gone.has(word))
    const strange = without(
      without(entry.page, union([open, gone, session.said])),
      union(this.known([session.at]).map((one) => one.open)),
    )
    const say = (law: Law, what: string): void => void wrong.push({ law, what: `${entry.name} ${entry.id}: ${what}` })
    if (actor !== entry.session) say('K7', `it says it is of ${entry.session}, but ${actor} made it`)
    if (entry.live && missing.size > entry.earlier) say('K1', `lost ${[...missing].join(' ')}`)
    if (back.length > 0) say('K1', `closed, and back: ${back.join(' ')}`)
    if (strange.size > 0) say('K4', `holds what is of other work: ${[...strange].join(' ')}`)
    if (session.at !== null && !left && entry.live && !this.ancestors(entry.parents).has(session.at))
      say('K1', `does not go on from ${session.at}`)
    const twin = [...this.entries.values()].find(
      (one) => one.name === entry.name && one.parents.some((id) => entry.parents.includes(id)),
    )
    if (twin && entry.live && twin.live && (twin.session === entry.session || twin.order < session.since))
      say('K3', `forks from ${twin.id}, which was there when this session took the line up`)
    const kind =
      session.worked || from.some((one) => one.kind === 'work') ? 'work' : this.isQuick(session) ? 'quick' : 'unsure'
    this.keep(entry, { open, gone }, kind, session.place)
    if (entry.live)
      Object.assign(session, {
        at: entry.id,
        line: entry.name,
        since: this.clock,
        pending: new Set(),
        closes: new Set(),
        saves: null,
      })
    return wrong
  }

  /** Live entries nobody of the same person went on from, among those that are here. */
  heads(here: ReadonlySet<string> | null = null): Known[] {
    const all = [...this.entries.values()].filter(({ id }) => here === null || here.has(id))
    const passed = new Set(all.flatMap((one) => one.parents.map((id) => `${id} ${one.person}`)))
    return all.filter((one) => one.live && !passed.has(`${one.id} ${one.person}`))
  }

  /** A fresh session said "continue" and was handed `entry`; null: nothing; undefined: it was asked which. */
  chose(id: string, entry: string | null | undefined, person: string): Wrong[] {
    const session = this.of(id)
    const rank = ({ place, session: by }: Known): number =>
      by === session.before
        ? 0
        : place.worktree !== session.place.worktree
          ? 3
          : place.branch === session.place.branch
            ? 1
            : 2
    const near = this.heads().filter((one) => one.person === person && rank(one) < 3 && one.kind === 'work')
    const best = Math.min(...near.map(rank))
    if (entry === undefined)
      return near.filter((one) => rank(one) === best).length > 1
        ? []
        : [{ law: 'K3', what: `${id} was asked, and there is nothing to choose` }]
    const got = entry === null ? null : this.entries.get(entry)
    if (!got)
      return near.length === 0 || entry !== null
        ? []
        : [{ law: 'K2', what: `${id} was handed nothing of ${near.map((one) => one.name).join(' ')}` }]
    if (got.person !== person || rank(got) === 3)
      return [{ law: 'K4', what: `${id} was handed ${got.name} of another place or person` }]
    if (got.kind === 'quick' && near.length > 0)
      return [{ law: 'K2', what: `${id} was handed the quick ${got.name} before work` }]
    return rank(got) > best ? [{ law: 'K4', what: `${id} was handed ${got.name}, and nearer work is there` }] : []
  }

  /** What a session may be told unasked: what was said or stated in its worktree and branch, and what it goes on from. */
  told(id: string, words: ReadonlySet<string>, person: string): Wrong[] {
    const { place, at, before, said } = this.of(id)
    const near = (one: Known): boolean => one.place.worktree === place.worktree && one.place.branch === place.branch
    const own = [
      ...this.known([at]),
      ...[...this.entries.values()].filter((one) => one.person === person && (near(one) || one.session === before)),
    ]
    const may = union([said, ...own.flatMap((one) => [one.open, this.sessions.get(one.session)?.said ?? []])])
    const strange = without(words, may)
    return strange.size === 0 ? [] : [{ law: 'K4', what: `${id} was told unasked: ${[...strange].join(' ')}` }]
  }

  private keep(
    entry: Stored,
    sets: Pick<Known, 'open' | 'gone'>,
    kind: Known['kind'],
    place: Place = { worktree: '', branch: '' },
  ): Wrong[] {
    this.entries.set(entry.id, { ...entry, ...sets, kind, place, order: ++this.clock })
    return []
  }

  private isQuick({ prompts, calls, worked, pending }: Session): boolean {
    return prompts <= 2 && calls < 10 && !worked && pending.size === 0
  }

  private known(ids: readonly (string | null)[]): Known[] {
    return ids.flatMap((id) => this.entries.get(id ?? '') ?? [])
  }

  private ancestors(ids: readonly string[]): Set<string> {
    return union([ids, ...this.known(ids).map((one) => this.ancestors(one.parents))])
  }

  private of(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw new Error(`no session ${id} began`)
    return session
  }
}
