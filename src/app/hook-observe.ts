/**
 * What a Claude Code session did, read by its hooks at the end of every turn. A small file is read whole; of a big one
 * only what came since the last autosave, which holds the rest (see core/carry-on.ts). Between two turns a mark is kept
 * (`<home>/hooks/<session>.mark.json`) with the few events whose meaning lasts: the first and the last request, the list of
 * things to do, the plan. They are redacted like everything that is written.
 */
import { claudeCode } from '../agents/claude-code/transcript.js'
import { findPlan } from '../capture/plans.js'
import { carryOn } from '../core/carry-on.js'
import type { Entry, Fields, Item } from '../core/entry.js'
import { collectFacts } from '../core/facts/facts.js'
import { collectRuns } from '../core/facts/runs.js'
import { tracePlans } from '../core/plan-traces.js'
import { redactorFor, textsIn } from '../core/redact/redact.js'
import { msOf } from '../core/time.js'
import type { TranscriptEvent } from '../core/transcript.js'
import { timeCommands } from '../core/triggers/command-times.js'
import { normaliseFields } from '../core/normalise-fields.js'
import { stampOf } from '../platform/files.js'
import { readHeadState } from '../platform/git-dir.js'
import { readQuick, writeQuick } from '../platform/quick-file.js'
import { addDurations } from '../store/durations.js'
import { hooksDir, nameBeside } from '../store/hook-state.js'
import type { Located } from '../store/projects.js'
import type { FailureCollector } from './hook-failures.js'
import { collectFailures } from './hook-failures.js'
import type { Observed } from './observe.js'
import type { World } from './world.js'

export interface ReadRequest {
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
  /** To be called when the autosave is made: the next turn goes on from here. */
  keepMark(entry: string): void
}

/** Up to here a file is read whole: that takes less than asking git. */
const SMALL_BYTES = 2_000_000
const LARGEST_MARK = 2_000_000

interface Kept {
  transcript: string
  entry: string
  mark: unknown
  lasting: TranscriptEvent[]
}

/** Null: there is no such file. */
export function readSession(world: World, located: Located, request: ReadRequest): Read | null {
  const { transcript, last } = request
  const size = sizeOf(transcript)
  if (size === null) return null
  const kept = size > SMALL_BYTES && last ? readKept(world.home, request) : null
  const collectors = [collectFacts({ cwd: located.worktree }), tracePlans(), collectRuns()] as const
  const [facts, plans, runs] = collectors
  const times = timeCommands()
  const failures = collectFailures(request.slowSeconds)
  const lasting = collectLasting()
  let [talked, lastText] = [false, '']
  const add = (event: TranscriptEvent): void => {
    for (const collector of collectors) collector.add(event)
    lasting.add(event)
  }
  for (const event of kept?.lasting ?? []) add(event)
  const { survived, mark, restarted } = claudeCode.read(transcript, kept?.mark ?? null, (event) => {
    add(event)
    times.add(event)
    failures.add(event)
    if (event.sub !== undefined) return
    if (event.kind === 'text') lastText = event.text
    if (event.kind === 'text' || event.kind === 'prompt') talked = true
  })
  const late = request.lastWords?.trim()
  if (late && late !== lastText.trim()) {
    add({ kind: 'text', text: late, ref: { offset: size } })
    talked = true
  }
  const { fields, session, cwd, startedAt, lastAt, context, model } = facts.facts(survived)
  const place = { agent: claudeCode.agent, worktree: located.worktree, userHome: world.userHome, env: world.env }
  const plan = findPlan({ ...place, traces: plans.traces(), session: request.session, ...(cwd && { cwd }) })
  const { plan: _, ...others } = fields
  const now = normaliseFields({ ...others, ...(plan && { plan: plan.plan }) })
  const passed = runs
    .runs()
    .filter((run) => run.ok)
    .map((run) => run.command)
  // A file that is read whole tells also what was told before.
  const since = (!kept && last && msOf(last.saved)) || 0
  const added = times.take().filter(({ at }) => at >= since)
  if (located.exists) addDurations(located.project, added, world.tag)
  const commits = commitsKept(located, last)
  return {
    observed: {
      agent: claudeCode.agent,
      session: session ?? request.session,
      transcript,
      fields: withCommits(kept && last && !restarted ? carryOn(last, { fields: now, passed, talked }) : now, commits),
      runs: runs.runs(),
      // Commits since then are asked for.
      ...(startedAt !== undefined && !commits && { startedAt }),
      ...(lastAt !== undefined && { lastAt }),
    },
    bytes: size,
    ...(context && { context: { tokens: context.tokens, ...(model !== undefined && { model }) } }),
    failures,
    keepMark: (entry) => {
      if (size > SMALL_BYTES)
        writeKept(world.home, request.session, { transcript, entry, mark, lasting: lasting.events() }, kept)
    },
  }
}

/** Where the head is still the one of the last autosave, git has no new commits to tell; null: it may have. */
function commitsKept({ git }: Located, last: Entry | null): Item[] | null {
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

const MOST_PLANS = 6

interface Lasting {
  add(event: TranscriptEvent): void
  events(): TranscriptEvent[]
}

function collectLasting(): Lasting {
  const newest = new Map<string, TranscriptEvent>()
  const plans: TranscriptEvent[] = []
  let first: TranscriptEvent | undefined
  return {
    add: (event) => {
      if (event.sub !== undefined) return
      if (event.kind === 'prompt') first ??= event
      if (event.kind === 'prompt' || event.kind === 'todos' || event.kind === 'where') newest.set(event.kind, event)
      if (event.kind === 'plan') plans.push(event)
      if (plans.length > MOST_PLANS) plans.shift()
    },
    events: () => {
      const all = new Set([...(first ? [first] : []), ...plans, ...newest.values()])
      return [...all].toSorted((a, b) => a.ref.offset - b.ref.offset)
    },
  }
}

function readKept(home: string, { session, transcript, last }: ReadRequest): Kept | null {
  try {
    const kept = JSON.parse(
      readQuick(`${hooksDir(home)}/${nameBeside(session, 'mark')}`, LARGEST_MARK) ?? 'null',
    ) as Kept | null
    const fits = kept?.transcript === transcript && kept.entry === last?.id && Array.isArray(kept.lasting)
    return fits ? kept : null
  } catch {
    return null
  }
}

/** Without it the next turn reads the whole file. `before`: what was kept until now, redacted already. */
function writeKept(home: string, session: string, kept: Kept, before: Kept | null): void {
  try {
    const short = mapTexts(kept.lasting, (text) => text.slice(0, LONGEST_KEPT))
    const lasting = mapTexts(short, redactorFor([...textsIn(short)], textsIn(before?.lasting)))
    writeQuick(hooksDir(home), nameBeside(session, 'mark'), JSON.stringify({ ...kept, lasting }))
  } catch {
    // Slower, not worse.
  }
}

const LONGEST_KEPT = 20_000

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((one) => mapTexts<unknown>(one, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change)])) as T
}
