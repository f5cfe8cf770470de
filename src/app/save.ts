/**
 * Save: gather → judge → entry → durable. Whatever it answers has been written and synced; whatever it refuses has
 * changed nothing.
 */
import { readGitFacts } from '../capture/git-facts.js'
import type { Status } from '../capture/git-status.js'
import { readStatus } from '../capture/git-status.js'
import { readSessionState } from '../capture/session-state.js'
import { readWhere } from '../capture/where.js'
import { hashFiles } from '../capture/file-hash.js'
import type { By, Entry, ExtraSection, Fields, Lane } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { makeId } from '../core/id.js'
import type { Finding } from '../core/quality.js'
import { judge } from '../core/quality.js'
import { redactEntry } from '../core/redact/redact-entry.js'
import { isoWithZone } from '../core/time.js'
import type { Written } from '../core/written-entry.js'
import { normaliseFields } from '../core/written-entry.js'
import { createEntry } from '../store/entries.js'
import { readHeadIds } from '../store/heads-of.js'
import { entryPath } from '../store/paths.js'
import type { Located } from '../store/projects.js'
import { ensureProject } from '../store/projects.js'
import { joinSources } from './gathered.js'
import { locate } from './locate.js'
import { markNotesSaved, pendingNotes, withNotes } from './notes.js'
import type { Observed } from './observe.js'
import { parentsFor } from './parents.js'
import type { World } from './world.js'
import { workstreamFor } from './workstream.js'
import type { NameFrom } from './workstream.js'

export interface SaveRequest {
  name?: string
  written: Written
  lane: Lane
  /** Refuse what is vague or missing instead of warning. */
  strict: boolean
  /** Ask git for the dirty files, commits and stashes. */
  git: boolean
  /** What the session's transcript says (see observe.ts); null: nothing, or it was not looked for. */
  observed?: Observed | null
  dryRun: boolean
  /** Ids to continue instead of the workstream's heads. */
  continues?: string[]
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

export function save(world: World, request: SaveRequest): SaveResult {
  const located = locate(world)
  const { name, nameFrom } = workstreamFor(world, located, request)
  const notes = pendingNotes(world, located)
  const status = request.git && located.git ? readStatus(located.worktree) : null
  const fields = gather(world, located, request, {
    status,
    stated: withNotes(normaliseFields(request.written.fields), notes),
  })
  const findings = judge(fields)
  if (request.strict && findings.length > 0) throw refuseVague(findings)

  const heads = readHeadIds(located.project, name)
  const parents = parentsFor(world, located.project, name, heads, request.continues)
  const entry = redactEntry(makeEntry(world, located, { name, parents, fields, request, status }))
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

function gather(
  world: World,
  located: Located,
  request: SaveRequest,
  known: { stated: Fields; status: Status | null },
): Fields {
  const observed = request.observed ?? null
  const since = observed?.startedAt
  const git =
    known.status && readGitFacts(located.worktree, { status: known.status, ...(since === undefined ? {} : { since }) })
  return joinSources(world, located, { stated: known.stated, state: readSessionState(located.worktree), observed, git })
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
    by: { ...bySession(request.observed), ...world.by },
    where: readWhere(located, { git: false, status }),
    ...fields,
    files: hashFiles(located.worktree, fields.files),
    extraKeys: {},
    extraSections: keptSections(request.written.extraSections),
  }
}

/** Saved from a terminal beside the agent: it is that session's work all the same. */
function bySession(observed: Observed | null | undefined): By {
  if (!observed) return {}
  return { agent: observed.agent, ...(observed.session === undefined ? {} : { session: observed.session }) }
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
