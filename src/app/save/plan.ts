/**
 * Plans a save: from what was gathered to the entry, and all that goes with it, as one value. It reads and changes
 * nothing: a dry run is this plan, printed. What is still open is asked by throwing a question, before anything is written.
 */
import { safeName } from '../../core/redact/safe-name.js'
import { present } from '../../core/present.js'
import { judge, type Finding } from '../../core/choose/quality.js'
import type { By, Entry } from '../../core/entry/entry.js'
import type { Said } from '../../capture/git-status.js'
import { tidyLocks } from '../../core/page/lock-files.js'
import { lineKeysOf, withLineKeys, type LineKeys } from '../../core/entry/line-keys.js'
import { makeId } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { carry } from '../../core/page/carry.js'
import { closeAll } from '../../core/page/close.js'
import { joinPages } from '../../core/page/join.js'
import { type KnownPage, listOpen, openItems } from '../../core/page/known.js'
import { originOf } from '../../core/page/page.js'
import { forgetInEntry } from '../../core/redact/forget.js'
import { redactEntry } from '../../core/redact/redact.js'
import { REDACTION } from '../../core/redact/version.js'
import { turnsOfWork } from '../../core/session/facts/collect.js'
import { isoWithZone, msOf } from '../../core/text/text.js'
import { entryPath } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import type { Note } from '../../store/session/journal.js'
import type { On } from '../../store/session/on.js'
import { askExisting, askMissing, askName, askWhichResumed } from '../resume/questions.js'
import { fencedSections, type ForeignContent } from '../own/foreign.js'
import type { SaveInputs, SaveRequest } from './gather.js'
import type { Observed } from './observe.js'
import { type NameFrom, type ReadParent, suggestedName } from './workstream.js'

export interface SavePlan {
  located: Located
  /** Complete and redacted, as it will be written. */
  entry: Entry
  /** What is new in it, without what is carried. */
  given: Entry
  path: string
  nameFrom: NameFrom
  /** How many heads the workstream will have; more than one is a fork to tell about. */
  heads: number
  findings: Finding[]
  /** The notes it takes up, and how many wait on. */
  notes: Note[]
  notesLeft: number
  /** How much was still open under a name that nobody typed, of work that another session did: it is over with this save. */
  ended: number
  /** Where the line goes on that had this name before. */
  moved: On[]
  /** The line without a name that goes on under this one. */
  named: On | null
  /** What files of the work tree say that is not this user's. */
  foreign: ForeignContent[]
  /** What git answered; null: it was not asked, or did not. */
  said: Said | null
  /** Why it is made, for the files of the layouts, where nobody asked for it. */
  reason?: string
}

export function planSave(inputs: SaveInputs, request: SaveRequest): SavePlan {
  const { located, workstream, heads, parents, notes, notesLeft, named } = inputs
  // What is new is redacted before it gets its id: a hash of a secret could be tried out.
  const redacted = redactEntry(makeEntry(inputs, request), knownSafe(inputs))
  const given = (inputs.forget && forgetInEntry(redacted, inputs.forget)) ?? redacted
  checkCloses(inputs, request)
  const entry = makePage(given, inputs, request)
  askWhatIsOpen(inputs, request, entry)
  // Nobody is there to mend what an autosave lacks.
  const { lacks = [] } = inputs.policy
  const isMissed = ({ field, problem }: Finding): boolean => problem === 'vague' || !lacks.includes(field)
  const findings = request.lane === 'auto' ? [] : judge(entry).filter(isMissed)
  if (request.strict && findings.length > 0) throw refuseVague(findings)
  return {
    located,
    entry,
    given,
    path: entryPath(located.project, workstream.name, entry.id),
    nameFrom: workstream.nameFrom,
    heads: heads.filter((head) => !parents.some(({ id }) => id === head)).length + 1,
    findings,
    notes,
    notesLeft,
    ended: parents.flatMap(({ carries, page }) => (carries || !page ? [] : listOpen(page.fields))).length,
    moved: parents.flatMap((one) => (one.entry && lineKeysOf(one.entry).continued) ?? []),
    named,
    foreign: inputs.foreign,
    said: inputs.said,
  }
}

/** Nobody can answer an autosave, and a trial changes nothing: what it lacks need not be asked for. */
function askWhatIsOpen(inputs: SaveInputs, request: SaveRequest, known: Entry): void {
  if (request.lane === 'auto') return
  const { workstream, namePolicy, existing, resumed, policy, moment } = inputs
  if (resumed.length > 0 && !request.continues?.length) throw askWhichResumed({ now: () => moment }, resumed)
  const isDerived = workstream.nameFrom === 'branch' || workstream.nameFrom === 'folder'
  if (namePolicy === 'ask' && isDerived) throw askName(suggestedName(request) ?? workstream.name)
  if (existing) throw askExisting({ now: () => moment }, existing)
  if (request.dryRun) return
  const given = { task: known.task ?? known.leftOff, decision: known.decisions[0], next: known.next }
  const missing = policy.asks.filter((what) => !given[what] && !request.answered?.includes(what))
  const [first, ...others] = missing
  if (first) throw askMissing(first, others)
}

function makeEntry(inputs: SaveInputs, { lane, written, moreSections, observed, sessionElse }: SaveRequest): Entry {
  const { workstream, moment, random, fields, files, where, foreign } = inputs
  const parents = inputs.parents.map(({ id }) => id)
  // Saved from a terminal beside the agent: it is that session's work all the same.
  const session = observed?.session ?? sessionElse
  const constraints = [...fields.constraints, ...(observed?.said.lifts ?? [])]
  const seen: By = { ...(observed ? { agent: observed.agent } : {}), ...present({ session }) }
  return {
    id: makeId(moment.ms, parents, random),
    name: workstream.name,
    lane,
    kind: 'saved',
    parents,
    saved: isoWithZone(moment),
    by: { ...seen, ...inputs.by },
    where,
    ...fields,
    constraints,
    files,
    extraKeys: {},
    extraSections: [
      ...written.extraSections,
      ...(moreSections ?? []),
      ...(foreign.length === 0 ? [] : fencedSections(foreign)),
    ].filter(({ text }) => text.trim() !== ''),
  }
}

/** What this version redacted once need not be redacted again. */
function knownSafe({ parents }: SaveInputs): Entry[] {
  return parents.flatMap(({ entry }) => (entry && lineKeysOf(entry).redaction === REDACTION ? [entry] : []))
}

/** What older rules let through is redacted when it is carried on. */
function safePage({ entry, page }: ReadParent): KnownPage[] {
  if (!entry || !page) return []
  if (lineKeysOf(entry).redaction === REDACTION) return [page]
  return [{ ...page, fields: redactEntry({ ...entry, ...page.fields }) }]
}

/** An id that closes nothing was mistyped, and what it was meant for would stay open unnoticed. What is closed already is. */
function checkCloses({ parents, workstream }: SaveInputs, { closes = [] }: SaveRequest): void {
  if (closes.length === 0) return
  const { fields, closed } = joinPages(parents.flatMap(({ carries, page }) => (carries && page ? [page] : [])))
  const known = new Set([...openItems(fields).map(({ item }) => item.id), ...closed.map(({ id }) => id)])
  const unknown = closes.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const open = listOpen(fields).map(({ id, text }) => `${id} (${cut(text)})`)
  throw new DogearError(
    'not-found',
    `"${workstream.name}" has no open item "${safeName(unknown.join('", "')).slice(0, 80)}"`,
    {
      expected: open.length === 0 ? 'nothing: there is nothing open' : `one of: ${open.slice(0, MAX_NAMED).join(', ')}`,
      next: `dogear show ${workstream.name}`,
    },
  )
}

const MAX_NAMED = 20
const MAX_TEXT = 60

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).trimEnd()}…`
}

/** All that is known from now on: what the parents knew, what is new, and not what is over. */
function makePage(
  given: Entry,
  { parents, named, workstream, locks, reworked }: SaveInputs,
  request: SaveRequest,
): Entry {
  const { observed, closes, replaces, fresh } = request
  const carried = parents.filter(({ carries }) => carries)
  const pages = carried.flatMap(safePage)
  const times = carried.map(({ entry }) => (entry && msOf(entry.saved)) ?? 0)
  const since = Math.min(Math.max(0, ...times), msOf(given.saved) ?? 0)
  const turns = turnsOfWork(observed?.turns ?? [], since)
  const page = carry(pages, {
    origin: { ...originOf(given), ...present({ locks: tidyLocks(locks) }) },
    fields: given,
    spoken: (observed?.turns ?? []).filter(({ at }) => at >= since).length,
    turns,
    passed: new Set(observed?.passed),
    reworked: new Set(reworked),
    ...present<Pick<Observed, 'nextAt' | 'passedTest'>>({
      nextAt: observed?.nextAt,
      passedTest: observed?.passedTest,
    }),
    said: observed?.said.times ?? {},
    acts: observed?.said.acts ?? {},
    ...present<Pick<SaveRequest, 'closes' | 'replaces' | 'fresh'>>({ closes, replaces, fresh }),
  })
  const left = parents.flatMap((one) => (one.carries || !one.page ? [] : closeAll(one.page, originOf(given))))
  const entry = { ...given, ...page.fields, page: { closed: [...page.closed, ...left], earlier: [...page.earlier] } }
  const isNew = entry.next?.origin?.entry === entry.id
  const before = Math.max(0, ...pages.map((one) => one.turns ?? 0))
  return withLineKeys(entry, {
    redaction: REDACTION,
    ...present<LineKeys>({
      turns: isNew ? undefined : before + turns || undefined,
      // Where it goes on from an entry of another line.
      renames: (named ?? parents.find(({ name }) => name !== given.name))?.name,
      label: workstream.label ?? labelBefore(given.name, parents),
    }),
  })
}

/** What the line was called so far. */
function labelBefore(name: string, parents: readonly ReadParent[]): string | undefined {
  const before = parents.find((parent) => parent.name === name && parent.entry)?.entry
  return before && lineKeysOf(before).label
}

function refuseVague(findings: readonly Finding[]): DogearError {
  const what = findings.map(
    (finding) =>
      `${finding.field} is ${finding.problem}${finding.text ? ` ("${finding.text}")` : ''}: ${finding.advice}`,
  )
  return new DogearError(
    'vague',
    `the checkpoint was not saved, because it is not good enough to continue from:\n  ${what.join('\n  ')}`,
    {
      expected:
        'a next action that can be done at once, progress that can be checked, decisions and failures with their reasons',
      next: 'add what is missing, or save without --strict',
    },
  )
}
