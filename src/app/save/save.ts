/**
 * Save: gather → judge → entry → durable. Whatever it answers has been written and synced; whatever it refuses has
 * changed nothing.
 */
import { hashFiles } from '../../capture/files.js'
import type { Status } from '../../capture/git-status.js'
import { readWhere, type GitFacts } from '../../capture/git.js'
import { hasStateFiles, type SessionState } from '../../capture/session-state.js'
import { joinFields } from '../../core/choose/join.js'
import { judge, type Finding } from '../../core/choose/quality.js'
import {
  isLive,
  type By,
  type Entry,
  type ExtraSection,
  type Fields,
  type Item,
  type Lane,
} from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import type { Written } from '../../core/entry/written-items.js'
import { DogearError } from '../../core/errors.js'
import { redactEntry } from '../../core/redact/redact-entry.js'
import { cleanText, isoWithZone } from '../../core/text/text.js'
import type { Asked } from '../../layouts/layout.js'
import { createEntry } from '../../store/entries/entries.js'
import { readHeadIds, readHeads } from '../../store/entries/heads.js'
import { entryPath } from '../../store/paths.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import type { Opened, Published } from '../layouts/live.js'
import { locate } from '../locate.js'
import { askExisting, askMissing } from '../resume/questions.js'
import type { World } from '../world.js'
import {
  joinSources,
  markNotesSaved,
  parentsFor,
  pendingNotes,
  withNotes,
  workstreamFor,
  type NameFrom,
} from './gather.js'
import type { Observed } from './observe.js'

export interface SaveRequest {
  name?: string
  written: Written
  lane: Lane
  /** Refuse what is vague or missing instead of warning. */
  strict: boolean
  /** Ask git for the dirty files, commits and stashes. */
  git: boolean
  /** What git says about the dirty files, where the caller has asked it already. */
  status?: Promise<Status | null>
  /** The last autosave of this session, where the caller has read it: its texts need not be redacted again. */
  last?: Entry
  /** What the session's transcript says (see observe.ts); null: nothing, or it was not looked for. */
  observed?: Observed | null
  dryRun: boolean
  /** Ids to continue instead of the workstream's heads. */
  continues?: string[]
  /** The answer where the policy asks before a name that exists is saved again. */
  overwrite?: boolean
  /** What the policy would ask for and the caller has answered, be it with nothing. */
  answered?: readonly Asked[]
  /** What the layouts here know besides: it comes after what the caller states. */
  more?: Partial<Fields>
  moreSections?: ExtraSection[]
  /** For when nobody else knows the last request, the name, the session. */
  intentElse?: Item
  nameElse?: string
  sessionElse?: string
}

export interface SaveResult {
  entry: Entry
  path: string
  created: boolean
  nameFrom: NameFrom
  /** How many heads the workstream has now; more than one is a fork to tell about. */
  heads: number
  findings: Finding[]
}

export async function save(world: World, request: SaveRequest): Promise<SaveResult> {
  const located = locate(world)
  const { name, nameFrom } = workstreamFor(world, located, request)
  if (asksFirst(world, request)) askIfThere(world, located, name)
  const notes = pendingNotes(world, located)
  const { status, git } = await askGit(located, request)
  const fields = await gather(world, located, request, { git, stated: withNotes(statedIn(request), notes) })
  askForMissing(world, request, fields)
  // Nobody is there to mend what an autosave lacks.
  const findings = request.lane === 'auto' ? [] : judge(fields)
  if (request.strict && findings.length > 0) throw refuseVague(findings)

  const heads = readHeadIds(located.project, name)
  const parents = parentsFor(world, located.project, name, heads, request.continues)
  const entry = redactEntry(makeEntry(world, located, { name, parents, fields, request, status }), request.last)
  if (!request.dryRun) {
    const project = ensureProject(located, world.tag)
    createEntry(project, entry, world.tag)
    markNotesSaved(world, project, located, notes, entry.id)
  }
  const stillHeads = heads.filter((head) => !parents.includes(head)).length
  return {
    entry,
    path: entryPath(located.project, name, entry.id),
    created: !request.dryRun,
    nameFrom,
    heads: stillHeads + 1,
    findings,
  }
}

function statedIn({ written, more }: SaveRequest): Fields {
  const stated = normaliseFields(written.fields)
  return more ? joinFields(stated, normaliseFields(more)) : stated
}

/** Ids given by hand say already what is continued, and nobody can answer an autosave. */
function asksFirst({ config }: World, request: SaveRequest): boolean {
  if (config.policy.onExisting !== 'ask' || request.lane === 'auto') return false
  return request.overwrite !== true && request.continues === undefined
}

function askIfThere(world: World, { project, exists }: Located, name: string): void {
  const there = exists ? readHeads(project, name).heads.find((head) => isLive(head.kind)) : undefined
  if (there) throw askExisting(world, there)
}

/** Nobody can answer an autosave, and a trial changes nothing. */
function askForMissing({ config }: World, { lane, dryRun, answered }: SaveRequest, fields: Fields): void {
  if (lane === 'auto' || dryRun) return
  const there = { task: fields.task ?? fields.leftOff, decision: fields.decisions[0], next: fields.next }
  const missing = config.policy.asks.find((what) => !there[what] && !answered?.includes(what))
  if (missing) throw askMissing(missing)
}

interface FromGit {
  status: Status | null
  git: GitFacts | null
}

async function askGit(located: Located, { git: wanted, observed, status: asked }: SaveRequest): Promise<FromGit> {
  if (!wanted || !located.git) return { status: null, git: null }
  const { readStatus } = await import('../../capture/git-status.js')
  const { readGitFacts } = await import('../../capture/git.js')
  const status = asked ? await asked : readStatus(located.worktree)
  const since = observed?.startedAt
  const more = { place: located.git, ...(since === undefined ? {} : { since }) }
  const git = status && readGitFacts(located.worktree, { status, ...more })
  return { status, git }
}

async function gather(
  world: World,
  located: Located,
  request: SaveRequest,
  { stated, git }: { stated: Fields; git: GitFacts | null },
): Promise<Fields> {
  const sources = { stated, state: await stateIn(located.worktree), observed: request.observed ?? null, git }
  const fields = await joinSources(world, located, sources)
  return fields.intent || !request.intentElse ? fields : { ...fields, intent: request.intentElse }
}

/** Few keep such files, and reading them takes more code than all the rest of a save. */
async function stateIn(worktree: string): Promise<SessionState | null> {
  if (!hasStateFiles(worktree)) return null
  const { readSessionState } = await import('../../capture/session-state.js')
  return readSessionState(worktree)
}

interface EntryParts {
  name: string
  parents: string[]
  fields: Fields
  request: SaveRequest
  status: Status | null
}

function makeEntry(world: World, located: Located, { name, parents, fields, request, status }: EntryParts): Entry {
  const moment = world.now()
  return {
    id: makeId(moment.ms, parents, world.random(12)),
    name,
    lane: request.lane,
    kind: 'saved',
    parents,
    saved: isoWithZone(moment),
    by: { ...bySession(request), ...world.by },
    where: readWhere(located, status),
    ...fields,
    files: hashFiles(located.worktree, fields.files),
    extraKeys: {},
    extraSections: keptSections([...request.written.extraSections, ...(request.moreSections ?? [])]),
  }
}

/** Saved from a terminal beside the agent: it is that session's work all the same. */
function bySession({ observed, sessionElse }: SaveRequest): By {
  const session = observed?.session ?? sessionElse
  return { ...(observed ? { agent: observed.agent } : {}), ...(session === undefined ? {} : { session }) }
}

function keptSections(sections: readonly ExtraSection[]): ExtraSection[] {
  return sections.filter((section) => section.text.trim() !== '')
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

// What a save answers in the words of the layout whose file was written.

/** Null: dogear's own words. */
export function savedMessage({ world, layouts }: Opened, entry: Entry, published: Published | null): string | null {
  const layout = layouts?.live[0]?.layout
  const { file, sentinel } = published?.files.find((one) => one.layout === layout?.id) ?? {}
  if (!layout || file === undefined || world.config.policy.answer === 'dogear') return null
  return cleanText(layout.messages.saved({ entry, file, ...(sentinel === undefined ? {} : { sentinel }) }))
}
