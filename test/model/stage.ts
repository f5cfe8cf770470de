/** The stage of a schedule: a home, two worktrees, a clock and the sessions that are open. After every act the oracle is asked. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ClaudeSession, claudeSession } from '../support/claude-session.js'
import { parseStored, wordsIn } from './entry-file.js'
import {
  type Answer,
  cli,
  type Home,
  hook,
  mcp,
  newFiles,
  newHome,
  newRepo,
  type Process,
  type Ran,
  setClock,
} from './faces.js'
import { type Law, newSession, type Place, type Session, type Wrong } from './laws.js'
import { machine } from './machine.js'
import { ME, Oracle } from './oracle.js'
import { BRANCHES, type Kind } from './schedule.js'

/** Some schedules go on into another month. */
export const START: number = Date.UTC(2026, 9, 29, 9)
const MINUTE = 60_000
const FIRST_PID = 1_000_000
const repo = newRepo()

export interface Open {
  id: string
  process: Process
  worktree: number
  file: ClaudeSession
  /** When the client last wrote to its file. */
  wroteMs: number
}

export interface Doing {
  word?: string
  says?: string
  edits?: boolean
  fails?: boolean
  kilobytes?: number
  /** The process is killed before the end of the turn. */
  midway?: boolean
  /** Gets what the hook of the prompt answered, before anything else happens. */
  heard?: (answer: Answer) => void
}

export class Stage {
  readonly oracle: Oracle = new Oracle()
  readonly home: Home = newHome(ME)
  readonly wrong: Wrong[] = []
  /** The file of every entry by its id, as it was when it was first seen, and where. */
  readonly texts: Map<string, string> = new Map()
  readonly paths: Map<string, string> = new Map()
  readonly worktrees: readonly string[] = repo.worktrees
  readonly open: Open[] = []
  /** Ended or killed. */
  readonly over: Open[] = []
  /** What was stated by the save that made an entry. */
  readonly stated: Map<string, [Kind, string][]> = new Map()
  handovers = 0
  private readonly branches = [0, 0]
  private readonly seen = new Set<string>()
  private ms = START
  private words = 0
  private taken = 0

  constructor() {
    machine.alive.clear()
    this.tick(0)
    for (const worktree of [0, 1]) this.checkOut(worktree, 0)
  }

  readonly say = (law: Law, what: string): void => void this.wrong.push({ law, what })

  tick(minutes: number): void {
    this.ms += minutes * MINUTE
    setClock(this.ms)
  }

  /** A fact that nobody else has stated. */
  word(letter: string): string {
    return `z${letter}${String(++this.words).padStart(4, '0')}`
  }

  place(worktree: number): Place {
    const branch = BRANCHES[worktree]?.[this.branches[worktree] ?? 0] as string
    return { worktree: this.worktrees[worktree] as string, branch }
  }

  checkOut(worktree: number, to: number): void {
    this.branches[worktree] = to
    repo.checkOut(worktree, this.place(worktree).branch)
    const isHere = (id: string): boolean => this.open.some((one) => one.id === id)
    const those = [...this.oracle.sessions].flatMap(([id, one]) => (isHere(id) ? [one] : []))
    this.oracle.switched(this.place(worktree), those)
  }

  /** An entry that was in the home before. */
  put({ id, path, text }: { id: string; path: string; text: string }): void {
    mkdirSync(dirname(join(this.home.data, path)), { recursive: true })
    writeFileSync(join(this.home.data, path), text)
    this.observe(null)
    Object.assign(this.oracle.entries.get(id) ?? {}, { place: this.place(0), kind: 'work' })
  }

  /** `before`: the session that was cleared for this one. */
  async begin(worktree: number, before?: Open): Promise<Open> {
    const n = this.oracle.sessions.size + 1
    const id = `s${n}-0000`
    const cwd = this.worktrees[worktree] as string
    const process = before?.process ?? { pid: FIRST_PID + n, cwd, firstSession: id }
    machine.alive.add(process.pid)
    const file = claudeSession(join(this.home.userHome, '.claude'), cwd, id, this.ms)
    const session: Open = { id, process, worktree, file, wroteMs: this.ms }
    this.open.push(session)
    this.oracle.sessions.set(id, newSession(this.place(worktree), before?.id ?? null))
    const answer = await this.fire(session, 'SessionStart', { source: before ? 'clear' : 'startup' })
    this.unasked(session, answer)
    const offered = /^(?:pointer|offered|surfaced|short form of) ([\w-]+)/m.exec(answer.log)?.[1]
    if (offered !== undefined) this.wrong.push(...this.oracle.offers(id, offered))
    if (!before && answer.context.length > MAX_UNASKED)
      this.say('K4', `${id} was told ${answer.context.length} characters`)
    return session
  }

  /** The client opens a session that was over. What others added to its line since it has seen then, and goes on from. */
  async again(which: number): Promise<void> {
    const [one] = this.over.splice(which % Math.max(1, this.over.length), 1)
    if (!one) return
    const { id, worktree, file, wroteMs } = one
    const { cwd } = one.process
    const process = { pid: FIRST_PID + ++this.taken * 1000, cwd, firstSession: id }
    machine.alive.add(process.pid)
    const session: Open = { id, process, worktree, file, wroteMs }
    this.open.push(session)
    const known = this.oracle.sessions.get(id) as Session
    this.oracle.switched(this.place(worktree), [known])
    const { log, ...answer } = await this.fire(session, 'SessionStart', { source: 'resume' })
    const [, name, told] = /^(?:pointer|briefing) ([\w-]+) ?(\S*)/m.exec(log) ?? []
    if (name !== undefined) known.offered = name
    if (told && !this.oracle.heads().some((head) => head.id === known.at)) this.oracle.joins(id, told)
    this.unasked(session, { log, ...answer })
  }

  /** The process is gone; whether it said goodbye is another matter. */
  leave(session: Open): void {
    machine.alive.delete(session.process.pid)
    this.over.push(...this.open.splice(this.open.indexOf(session), 1))
  }

  /** The prompt goes through its hook, the client writes what happens, and the turn ends. */
  async turn(session: Open, prompt: string, does: Doing): Promise<Answer> {
    const { word = '', says = `Did it for ${word}.` } = does
    this.oracle.turn(session.id, { word })
    const answer = await this.fire(session, 'UserPromptSubmit', { prompt })
    does.heard?.(answer)
    const { file } = session
    file.wait(Math.max(0, this.ms - session.wroteMs))
    file.prompt(prompt)
    if (does.kilobytes) file.say('x'.repeat(does.kilobytes * 1000))
    const edit = { file_path: join(session.process.cwd, 'src/pay.ts'), old_string: '1', new_string: word }
    if (does.edits) file.use('Edit', edit, { text: 'ok' })
    if (does.fails) file.use('Bash', { command: 'npm test' }, { error: true, text: 'Exit code 1\n1 failed' })
    file.say(says)
    session.wroteMs = this.ms
    utimesSync(file.path, this.ms / 1000, this.ms / 1000)
    if (!does.midway) await this.fire(session, 'Stop', { last_assistant_message: says, stop_hook_active: false })
    return answer
  }

  async fire(session: Open, event: string, more: object): Promise<Answer> {
    const message = { session_id: session.id, transcript_path: session.file.path, hook_event_name: event, ...more }
    machine.here = this.place(session.worktree)
    const answer = await hook(this.home, session.process, message)
    // What an answer writes, before the turn, is which side of a fork goes on: nobody has worked since.
    this.observe(event === 'UserPromptSubmit' ? null : session.id)
    return answer
  }

  async cli(session: Open, ...words: string[]): Promise<Ran> {
    const ran = await cli(this.home, { ...session.process, session: session.id }, ...words)
    this.observe(session.id)
    return ran
  }

  async mcp(session: Open, tool: string, args: Record<string, unknown>): Promise<Ran> {
    const ran = await mcp(this.home, session.process, tool, args)
    this.observe(session.id)
    return ran
  }

  unasked({ id }: Open, { context, message }: Answer): void {
    this.wrong.push(...this.oracle.told(id, wordsIn(context + message)))
  }

  /** New entries on the disk. `actor`: null in a terminal, which says again what others have said. A session that was killed is saved in its name by the next one that begins. */
  observe(actor: string | null): void {
    for (const [path, text] of newFiles(this.home, this.seen)) {
      this.seen.add(path)
      const entry = parseStored(text)
      this.texts.set(entry.id, text)
      this.paths.set(entry.id, path)
      const isGone =
        actor !== null && this.oracle.sessions.has(entry.session) && this.open.every(({ id }) => id !== entry.session)
      const by = isGone && !this.isCleared(entry.session) ? entry.session : actor
      this.wrong.push(...this.oracle.stored(entry, entry.person === ME ? by : null))
    }
  }

  /** Its process lives on under another session. */
  private isCleared(id: string): boolean {
    return [...this.oracle.sessions.values()].some(({ before }) => before === id)
  }
}

/** What a new session is told unasked, in characters. */
const MAX_UNASKED = 1000
