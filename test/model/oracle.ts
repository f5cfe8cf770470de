/**
 * What must be known after each hand-over, said without the program: it hears what people did and which entries lie on the
 * disk, and answers what is wrong. Every fact of a schedule is one word that occurs nowhere else, so a page is a set of words.
 */
import type { Known, Law, Place, Save, Session, Stored, Turn, Wrong } from './laws.js'

export const ME = 'ada'
const union = (sets: readonly Iterable<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]))
const minus = (from: Iterable<string>, ...those: ReadonlySet<string>[]): Set<string> =>
  new Set([...from].filter((word) => those.every((set) => !set.has(word))))
const wrongIf = (isWrong: boolean, law: Law, what: string): Wrong[] => (isWrong ? [{ law, what }] : [])
const isLoose = (name: string): boolean => name.startsWith('loose-')
const openIn = (known: readonly Known[]): Set<string> => union(known.map((one) => one.open))

function carried({ id, page, earlier }: Stored, open: ReadonlySet<string>, closed: ReadonlySet<string>): Wrong[] {
  const [missing, back] = [minus(open, page), [...page].filter((word) => closed.has(word))]
  const lost = wrongIf(missing.size > earlier, 'K1', `${id} lost ${[...missing].join(' ')}`)
  return [...lost, ...wrongIf(back.length > 0, 'K1', `${id} has again what was closed: ${back.join(' ')}`)]
}

export class Oracle {
  readonly sessions: Map<string, Session> = new Map()
  readonly entries: Map<string, Known> = new Map()
  private clock = 0

  turn(id: string, { word, states = [], edits = false }: Turn): void {
    const session = this.of(id)
    if (word !== undefined) session.prompts++
    session.worked ||= edits || session.prompts > 2
    for (const one of states) session.pending.add(one)
    for (const one of [word ?? '', ...states]) session.said.add(one)
  }

  /** It is about to save (null: that was refused), or was handed an entry. */
  saves = (id: string, save: Save | null): object => Object.assign(this.of(id), { save, worked: true })
  joins = (id: string, at: string): object =>
    Object.assign(this.of(id), { at, line: this.entries.get(at)?.name ?? null, since: ++this.clock })

  /** A line that was named after the branch is left with it until that is back, and what was done on it; a typed name stays. */
  switched(place: Place, those: readonly Session[]): void {
    for (const one of those.filter((it) => it.place.worktree === place.worktree && it.place.branch !== place.branch)) {
      const away = { left: { ...one }, at: null, line: null, worked: false, prompts: NaN }
      const back = one.at === null && one.left?.line === place.branch ? one.left : null
      Object.assign(one, one.line === one.place.branch ? away : back, { place })
    }
  }

  /** A new entry. `actor`: the session that made it; null: it came from outside, or says again what was said. */
  stored(entry: Stored, actor: string | null): Wrong[] {
    const session = this.sessions.get(entry.session)
    if (!session || !entry.live || actor === null) return this.restated(entry)
    const { save, at, line, place, worked, prompts, pending } = session
    const behind = this.heads().filter((head) => head.person === entry.person && head.name === save?.name)
    const moves = save !== null && line !== save.name
    // A named line stays behind but for a name that is new; a derived name that is new to this session begins afresh.
    const own = moves && line !== null && !isLoose(line) && !entry.parents.includes(at ?? '') ? [] : this.known([at])
    const all = [...own, ...(moves ? behind : []), ...this.parentsOf(entry)]
    const meant = [...own, ...behind.filter((head) => head.session === entry.session)]
    const from = save?.fresh ? [] : moves && !save.typed ? meant : all
    const ended = save?.fresh ? openIn(all) : moves && !save.typed ? minus(openIn(behind), openIn(meant)) : []
    const closed = union([...from.map((one) => one.closed), save?.closes ?? [], ended])
    const open = minus(union([openIn(from), pending, save?.states ?? []]), closed)
    const strange = minus(entry.page, open, closed, session.said, union(all.map((one) => one.page)))
    const isLeft = own.length > 0 && !this.ancestors(entry.parents).has(at ?? '')
    const isTwin = (one: Known): boolean =>
      one.live && one.name === entry.name && one.parents.some((id) => entry.parents.includes(id))
    const twin = [...this.entries.values()].find((one) => one.order < session.since && isTwin(one))
    const isWork = worked || from.some((one) => one.kind === 'work')
    const isQuick = prompts <= 2 && pending.size === 0 && from.every((one) => one.kind === 'quick')
    const kind = isWork ? 'work' : isQuick ? 'quick' : 'unsure'
    this.entries.set(entry.id, { ...entry, open, closed, kind, place, order: ++this.clock })
    Object.assign(session, { at: entry.id, line: entry.name, since: this.clock, save: null, pending: new Set() })
    return [
      ...carried(entry, open, closed),
      ...wrongIf(isLeft, 'K1', `${entry.id} does not go on from ${at}`),
      ...wrongIf(twin !== undefined, 'K3', `${entry.id} forks beside ${twin?.id}, which this session had seen`),
      ...wrongIf(strange.size > 0, 'K4', `${entry.id} holds what is of other work: ${[...strange].join(' ')}`),
      ...wrongIf(actor !== entry.session, 'K7', `${entry.id} says it is of ${entry.session}, and ${actor} made it`),
    ]
  }

  /** Renamed or brought back, what was known is known. A mark ends its line, or says where all who are on it go on. */
  private restated(entry: Stored): Wrong[] {
    const parents = this.parentsOf(entry)
    const isGoing = !entry.live || parents.some((one) => one.live)
    const before = isGoing ? parents : parents.flatMap(this.parentsOf)
    const closed = union(before.map((one) => one.closed))
    const open = entry.live ? minus(union([openIn(before), entry.page]), closed) : new Set<string>()
    const { kind = 'unsure', place = { worktree: '', branch: '' } } = before[0] ?? {}
    this.entries.set(entry.id, { ...entry, open, closed, kind, place, order: ++this.clock })
    const isOn = ({ line, at }: Session): boolean => line === entry.name && this.ancestors([entry.id]).has(at ?? '')
    for (const one of this.sessions.values()) if (one.save === null && isOn(one)) Object.assign(one, entry.continued)
    return entry.live ? carried(entry, open, closed) : []
  }

  /** Live entries that neither their person nor I went on from, among those `here`. A loose line ends where it is named. */
  heads(here: ReadonlySet<string> = new Set(this.entries.keys())): Known[] {
    const all = [...this.entries.values()].filter(({ id }) => here.has(id))
    const mayEnd = (one: Known, { name, person }: Known): boolean =>
      [person, ME].includes(one.person) && (one.name === name || isLoose(name))
    return all.filter((from) => from.live && !all.some((one) => one.parents.includes(from.id) && mayEnd(one, from)))
  }

  /** A line is offered by the rules of what "continue" chooses, and then "continue" means that line, whatever came since. */
  offers(id: string, name: string): Wrong[] {
    const judged = this.heads().flatMap((one) => (one.name === name ? [this.chose(id, one.id)] : []))
    this.of(id).offered = name
    return judged.every((wrong) => wrong.length > 0) ? judged.flat() : []
  }

  /** A fresh session said "continue" and was handed `entry`; null: nothing; undefined: it was asked which. */
  chose(id: string, entry: string | null | undefined): Wrong[] {
    const { place, offered } = this.of(id)
    const rank = (one: Known): number =>
      this.isBefore(one, id) ? 0 : one.place.worktree !== place.worktree ? 3 : one.place.branch === place.branch ? 1 : 2
    const mine = this.heads().filter((one) => one.person === ME && rank(one) < 3)
    const [near, work] = [mine.filter((one) => one.kind !== 'quick'), mine.filter((one) => one.kind === 'work')]
    const [names, got] = [near.map((one) => one.name).join(' '), this.entries.get(entry ?? '')]
    if (entry === undefined) return wrongIf(near.length === 1, mine[1] ? 'K2' : 'K4', `${id} was asked beside ${names}`)
    if (!got) return wrongIf(work.length > 0, 'K2', `${id} was handed nothing of ${names}`)
    if (got.person === ME && this.known([...this.ancestors([got.id])]).some((one) => one.name === offered)) return []
    if (got.person !== ME || rank(got) === 3) return wrongIf(true, 'K4', `${id} was handed ${got.name} of others`)
    if (got.kind === 'quick') return wrongIf(work.length > 0, 'K2', `${id}: quick ${got.name} before ${names}`)
    const isNearer = work.some((one) => rank(one) < rank(got))
    return wrongIf(isNearer, 'K4', `${id}: ${got.name} is not the nearest of ${names}`)
  }

  /** Unasked, a session is told what was said or stated in its worktree and branch, and what its process was handed, by a yes. */
  told(id: string, words: ReadonlySet<string>): Wrong[] {
    const { place, said } = this.of(id)
    const isNear = (one: Known): boolean => one.place.branch === place.branch || this.isBefore(one, id)
    const near = [...this.entries.values()].filter((one) => one.person === ME && isNear(one))
    near.push(...this.known(this.inProcess(id).map((one) => this.of(one).at)))
    const lines = this.known([...this.ancestors(near.map((one) => one.id))])
    const theirs = lines.map((one) => this.sessions.get(one.session)?.said ?? [])
    const strange = minus(words, said, openIn(near), union(theirs))
    return wrongIf(strange.size > 0, 'K4', `${id} was told unasked: ${[...strange].join(' ')}`)
  }

  /** It and the sessions that the same process ran before. */
  private inProcess = (id: string | null): string[] => (id === null ? [] : [id, ...this.inProcess(this.of(id).before)])
  private isBefore = (one: Known, id: string): boolean =>
    this.inProcess(this.of(id).before).some((before) => one.name === this.of(before).line)
  private parentsOf = (of: Stored): Known[] => this.known(of.parents).filter((one) => one.person === of.person)
  private known = (ids: readonly (string | null)[]): Known[] => ids.flatMap((id) => this.entries.get(id ?? '') ?? [])
  private ancestors = (ids: readonly string[]): Set<string> =>
    union([ids, ...this.known(ids).map((one) => this.ancestors(one.parents))])
  private of = (id: string): Session => this.sessions.get(id) as Session
}
