/**
 * What must be known after each hand-over, said without the program: it hears what people did and which entries lie on the
 * disk, and answers what is wrong. Every fact of a schedule is one word that occurs nowhere else, so a page is a set of words.
 */
import type { Known, Law, Place, Save, Session, Stored, Turn, Wrong } from './laws.js'

const union = (sets: readonly Iterable<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]))
const minus = (from: Iterable<string>, ...those: ReadonlySet<string>[]): Set<string> =>
  new Set([...from].filter((word) => those.every((set) => !set.has(word))))
const wrongIf = (isWrong: boolean, law: Law, what: string): Wrong[] => (isWrong ? [{ law, what }] : [])
const isLoose = (name: string): boolean => name.startsWith('loose-')
const openIn = (known: readonly Known[]): Set<string> => union(known.map((one) => one.open))

export class Oracle {
  readonly sessions: Map<string, Session> = new Map()
  readonly entries: Map<string, Known> = new Map()
  private clock = 0

  begin(id: string, place: Place, before: string | null): void {
    const none = { at: null, line: null, since: 0, prompts: 0, worked: false, save: null }
    this.sessions.set(id, { ...none, place, before, said: new Set(), pending: new Set() })
  }

  turn(id: string, { word, states = [], edits = false }: Turn): void {
    const session = this.of(id)
    if (word !== undefined) session.prompts++
    session.worked ||= edits || session.prompts > 2
    for (const one of states) session.pending.add(one)
    for (const one of [word ?? '', ...states]) session.said.add(one)
  }

  saves(id: string, save: Save): void {
    Object.assign(this.of(id), { save, worked: true, pending: union([this.of(id).pending, save.states]) })
  }

  refused(id: string): void {
    for (const word of this.of(id).save?.states ?? []) this.of(id).pending.delete(word)
    this.of(id).save = null
  }

  joins(id: string, entry: string): void {
    Object.assign(this.of(id), { at: entry, line: this.entries.get(entry)?.name ?? null, since: ++this.clock })
  }

  /** A line that was named after the branch is left with it; a typed name stays. */
  switched(place: Place): void {
    const left = (was: Place): boolean => was.worktree === place.worktree && was.branch !== place.branch
    for (const session of [...this.sessions.values()].filter((one) => left(one.place))) {
      if (session.line === session.place.branch) Object.assign(session, { at: null, line: null })
      session.place = place
    }
  }

  /** A new entry. `actor`: the session that made it; null: it came from outside. The mark of a named line is not judged. */
  stored(entry: Stored, actor: string | null): Wrong[] {
    const session = this.sessions.get(entry.session)
    const isTold = !session || actor === null || !entry.live
    if (isTold) return this.keep(entry, { open: new Set(entry.page), kind: 'unsure' })
    const { save, at, line } = session
    const mine = (one: Known): boolean => one.person === entry.person
    const behind = this.heads().filter((head) => mine(head) && head.name === save?.name)
    const moves = save !== null && line !== save.name
    // A named line that is left for another stays behind; a derived name that is new to this session begins afresh.
    const own = moves && line !== null && !isLoose(line) ? [] : this.known([at])
    const fresh = moves && !save.typed
    const from = fresh ? own : [...own, ...(moves ? behind : []), ...this.known(entry.parents).filter(mine)]
    const ended = fresh ? minus(openIn(behind), openIn(own)) : []
    const closed = union([...from.map((one) => one.closed), save?.closes ?? [], ended])
    const open = minus(union([openIn(from), session.pending]), closed)
    const wrong: Wrong[] = []
    const check = (law: Law, isWrong: boolean, what: string) =>
      wrong.push(...wrongIf(isWrong, law, `${entry.id} ${what}`))
    const missing = minus(open, entry.page)
    const back = [...entry.page].filter((word) => closed.has(word))
    const judged = union([openIn(this.known([at])), ...from.map((one) => one.page)])
    const strange = minus(entry.page, open, closed, session.said, judged)
    const seen = own.length === 0 || this.ancestors(entry.parents).has(at ?? '')
    const twin = [...this.entries.values()].find(
      (one) => one.live && one.name === entry.name && one.parents.some((id) => entry.parents.includes(id)),
    )
    check('K1', missing.size > entry.earlier, `lost ${[...missing].join(' ')}`)
    check('K1', back.length > 0, `has again what was closed: ${back.join(' ')}`)
    check('K1', !seen, `does not go on from ${at}`)
    check('K3', (twin?.order ?? Infinity) < session.since, `forks beside ${twin?.id}, which this session had seen`)
    check('K4', strange.size > 0, `holds what is of other work: ${[...strange].join(' ')}`)
    check('K7', actor !== entry.session, `says it is of ${entry.session}, and ${actor} made it`)
    this.keep(entry, { open, closed, kind: this.kindOf(session, from), place: session.place })
    Object.assign(session, { at: entry.id, line: entry.name, since: this.clock, save: null, pending: new Set() })
    return wrong
  }

  /** Live entries that neither their person nor I went on from, among those `here`. A loose line ends where it is named. */
  heads(here: ReadonlySet<string> = new Set(this.entries.keys())): Known[] {
    const all = [...this.entries.values()].filter(({ id }) => here.has(id))
    const mayEnd = (one: Known, from: Known): boolean => one.person === from.person || this.sessions.has(one.session)
    const goesOn = (one: Known, from: Known): boolean =>
      one.parents.includes(from.id) && mayEnd(one, from) && (one.name === from.name || isLoose(from.name))
    return all.filter((one) => one.live && !all.some((other) => goesOn(other, one)))
  }

  /** A fresh session said "continue" and was handed `entry`; null: nothing; undefined: it was asked which. */
  chose(id: string, entry: string | null | undefined, person: string): Wrong[] {
    const { place } = this.of(id)
    const rank = (one: Known): number =>
      this.isBefore(one, id) ? 0 : one.place.worktree !== place.worktree ? 3 : one.place.branch === place.branch ? 1 : 2
    const near = this.heads().filter((one) => one.person === person && rank(one) < 3 && one.kind !== 'quick')
    const work = near.filter((one) => one.kind === 'work')
    const [names, got] = [near.map((one) => one.name).join(' '), this.entries.get(entry ?? '')]
    if (entry === undefined) return wrongIf(near.length === 1, 'K4', `${id} was asked about more than ${names}`)
    if (!got) return wrongIf(work.length > 0, 'K2', `${id} was handed nothing of ${names}`)
    if (got.person !== person || rank(got) === 3) return wrongIf(true, 'K4', `${id} was handed ${got.name} of others`)
    if (got.kind === 'quick') return wrongIf(work.length > 0, 'K2', `${id}: quick ${got.name} before ${names}`)
    const isNearer = work.some((one) => rank(one) < rank(got))
    return wrongIf(isNearer, 'K4', `${id}: ${got.name} is not the nearest of ${names}`)
  }

  /** Unasked, a session is told what was said or stated in its worktree and branch, and what it goes on from. */
  told(id: string, words: ReadonlySet<string>, person: string): Wrong[] {
    const { place, at, said } = this.of(id)
    const isNear = (one: Known): boolean => one.place.branch === place.branch || one.id === at || this.isBefore(one, id)
    const near = [...this.entries.values()].filter((one) => one.person === person && isNear(one))
    const lines = this.known([...this.ancestors(near.map((one) => one.id))])
    const theirs = lines.map((one) => this.sessions.get(one.session)?.said ?? [])
    const strange = minus(words, said, openIn(near), union(theirs))
    return wrongIf(strange.size > 0, 'K4', `${id} was told unasked: ${[...strange].join(' ')}`)
  }

  /** It is of a session that the same process ran before, or of the line that one was on. */
  private isBefore(one: Known, id: string): boolean {
    const { before } = this.of(id)
    if (before === null) return false
    return one.session === before || one.name === this.of(before).line || this.isBefore(one, before)
  }

  private keep(entry: Stored, known: Pick<Known, 'open' | 'kind'> & Partial<Known>): Wrong[] {
    const rest = { closed: new Set<string>(), place: { worktree: '', branch: '' }, order: ++this.clock }
    return this.entries.set(entry.id, { ...entry, ...rest, ...known }) && []
  }

  private kindOf({ worked, pending, prompts }: Session, from: readonly Known[]): Known['kind'] {
    if (worked || from.some((one) => one.kind === 'work')) return 'work'
    return prompts <= 2 && pending.size === 0 ? 'quick' : 'unsure'
  }

  private known = (ids: readonly (string | null)[]): Known[] => ids.flatMap((id) => this.entries.get(id ?? '') ?? [])
  private ancestors = (ids: readonly string[]): Set<string> =>
    union([ids, ...this.known(ids).map((one) => this.ancestors(one.parents))])
  private of = (id: string): Session => this.sessions.get(id) as Session
}
