/**
 * What a session did, read by its hooks at the end of every turn. Only what came since the last time is read,
 * at every size of the file: what the collectors knew then is in the mark, and they go on from there. The result says what reading the whole file would say, but
 * for three cases: a text that held a secret is known by its redacted form only, an edit whose answer comes in the next
 * turn is told without its lines (and a new file as an edited one), and a command that ends in the next turn is not timed.
 */
import { present } from '../../core/present.js'
import type { ReadResult, TranscriptReader } from '../../agents/agent.js'
import { findPlan } from '../../capture/plans.js'
import type { Entry, Fields, Item } from '../../core/entry/entry.js'
import { collectFacts, type FactsState } from '../../core/session/facts/facts.js'
import { collectRuns, type RunsState } from '../../core/session/facts/command-facts.js'
import { tracePlans, type PlanTracesState } from '../../core/session/plan/traces.js'
import { msOf } from '../../core/text/text.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { timeCommands, type CommandTimes } from '../../core/session/triggers/command-times.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { stampOf } from '../../platform/files/files.js'
import { readHeadState } from '../../platform/git/folder.js'
import { addDurations } from '../../store/session/durations.js'
import { asUnderstood } from '../../store/session/handed.js'
import { type MarkBefore, type Marked, readMark, type SavedMark, writeMark } from '../../store/session/mark.js'
import type { Located } from '../../store/projects/projects.js'
import type { OwnEdits } from '../../core/own/edits.js'
import { editsOfOwnFiles, noteWrites } from '../own/writes.js'
import { collectFailures, type FailureCollector, type FailuresState } from './collect-failures.js'
import type { Observed } from '../save/observe.js'
import type { World } from '../world.js'

export interface ReadRequest {
  reader: TranscriptReader
  session: string
  transcript: string
  /** The last autosave of this session, on the line that it is on. */
  last: Entry | null
  /** It has left its line since: what was said and done until the last time is of that. */
  anew?: boolean
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
  /** How often the conversation was compacted so far. */
  compactions: number
  /** The next turn goes on from here. */
  keepMark(): void
}

/** Null: there is no such file. */
export function readSession(world: World, located: Located, request: ReadRequest): Read | null {
  const { reader, transcript } = request
  const size = sizeOf(reader.fileOf?.(transcript) ?? transcript)
  if (size === null) return null
  const before = readMark<States>(world.home, markOf(request))
  const given = { world, located, request, size, before }
  // Whatever is wrong with what was kept, the file itself says it all.
  return (before && readOnward(given, before)) ?? tell(given, readOn(world, located, request, null))
}

interface Given {
  world: World
  located: Located
  request: ReadRequest
  /** How long the file is. */
  size: number
  before: MarkBefore<States> | null
}

/** Null: what was kept is of another file, or is not what was written. */
function readOnward(given: Given, before: SavedMark<States>): Read | null {
  try {
    const read = readOn(given.world, given.located, given.request, before)
    return read.result.restarted ? null : tell(given, read)
  } catch {
    // Read anew, and if it is the file that cannot be read, that says so.
    return null
  }
}

function tell(given: Given, { collectors, result, lastText, isFresh, wrote, compactions }: ReadOn): Read {
  const { world, located, request, size, before } = given
  if (wrote.size > 0) noteWrites(located, wrote, world.tag)
  const { transcript, last } = request
  const { facts, plans, runs, failures, times } = collectors
  const late = request.lastWords?.trim()
  if (late && late !== lastText.trim()) {
    const text: TranscriptEvent = { kind: 'text', text: late, ref: { offset: size } }
    for (const collector of [facts, plans]) collector.add(text)
  }
  // With the last words: the session may end before they reach the file. Read again there, they change nothing.
  const texts = { ...stateOf(collectors), compactions }
  const seen = facts.facts(result.survived)
  const { fields, session, cwd, startedAt, lastAt, context, model, passed, turns, said, nextAt, passedTest } = seen
  const { counts, branch } = seen
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
      said,
      counts,
      ...present<Pick<Observed, 'nextAt' | 'passedTest' | 'branch'>>({ nextAt, passedTest, branch }),
      // Commits since then are asked for.
      ...(startedAt !== undefined && !commits && { startedAt }),
      ...(lastAt !== undefined && { lastAt }),
    },
    bytes: size,
    ...(context && { context: { tokens: context.tokens, ...(model !== undefined && { model }) } }),
    failures,
    compactions,
    keepMark: () => writeMark(world.home, markOf(request), { texts, mark: result.mark }, before?.clean),
  }
}

/** What was said and done so far belongs to another line of work: from here on the session is read as if it began here. */
export function beginHere(world: World, request: Pick<ReadRequest, 'reader' | 'session' | 'transcript'>): void {
  const before = readMark<States>(world.home, markOf(request))
  const { mark } = request.reader.read(request.transcript, before?.mark ?? null, () => {})
  const nothing: Collectors = {
    facts: collectFacts({}),
    plans: tracePlans(),
    runs: collectRuns(),
    failures: collectFailures(0),
    times: timeCommands(),
  }
  writeMark(world.home, markOf(request), {
    texts: { ...stateOf(nothing), compactions: before?.texts.compactions ?? 0 },
    mark,
  })
}

interface Collectors {
  facts: ReturnType<typeof collectFacts>
  plans: ReturnType<typeof tracePlans>
  runs: ReturnType<typeof collectRuns>
  failures: FailureCollector
  times: CommandTimes
}

interface States {
  facts: FactsState
  plans: PlanTracesState
  runs: RunsState
  failures: FailuresState
  /** With the mark: where two events read at once, each comes to the same number. */
  compactions: number
}

function stateOf({ facts, plans, runs, failures }: Collectors): Omit<States, 'compactions'> {
  return { facts: facts.state(), plans: plans.state(), runs: runs.state(), failures: failures.state() }
}

/** To be raised when a state of a collector changes its shape. */
const FORM = 6

function markOf({ session, transcript }: Pick<ReadRequest, 'session' | 'transcript'>): Marked {
  return { session, transcript, form: FORM }
}

interface ReadOn {
  collectors: Collectors
  result: ReadResult
  lastText: string
  /** The file was read from its start. */
  isFresh: boolean
  compactions: number
  /** What it did to the files that dogear reads. */
  wrote: OwnEdits
}

function readOn({ home }: World, located: Located, request: ReadRequest, before: SavedMark<States> | null): ReadOn {
  const texts = request.anew ? undefined : before?.texts
  const collectors: Collectors = {
    facts: collectFacts({ cwd: located.worktree, ...(texts && { before: texts.facts }) }),
    plans: tracePlans(texts?.plans),
    runs: collectRuns(texts?.runs),
    failures: collectFailures(request.slowSeconds, texts?.failures),
    times: timeCommands(),
  }
  const all = Object.values(collectors)
  const wrote = editsOfOwnFiles()
  let [lastText, compactions] = ['', before?.texts.compactions ?? 0]
  const understood = asUnderstood(home, request.session)
  const result = request.reader.read(request.transcript, before?.mark ?? null, (told) => {
    const event = understood(told)
    for (const collector of all) collector.add(event)
    wrote.add(event)
    if (event.sub === undefined && event.kind === 'text') lastText = event.text
    if (event.sub === undefined && event.kind === 'compaction') compactions++
  })
  return { collectors, result, lastText, isFresh: before === null, compactions, wrote: wrote.edits() }
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
