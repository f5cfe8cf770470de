/**
 * Save, the whole of it: open what is live here → observe → draft → gather → plan → write and publish → the answer. Whatever
 * it answers has been written and synced; whatever it refuses has changed nothing.
 */
import { fitEntry } from '../../core/page/fit.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import type { Finding } from '../../core/choose/quality.js'
import { calledBy } from '../../core/choose/title.js'
import type { Entry, FieldKey } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import type { Written } from '../../core/entry/written-items.js'
import { listOpen, openItems, type OpenItem } from '../../core/page/known.js'
import { cleanText } from '../../core/text/text.js'
import type { Asked } from '../../layouts/layout.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { noteLook } from '../../store/looks.js'
import type { Project } from '../../store/paths.js'
import { onLine, writeOn, type On } from '../../store/session/on.js'
import { endAs, otherWorkUnder } from '../keep/tombstone.js'
import { ensureProject } from '../../store/projects/projects.js'
import type { LayoutChoice, Opened, OpenLayouts, Published } from '../layouts/live.js'
import { openWorld } from '../layouts/open.js'
import { locate, sessionOf } from '../locate.js'
import { tellForeign } from '../own/foreign.js'
import { takeWithEntry } from '../undo/calls.js'
import type { World } from '../world.js'
import { gather, observeFor, type SaveRequest } from './gather.js'
import { markNotesSaved } from './note.js'
import { planSave, type SavePlan } from './plan.js'
import type { NameFrom, ResumedLine } from './workstream.js'

/** A save on purpose, as a face asks for it. */
export interface CheckpointRequest {
  name?: string
  written: Written
  /** An entry that this one mends: what is not stated anew is taken over from it. */
  amend?: string
  /** The session file to read; else the session's own, else the newest of this worktree. Null: read none. */
  transcript?: string | null
  /** The command to draft with; else the one that was set. Null: do not draft. */
  draft?: string | null
  /** Ask git for the dirty files, commits and stashes. */
  git: boolean
  /** Refuse what is vague or missing instead of warning. */
  strict: boolean
  dryRun: boolean
  /** Ids to continue instead of the workstream's heads. */
  continues?: string[]
  /** The answer where the policy asks before a name that exists is saved again. */
  overwrite: boolean
  /** Ids of items that are over. */
  closes?: readonly string[]
  /** Fields whose items are all over: what is stated takes their place. */
  replaces?: readonly FieldKey[]
  /** Begin a fresh page: all that was known before is over. */
  fresh?: boolean
  /** The lines that a client without a session of its own has resumed: where they are two and no name is given, it is asked. */
  resumed?: readonly ResumedLine[]
  /** What the policy would ask for and the caller has answered, be it with nothing. */
  answered: readonly Asked[]
  /** What the caller says about layouts. */
  choice?: LayoutChoice
  progress?: SaveProgress
}

/** Told on the way, because the save may still end with a question or an error. */
interface SaveProgress {
  warn(lines: readonly string[]): void
  /** Drafting takes its time: true when it begins, false when it is over. */
  drafting(runs: boolean): void
}

export interface SaveResult {
  entry: Entry
  path: string
  created: boolean
  nameFrom: NameFrom
  /** How many heads the workstream has now; more than one is a fork to tell about. */
  heads: number
  findings: Finding[]
  /** What is not over yet, and can be closed by its id. */
  open: OpenItem[]
}

export interface CheckpointAnswer {
  result: SaveResult
  /** The line it was saved to. */
  line: ResumedLine
  /** Null: no layout is live here, or it was a trial. */
  published: Published | null
  /** Null: nothing was to be drafted. */
  draft: { used: boolean; warning?: string } | null
  /** What there is to say about the layouts here. */
  notices: string[]
  /** In the words of the layout whose file was written; null: dogear's own words. */
  message: string | null
  /** The findings to show: some policies promise one line and no advice. */
  advice: Finding[]
  /** What was known before and is still open, to show with their ids; none by the same policies. */
  remaining: OpenItem[]
}

export async function saveCheckpoint(given: World, request: CheckpointRequest): Promise<CheckpointAnswer> {
  const { dryRun, progress } = request
  const opened = await openWorld(given, { dryRun, ...request.choice })
  const { world, layouts, located } = opened
  const notices = layouts ? (await import('../layouts/trust.js')).tellAtSave(opened, request) : []
  const make = async () => {
    const stated = await requestFor(opened, request)
    const draft = await draftFor(opened, stated, request)
    const full = draft?.request ?? stated
    const plan = planSave(await gather(world, located, full), full)
    return { plan, draft, published: dryRun ? null : applySave(world, plan, layouts) }
  }
  // Announced before a draft is made and git is asked, which may take their time: a compaction waits for what is being saved.
  const { plan, draft, published } = layouts && !dryRun ? await layouts.running(make) : await make()
  const told: string[] = []
  const tell = (lines: readonly string[]): void => (told.push(...lines), progress?.warn(lines))
  if (plan.notesLeft > 0) tell([`${plan.notesLeft} more notes wait for the next save: dogear note --list`])
  if (plan.ended > 0 && world.config.policy.answer !== 'line') tell([endedUnder(plan)])
  tell(plan.moved.flatMap((now) => otherWorkUnder(located.project, plan.entry, now)))
  const strange = [...plan.foreign, ...(layouts?.strangers ?? [])]
  if (strange.length > 0) tellForeign(world, located, strange, { tell, dryRun })
  return {
    result: resultOf(plan, !dryRun),
    line: { project: plan.located.project.key, name: plan.entry.name, id: plan.entry.id },
    published,
    draft: draft && { used: draft.warning === undefined, ...present<{ warning?: string }>({ warning: draft.warning }) },
    notices: [...notices, ...told],
    message: published && layoutMessage(opened, plan.entry, published),
    advice: world.config.policy.answer === 'line' ? [] : plan.findings,
    remaining: world.config.policy.answer === 'line' ? [] : carriedOpen(plan.entry),
  }
}

/** A branch gives its name to one work after the other: the page of the one before ends, and that is said. */
function endedUnder({ entry, ended }: SavePlan): string {
  const what = ended === 1 ? '1 thing that was' : `${ended} things that were`
  return `begun afresh: ${what} still open under "${calledBy(entry)}", from another session, ended here. To take this save back: dogear clear --entry ${shortId(entry.id)}`
}

/** For programs that bring everything along: no layout is opened, nothing is observed or drafted. */
export async function save(world: World, request: SaveRequest): Promise<SaveResult> {
  const plan = planSave(await gather(world, locate(world), request), request)
  if (!request.dryRun) applySave(world, plan, null)
  return resultOf(plan, !request.dryRun)
}

/** The one function that acts. The entry is durable before anything is said about it; what the layouts lack is a warning. */
export function applySave(world: World, plan: SavePlan, layouts: OpenLayouts | null): Published | null {
  const { located, reason } = plan
  const project = ensureProject(located, world.tag)
  noteLook(located)
  const entry = createFitting(project, plan.entry, world.tag)
  followUp(world, project, plan)
  markNotesSaved(world, project, located, plan)
  takeWithEntry(world, entry, plan.said)
  return layouts?.publish(entry, reason) ?? null
}

/** What is too large is refused, but for an autosave: nobody is there to shorten it. */
function createFitting(project: Project, entry: Entry, tag: string): Entry {
  try {
    createEntry(project, entry, tag)
    return entry
  } catch (error) {
    if (entry.lane !== 'auto' || !(error instanceof DogearError && error.code === 'too-big')) throw error
  }
  const fitting = fitEntry(entry)
  createEntry(project, fitting, tag)
  return fitting
}

/** Best effort, for the save is durable: should it be lost, a line is listed twice or the next save asks for its name. */
function followUp(world: World, project: Project, { located, entry, nameFrom, named }: SavePlan): void {
  const { name, id, where } = entry
  try {
    if (named) endUnnamed(world, project, named, entry)
    // Hooks keep it in the state of the session, together with the rest.
    if (entry.lane === 'auto') return
    const on = nameFrom === 'given' ? { name, id } : onLine(entry, where.branch)
    writeOn(project, sessionOf(world, located), on, world.tag)
  } catch {
    // The save itself must be acknowledged.
  }
}

/** The line goes on under its name and is not listed twice. */
function endUnnamed(world: World, project: Project, named: On, { name, id }: Entry): void {
  const last = readEntry(project, named.name, named.id)?.entry
  if (last) endAs(world, project, [last], { name, id })
}

export function resultOf({ entry, path, nameFrom, heads, findings }: SavePlan, created: boolean): SaveResult {
  return { entry, path, created, nameFrom, heads, findings, open: listOpen(entry) }
}

/** Whoever saves knows what they just said; what was said before is what they may have forgotten to close. */
function carriedOpen(entry: Entry): OpenItem[] {
  const fresh = new Set(openItems(entry).flatMap(({ item }) => (item.origin?.entry === entry.id ? [item.id] : [])))
  return listOpen(entry).filter(({ id }) => !fresh.has(id))
}

async function requestFor({ world, layouts }: Opened, request: CheckpointRequest): Promise<SaveRequest> {
  const { name, amend, strict, git, dryRun, overwrite, answered, continues, replaces, resumed } = request
  const mended = amend === undefined ? null : (await import('./amend.js')).amendWritten(world, request.written, amend)
  const written = mended?.written ?? request.written
  const closes = [...(request.closes ?? []), ...(mended?.closes ?? [])]
  // Where a layout asks before a name is saved again, the answer "overwrite" means what it says: not "add to it".
  const fresh = request.fresh || (overwrite && amend === undefined && world.config.policy.onExisting === 'ask')
  return {
    written,
    observed: await observeFor(world, request.transcript, { onUnread: (warning) => request.progress?.warn([warning]) }),
    lane: 'named',
    strict,
    git,
    // What amends an entry was told its name: there is nothing to ask.
    overwrite: overwrite || amend !== undefined,
    answered,
    dryRun,
    fresh,
    closes,
    ...present<Partial<SaveRequest>>({ name, continues, replaces, resumed }),
    ...layouts?.forSave(),
  }
}

async function draftFor(
  { world, located, layouts }: Opened,
  request: SaveRequest,
  { draft: given, progress }: CheckpointRequest,
): Promise<{ request: SaveRequest; warning?: string } | null> {
  const command = given === undefined ? world.config.draft : given
  if (command === undefined || command === null) return null
  const { draftRequest } = await import('./draft.js')
  progress?.drafting(true)
  const draft = await draftRequest(world, located, request, command).finally(() => progress?.drafting(false))
  if (draft.warning === undefined) return draft
  const undrafted = layouts?.live.flatMap(({ layout }) => layout.undrafted ?? []) ?? []
  progress?.warn([...undrafted.slice(0, 1), draft.warning])
  return draft
}

function layoutMessage({ world, layouts }: Opened, entry: Entry, { files }: Published): string | null {
  const layout = layouts?.live[0]?.layout
  const { file, sentinel } = files.find((one) => one.layout === layout?.id) ?? {}
  if (!layout || file === undefined || world.config.policy.answer === 'dogear') return null
  return cleanText(layout.messages.saved({ entry, file, ...present({ sentinel }) }))
}
