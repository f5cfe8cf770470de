/**
 * What a session did, read by its hooks at the end of every turn. Only what came since the last time is read,
 * at every size of the file: what the collectors knew then is kept as JSON (`<home>/hooks/<session>.mark.json`), redacted
 * like everything that is written, and they go on from there. The result says what reading the whole file would say, but
 * for three cases: a text that held a secret is known by its redacted form only, an edit whose answer comes in the next
 * turn is told without its lines (and a new file as an edited one), and a command that ends in the next turn is not timed.
 */
import type { ReadResult, TranscriptReader } from '../../agents/agent.js'
import { findPlan } from '../../capture/plans.js'
import type { Entry, Fields, Item } from '../../core/entry/entry.js'
import { collectFacts, type FactsState } from '../../core/session/facts/facts.js'
import { collectRuns, type RunsState } from '../../core/session/facts/command-facts.js'
import { tracePlans, type PlanTracesState } from '../../core/session/plan/traces.js'
import { redactorFor } from '../../core/redact/redact.js'
import { msOf } from '../../core/text/text.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { timeCommands, type CommandTimes } from '../../core/session/triggers/command-times.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { stampOf } from '../../platform/files/files.js'
import { readHeadState } from '../../platform/git/folder.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { addDurations } from '../../store/session/durations.js'
import { hooksDir, nameBeside } from '../../store/session/hook-state.js'
import type { Located } from '../../store/projects/projects.js'
import { collectFailures, type FailureCollector, type FailuresState } from './collect-failures.js'
import type { Observed } from '../save/observe.js'
import type { World } from '../world.js'

export interface ReadRequest {
  reader: TranscriptReader
  session: string
  transcript: string
  /** The last autosave of this session. */
  last: Entry | null
  /** What the assistant said at the end, which may not have reached the file yet. */
  lastWords?: string
  slowSeconds: number
}

export interface Read {
  observed: Observed
  /** How long the file was. */
  bytes: number
  /** The use of the context, where the file tells. */
  context?: { tokens: number; model?: string }
  failures: FailureCollector
  /** The next turn goes on from here. */
  keepMark(): void
}

/** Null: there is no such file. */
export function readSession(world: World, located: Located, request: ReadRequest): Read | null {
  const { transcript, last } = request
  const size = sizeOf(transcript)
  if (size === null) return null
  const before = readMark(world.home, request)
  const { collectors, result, lastText, isFresh } = readOnOrAnew(located, request, before)
  const { facts, plans, runs, failures, times } = collectors
  const late = request.lastWords?.trim()
  if (late && late !== lastText.trim()) {
    const text: TranscriptEvent = { kind: 'text', text: late, ref: { offset: size } }
    for (const collector of [facts, plans]) collector.add(text)
  }
  // With the last words: the session may end before they reach the file. Read again there, they change nothing.
  const texts = stateOf(collectors)
  const { fields, session, cwd, startedAt, lastAt, context, model, passed, turns, counts } = facts.facts(
    result.survived,
  )
  const { agent } = request.reader
  const place = { agent, worktree: located.worktree, userHome: world.userHome, env: world.env }
  const plan = findPlan({ ...place, traces: plans.traces(), session: request.session, ...(cwd && { cwd }) })
  const { plan: _, ...others } = fields
  // A file that was read whole tells also what was told before.
  const since = (isFresh && last && msOf(last.saved)) || 0
  const ended = times.take().filter(({ at }) => at >= since)
  if (located.exists) addDurations(located.project, ended, world.tag)
  const commits = knownCommits(located, last)
  return {
    observed: {
      agent,
      session: session ?? request.session,
      transcript,
      fields: withCommits(normaliseFields({ ...others, ...(plan && { plan: plan.plan }) }), commits),
      runs: runs.runs(),
      passed,
      turns,
      counts,
      // Commits since then are asked for.
      ...(startedAt !== undefined && !commits && { startedAt }),
      ...(lastAt !== undefined && { lastAt }),
    },
    bytes: size,
    ...(context && { context: { tokens: context.tokens, ...(model !== undefined && { model }) } }),
    failures,
    keepMark: () => writeMark(world.home, request, { texts, mark: result.mark }, before?.clean),
  }
}

/** What was said and done so far belongs to another line of work: from here on the session is read as if it began here. */
export function beginHere(world: World, request: Pick<ReadRequest, 'reader' | 'session' | 'transcript'>): void {
  const { mark } = request.reader.read(request.transcript, readMark(world.home, request)?.mark ?? null, () => {})
  const nothing: Collectors = {
    facts: collectFacts({}),
    plans: tracePlans(),
    runs: collectRuns(),
    failures: collectFailures(0),
    times: timeCommands(),
  }
  writeMark(world.home, request, { texts: stateOf(nothing), mark })
}

interface Collectors {
  facts: ReturnType<typeof collectFacts>
  plans: ReturnType<typeof tracePlans>
  runs: ReturnType<typeof collectRuns>
  failures: FailureCollector
  times: CommandTimes
}

interface ReadOn {
  collectors: Collectors
  result: ReadResult
  lastText: string
  /** The file was read from its start. */
  isFresh: boolean
}

/** Whatever is wrong with what was kept, the file itself says it all. */
function readOnOrAnew(located: Located, request: ReadRequest, before: SavedMark | null): ReadOn {
  if (!before) return readOn(located, request, null)
  try {
    const read = readOn(located, request, before)
    // Restarted: another file than the one that was known, so nothing of that counts.
    if (!read.result.restarted) return read
  } catch {
    // Read anew, and if it is the file that cannot be read, that says so.
  }
  return readOn(located, request, null)
}

function readOn(located: Located, request: ReadRequest, before: SavedMark | null): ReadOn {
  const collectors: Collectors = {
    facts: collectFacts({ cwd: located.worktree, ...(before && { before: before.texts.facts }) }),
    plans: tracePlans(before?.texts.plans),
    runs: collectRuns(before?.texts.runs),
    failures: collectFailures(request.slowSeconds, before?.texts.failures),
    times: timeCommands(),
  }
  const all = Object.values(collectors)
  let lastText = ''
  const result = request.reader.read(request.transcript, before?.mark ?? null, (event) => {
    for (const collector of all) collector.add(event)
    if (event.sub === undefined && event.kind === 'text') lastText = event.text
  })
  return { collectors, result, lastText, isFresh: before === null }
}

/** Where the head is still the one of the last autosave, git has no new commits to tell; null: it may have. */
function knownCommits({ git }: Located, last: Entry | null): Item[] | null {
  const head = last?.where.head
  if (!git || head === undefined || readHeadState(git).commit !== head) return null
  return last?.done.filter(({ observed }) => observed === 'git log') ?? []
}

function withCommits(fields: Fields, commits: readonly Item[] | null): Fields {
  return commits ? { ...fields, done: [...fields.done, ...commits] } : fields
}

function sizeOf(path: string): number | null {
  const stamp = stampOf(path)?.stamp
  return stamp === undefined ? null : Number(stamp.split(' ', 1)[0])
}

/** To be raised when a state of a collector changes its shape: what an older version kept is then not used. */
const FORM = 3
const MAX_MARK_BYTES = 8_000_000

interface SavedMark {
  mark: unknown
  /** What holds texts of the session, and so is redacted. */
  texts: { facts: FactsState; plans: PlanTracesState; runs: RunsState; failures: FailuresState }
}

interface MarkBefore extends SavedMark {
  /** The lines of the file: what stands in one of them has been redacted. */
  clean: ReadonlySet<string>
}

function stateOf({ facts, plans, runs, failures }: Collectors): SavedMark['texts'] {
  return { facts: facts.state(), plans: plans.state(), runs: runs.state(), failures: failures.state() }
}

type Marked = Pick<ReadRequest, 'session' | 'transcript'>

/** Null: there is nothing to go on from, and the file is read whole. */
function readMark(home: string, { session, transcript }: Marked): MarkBefore | null {
  try {
    const text = readQuick(`${hooksDir(home)}/${nameBeside(session, 'mark')}`, MAX_MARK_BYTES) ?? 'null'
    const kept = JSON.parse(text) as (SavedMark & { form: number; transcript: string }) | null
    return kept?.form === FORM && kept.transcript === transcript ? { ...kept, clean: new Set(text.split('\n')) } : null
  } catch {
    return null
  }
}

function writeMark(home: string, { session, transcript }: Marked, kept: SavedMark, clean?: MarkBefore['clean']): void {
  try {
    const fresh = new Set<string>()
    const printed = printLines(kept.texts, (value, line) => void (clean?.has(line) || textsOf(value, fresh)))
    const redact = redactorFor([...fresh])
    const secret = new Map(
      [...fresh].map((text) => [text, redact(text)] as const).filter(([text, safe]) => safe !== text),
    )
    const texts =
      secret.size === 0
        ? printed
        : printLines(
            mapTexts(kept.texts, (text) => secret.get(text) ?? text),
            () => {},
          )
    const head = JSON.stringify({ form: FORM, transcript, mark: kept.mark })
    writeQuick(hooksDir(home), nameBeside(session, 'mark'), `${head.slice(0, -1)},"texts":${texts}}`)
  } catch {
    // The next turn reads the whole file: slower, not worse.
  }
}

/** As JSON, with a line for each text and each item of a list. `see` gets every line, and what is in it. */
function printLines(value: unknown, see: (value: unknown, line: string) => void): string {
  const print = (one: unknown): string => {
    const line = JSON.stringify(one)
    see(one, line)
    return `\n${line}\n`
  }
  if (isNumbers(value) || !isObject(value)) return print(value)
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`
  const present = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${present.map(([key, one]) => `"${key}":${printLines(one, see)}`).join(',')}}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Half of a state is long lists of them. */
function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number'
}

function textsOf(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (isObject(value) && !isNumbers(value)) for (const one of Object.values(value)) textsOf(one, into)
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((one) => mapTexts<unknown>(one, change)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change)])) as T
}
