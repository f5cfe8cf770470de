/** Plays a schedule with the real program, tells the oracle what was done, and gathers what it finds wrong. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Answer,
  cli,
  dropHome,
  hook,
  type Home,
  mcp,
  newFiles,
  newHome,
  newRepo,
  type Process,
  type Ran,
  setClock,
} from './faces.js'
import { machine } from './machine.js'
import { audit } from './audit.js'
import { Oracle, type Stored, type Wrong } from './oracle.js'
import { BRANCHES, FOREIGN_ENTRIES, type Face, type Kind, NAMES, type Schedule, type Step } from './schedule.js'
import { type ClaudeSession, claudeSession } from '../support/claude-session.js'

export const ME = 'ada'
const THEM = 'bob'
const START = Date.UTC(2026, 10, 2, 9)
const MINUTE = 60_000
const repo = newRepo()
let foreign: string[] | null = null

export interface Played {
  wrong: Wrong[]
  sessions: number
  handovers: number
  entries: number
}

interface Doing {
  word?: string
  says?: string
  edits?: boolean
  fails?: boolean
  kilobytes?: number
  /** What the hook of the prompt answered, before anything else happens. */
  heard?: (answer: Answer) => void
}

interface Open {
  id: string
  process: Process
  worktree: number
  file: ClaudeSession
  wroteMs: number
}

export async function play(schedule: Schedule): Promise<Played> {
  const stage = new Stage()
  foreign ??= await foreignEntries()
  for (const step of schedule.steps) await stage.play(step)
  await stage.finish(schedule.delivery)
  const { wrong, handovers, oracle } = stage
  return { wrong, handovers, sessions: oracle.sessions.size, entries: oracle.entries.size }
}

export class Stage {
  readonly oracle: Oracle = new Oracle()
  readonly home: Home = newHome(ME)
  readonly wrong: Wrong[] = []
  /** The file of every entry by its id, as it was when it was first seen. */
  readonly texts: Map<string, string> = new Map()
  readonly worktrees: readonly string[] = repo.worktrees
  handovers = 0
  private readonly open: Open[] = []
  private readonly branches = [0, 0]
  private readonly seen = new Set<string>()
  private ms = START
  private counts = { sessions: 0, words: 0, pids: 1_000_000 }

  constructor() {
    machine.alive.clear()
    this.tick(0)
    for (const worktree of [0, 1]) this.checkOut(worktree, 0)
  }

  async play(step: Step): Promise<void> {
    this.tick(3)
    switch (step.do) {
      case 'open':
        await this.begin(step.worktree)
        return
      case 'wait':
        return this.tick(step.minutes)
      case 'branch':
        return this.checkOut(step.worktree, step.to)
      case 'import':
        return this.take(step.which)
      default:
    }
    const session = this.open[step.who % Math.max(1, this.open.length)] ?? (await this.begin(step.who % 2))
    switch (step.do) {
      case 'work':
        return this.work(session, step)
      case 'ask':
        await this.turn(session, `How does ${this.word('q')} get its value?`, { says: 'It is read at the start.' })
        return
      case 'note':
        return this.note(session, step.face)
      case 'save':
        return this.save(session, step)
      case 'continue':
        return this.goOn(session, step.name === null ? null : (NAMES[step.name] as string))
      case 'compact':
        return this.compact(session)
      case 'clear':
        await this.fire(session, 'SessionEnd', { reason: 'clear' })
        this.open.splice(this.open.indexOf(session), 1)
        await this.begin(session.worktree, session)
        this.handovers++
        return
      case 'end':
        await this.fire(session, 'SessionEnd', { reason: 'prompt_input_exit' })
        return this.leave(session)
      case 'kill':
        return this.leave(session)
    }
  }

  /** What holds of the home as a whole, and what a session is offered that begins now. */
  async finish(delivery: readonly number[]): Promise<void> {
    for (const session of [...this.open]) this.leave(session)
    await audit(this, delivery)
    for (const worktree of [0, 1]) {
      this.tick(90)
      const session = await this.begin(worktree)
      await this.goOn(session, null)
    }
    dropHome(this.home)
  }

  private async begin(worktree: number, before?: Open): Promise<Open> {
    const id = `s${++this.counts.sessions}-0000`
    const cwd = this.worktrees[worktree] as string
    const process = before?.process ?? { pid: ++this.counts.pids, cwd, firstSession: id }
    machine.alive.add(process.pid)
    const file = claudeSession(join(this.home.userHome, '.claude'), cwd, id, this.ms)
    const session: Open = { id, process, worktree, file, wroteMs: this.ms }
    this.open.push(session)
    this.oracle.begin(id, this.place(worktree), before?.id ?? null)
    const answer = await this.fire(session, 'SessionStart', { source: before ? 'clear' : 'startup' })
    this.unasked(session, answer)
    if (!before && answer.context.length > 1000) this.say('K4', `${id} was told ${answer.context.length} characters`)
    return session
  }

  private async work(session: Open, step: Step & { do: 'work' }): Promise<void> {
    const [word, rule] = [this.word('t'), this.word('c')]
    const states = step.rules ? [rule] : []
    const prompt = `Make ${word} work in src/pay.ts.${step.rules ? ` From now on never touch ${rule}.lock.` : ''}`
    this.oracle.turn(session.id, { states, edits: true, calls: 1 })
    await this.turn(session, prompt, { word, edits: true, fails: step.fails, kilobytes: step.kilobytes })
  }

  /** The prompt goes through its hook, the client writes what happens, and the turn ends. */
  private async turn(session: Open, prompt: string, does: Doing = {}): Promise<Answer> {
    const word = does.word ?? /z[a-z]\d+/.exec(prompt)?.[0]
    this.oracle.turn(session.id, { word: word ?? '' })
    const answer = await this.fire(session, 'UserPromptSubmit', { prompt })
    does.heard?.(answer)
    const { file } = session
    file.wait(Math.max(0, this.ms - session.wroteMs))
    file.prompt(prompt)
    if (does.kilobytes) file.say('x'.repeat(does.kilobytes * 1000))
    const edit = { file_path: join(session.process.cwd, 'src/pay.ts'), old_string: '1', new_string: word ?? '2' }
    if (does.edits) file.use('Edit', edit, { text: 'ok' })
    if (does.fails) file.use('Bash', { command: `npm test -- ${word}` }, { error: true, text: 'Exit code 1\n1 failed' })
    const says = does.says ?? `Did it for ${word}.`
    file.say(says)
    session.wroteMs = this.ms
    utimesSync(file.path, this.ms / 1000, this.ms / 1000)
    await this.fire(session, 'Stop', { last_assistant_message: says, stop_hook_active: false })
    return answer
  }

  private async note(session: Open, face: Face): Promise<void> {
    const word = this.word('d')
    this.oracle.turn(session.id, { states: [word] })
    const text = `Use ${word} for the queue because it is there`
    if (face === 'mcp') await this.mcp(session, 'note', { type: 'decision', text })
    else await this.cli(session, 'note', text, '--type', 'decision')
  }

  private async save(session: Open, step: Step & { do: 'save' }): Promise<void> {
    const typed = step.name === null ? null : (NAMES[step.name] as string)
    const said = step.states.map((kind): [Kind, string] => [kind, this.word(kind[0] as string)])
    const { line, at } = this.oracle.sessions.get(session.id) ?? {}
    const isOn = line && !line.startsWith('loose-')
    const name = typed ?? (isOn ? line : (BRANCHES[session.worktree]?.[this.branches[session.worktree] ?? 0] as string))
    const closes = step.closes && typed === null && at ? await this.closable(session, at) : null
    const states = said.map(([, word]) => word)
    this.oracle.save(session.id, {
      name,
      typed: typed !== null || Boolean(isOn),
      states,
      closes: closes ? [closes.word] : [],
    })
    const ran = await (step.face === 'mcp' ? this.saveByTool : this.saveByShell).call(
      this,
      session,
      typed,
      said,
      closes?.id,
    )
    this.receipt(session, typed, ran)
  }

  private saveByShell(session: Open, name: string | null, said: [Kind, string][], close?: string): Promise<Ran> {
    const flags = { failed: '--failed', decisions: '--decision', blockers: '--blocker', questions: '--question' }
    const words = said.flatMap(([kind, word]) => [flags[kind], `${word} — because ${kind}`])
    const closes = close === undefined ? [] : ['--close', close]
    return this.cli(
      session,
      'save',
      ...(name === null ? [] : [name]),
      '--no-git',
      '--next',
      'Run npm test',
      ...words,
      ...closes,
    )
  }

  private saveByTool(session: Open, name: string | null, said: [Kind, string][], close?: string): Promise<Ran> {
    const reasoned = (kind: Kind): boolean => kind === 'failed' || kind === 'decisions'
    const fields = said.map(([kind, word]) => [kind, [reasoned(kind) ? { what: word, why: `of ${kind}` } : word]])
    const more = { ...(name === null ? {} : { name }), ...(close === undefined ? {} : { closes: [close] }) }
    return this.mcp(session, 'save', { next: 'Run npm test', ...Object.fromEntries(fields), ...more })
  }

  /** An item of the page that the session goes on from, with the id it has there. */
  private async closable(session: Open, entry: string): Promise<{ id: string; word: string } | null> {
    const [word] = this.oracle.entries.get(entry)?.open ?? []
    const { said } = await this.cli(session, 'show', entry)
    const items = Object.values((said?.['entry'] ?? {}) as object).flat() as { id?: string; text?: string }[]
    const item = items.find((one) => word !== undefined && one?.text?.includes(word))
    return item?.id === undefined || word === undefined ? null : { id: item.id, word }
  }

  /** `name`: typed behind "continue". A session that is at work already goes on with its conversation, and is not judged. */
  private async goOn(session: Open, name: string | null): Promise<void> {
    const { prompts, at } = this.oracle.sessions.get(session.id) ?? {}
    const heads = this.oracle.heads().filter((one) => one.name === name && one.person === ME)
    const judge = (answer: Answer): void => {
      const handed = this.joined(session, answer)
      const isAsked = /asked which/.test(answer.log)
      if (name === null && prompts === 0 && at === null)
        this.wrong.push(...this.oracle.chose(session.id, isAsked ? undefined : (handed ?? null), ME))
      if (name === null || heads.length === 0) return
      const isThere = heads.some(({ id }) => id === handed)
      if (heads.length > 1 && !isAsked && !isThere) this.say('K3', `continue ${name}: ${heads.length} heads, not asked`)
      if (heads.length === 1 && isAsked) this.say('K3', `continue ${name}: asked, and there is one head`)
      if (heads.length === 1 && !isAsked && !isThere) this.say('K2', `continue ${name} handed ${handed ?? 'nothing'}`)
    }
    const { log } = await this.turn(session, name === null ? 'continue' : `continue ${name}`, {
      heard: judge,
      says: 'Going on.',
    })
    const choice = heads[0]?.id.split('-').at(-1)?.slice(0, 7)
    if (!/asked which/.test(log) || choice === undefined) return
    const settle = (answer: Answer): void => {
      if (this.joined(session, answer) !== heads[0]?.id) this.say('K3', `continue ${choice} does not settle it`)
    }
    await this.turn(session, `continue ${choice}`, { heard: settle, says: 'Going on.' })
  }

  private joined({ id }: Open, { log }: Answer): string | undefined {
    const handed = /resumed (\S+) (\S+)/.exec(log)?.[2]
    if (handed === undefined) return undefined
    this.oracle.joins(id, handed)
    this.handovers++
    return handed
  }

  private async compact(session: Open): Promise<void> {
    await this.fire(session, 'PreCompact', { trigger: 'manual' })
    const answer = await this.fire(session, 'SessionStart', { source: 'compact' })
    this.unasked(session, answer)
    this.handovers++
    const told = /briefing (\S+) (\S+)/.exec(answer.log)?.[2]
    const newest = this.oracle.sessions.get(session.id)?.at ?? undefined
    if (/newest of this session/.test(answer.context) && told !== newest)
      this.say('K7', `${session.id}: ${told} is called its newest, which is ${newest}`)
  }

  /** One predicate for each sentence of the answer to a save. */
  private receipt(session: Open, typed: string | null, { said, error }: Ran): void {
    const { saved } = (said ?? {}) as { saved?: { id: string; name: string; heads: number; nameFrom?: string } }
    const entry = saved && this.oracle.entries.get(saved.id)
    const heads = this.oracle.heads().filter((one) => one.name === saved?.name && one.person === ME).length
    if (!saved || !entry) return this.say('K7', `a save was refused or is not there: ${error ?? saved?.id}`)
    const from = saved.nameFrom ?? (saved as { name_from?: string }).name_from
    if (entry.session !== session.id || entry.name !== saved.name) this.say('K7', `${saved.id} is not what was saved`)
    if (saved.heads !== heads) this.say('K7', `${saved.name}: ${saved.heads} heads were told, and there are ${heads}`)
    if ((from === 'given') !== (typed !== null)) this.say('K7', `${saved.name}: its name is said to be from ${from}`)
  }

  private leave(session: Open): void {
    machine.alive.delete(session.process.pid)
    this.open.splice(this.open.indexOf(session), 1)
  }

  private async take(which: readonly number[]): Promise<void> {
    const folder = join(this.home.userHome, 'from-them')
    mkdirSync(folder, { recursive: true })
    for (const n of which) {
      writeFileSync(join(folder, 'e.md'), foreign?.[n] as string)
      await cli(this.home, this.worktrees[0] as string, null, 'import', join(folder, 'e.md'))
      this.observe(null)
    }
  }

  private checkOut(worktree: number, to: number): void {
    this.branches[worktree] = to
    repo.checkOut(worktree, this.place(worktree).branch)
    this.oracle.switched(this.place(worktree))
  }

  private unasked({ id }: Open, { context, message }: Answer): void {
    this.wrong.push(...this.oracle.told(id, wordsIn(context + message), ME))
  }

  private async fire(session: Open, event: string, more: object): Promise<Answer> {
    const message = { session_id: session.id, transcript_path: session.file.path, hook_event_name: event, ...more }
    const answer = await hook(this.home, session.process, message)
    this.observe(session.id)
    return answer
  }

  private async cli(session: Open, ...words: string[]): Promise<Ran> {
    const ran = await cli(this.home, session.process.cwd, session.id, ...words)
    this.observe(session.id)
    return ran
  }

  private async mcp(session: Open, tool: string, args: Record<string, unknown>): Promise<Ran> {
    const ran = await mcp(this.home, session.process, tool, args)
    this.observe(session.id)
    return ran
  }

  /** New entries on the disk. A session that was killed is saved by the next one that begins, in its name. */
  private observe(actor: string | null): void {
    for (const [path, text] of newFiles(this.home, this.seen)) {
      this.seen.add(path)
      const entry = parseStored(text)
      this.texts.set(entry.id, text)
      const isOpen = this.open.some(({ id }) => id === entry.session)
      const by = entry.person !== ME ? null : isOpen || !this.oracle.sessions.has(entry.session) ? actor : entry.session
      this.wrong.push(...this.oracle.stored(entry, by))
    }
  }

  readonly say = (law: Wrong['law'], what: string): void => void this.wrong.push({ law, what })

  private place(worktree: number): { worktree: string; branch: string } {
    const branch = BRANCHES[worktree]?.[this.branches[worktree] ?? 0] as string
    return { worktree: this.worktrees[worktree] as string, branch }
  }

  private word(letter: string): string {
    return `z${letter}${String(++this.counts.words).padStart(4, '0')}`
  }

  private tick(minutes: number): void {
    this.ms += minutes * MINUTE
    setClock(this.ms)
  }
}

export function wordsIn(text: string): Set<string> {
  return new Set(text.match(/\bz[a-z]\d{4}\b/g))
}

const STATED = /^(?:Failed|Constraints|Decisions|Blockers|Open questions)$/

/** The file of an entry: a value in JSON behind each key, then the sections. */
export function parseStored(text: string): Stored {
  const [, head = '', body = ''] = text.split(/^---\n/m, 3)
  const lines = head.split('\n').filter((line) => line.includes(': '))
  const front = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(': ')), JSON.parse(line.slice(line.indexOf(': ') + 2)) as unknown]),
  )
  const { session = '', user = '' } = (front['by'] ?? {}) as { session?: string; user?: string }
  const sections = body.split(/^## /m).filter((section) => STATED.test(section.split('\n', 1)[0] ?? ''))
  const earlier = ((front['earlier'] ?? []) as { count: number }[]).reduce((sum, { count }) => sum + count, 0)
  const { id, name, kind, parents } = front as { id: string; name: string; kind: string; parents?: string[] }
  const isLive = kind === 'saved' || kind === 'restored'
  const page = wordsIn(sections.join('\n'))
  return { id, name, session, person: user, parents: parents ?? [], live: isLive, page, earlier }
}

/** Of somebody else who works on the same project and calls something by the same name: three in a row, and a fork. */
async function foreignEntries(): Promise<string[]> {
  const home = newHome(THEM)
  const cwd = repo.worktrees[0]
  const seen = new Set<string>()
  const texts: string[] = []
  for (let n = 0; n < FOREIGN_ENTRIES; n++) {
    setClock(START - (FOREIGN_ENTRIES - n) * MINUTE)
    const forks = n === FOREIGN_ENTRIES - 1 ? ['--continues', parseStored(texts[0] as string).id] : []
    const states = ['--failed', `zx000${n} — because of them`, '--next', 'Run npm test']
    await cli(home, cwd, null, 'save', NAMES[0], '--no-git', '--no-transcript', ...states, ...forks)
    for (const [path, text] of newFiles(home, seen)) {
      seen.add(path)
      texts.push(text)
    }
  }
  dropHome(home)
  return texts
}
