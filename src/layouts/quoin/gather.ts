/** What a save in a quoin project knows by itself: the session's own state file, and the paths of what is in flight. */
import { present } from '../../core/present.js'
import type { Decision, Fields, FileRef, Item } from '../../core/entry/entry.js'
import { calledIn, fileWord } from '../../core/choose/name.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import { isNothing } from '../../core/entry/written-items.js'
import type { Desk, GatherDesk, Gathered } from '../abilities.js'
import { type Stamped, artifactRole, chooseArtifacts } from './artifacts.js'
import { ARTIFACTS, SESSIONS, baseName, below, isConflictCopy, isSessionId } from './paths.js'
import { type Sections, isTitled, parseDecisions, parseItems, splitSections } from './sections.js'

/** Best effort: what cannot be read is not known. */
export function gather(desk: GatherDesk): Gathered {
  const state = readState(desk)
  const artifacts = ownArtifacts(desk, state?.name)
  const files = [...artifacts, ...(state ? [{ path: state.path, role: 'session-state' }] : [])]
  const placed = files.map((file): FileRef => ({ ...file, path: below(desk.below, file.path) }))
  const [next] = state?.unfinished ?? []
  return {
    more: { ...(state && fieldsOf(state)), ...planIn(placed), files: placed },
    ...(next && { intentElse: next }),
    ...present({ nameElse: state?.name, sessionElse: state?.session }),
  }
}

function fieldsOf({ phase, questions, decisions, unfinished }: SessionFile): Partial<Fields> {
  const [next, ...then] = unfinished
  return {
    ...present({ stage: phase }),
    ...(next && { next }),
    questions,
    decisions,
    context: then.map((item) => ({ text: `then: ${item.text}` })),
  }
}

function planIn(files: readonly FileRef[]): Partial<Fields> {
  const plan = files.find((file) => file.role === 'plan')
  return plan ? { plan: { path: plan.path } } : {}
}

/** Of hundreds of old sessions none is it. */
const MAX_STATES = 50

function readState(desk: Desk): SessionFile | null {
  const newest = desk
    .list(SESSIONS)
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => stamped(desk, path))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MAX_STATES)
  const found = desk.read(newest.map(({ path }) => path))
  const parsed = found.flatMap((file) => (file.text ? [parseSessionFile({ ...file, text: file.text })] : []))
  return chooseSessionFile(parsed, desk.session)
}

/** One that a stranger put there must not hide those of the user. */
const MAX_STRANGE = 10

function ownArtifacts(desk: Desk, task: string | undefined): FileRef[] {
  let found = findArtifacts(desk)
  for (let round = 0; round < MAX_STRANGE; round++) {
    const chosen = chooseArtifacts(found, task).map(({ path }) => path)
    const own = new Set(desk.read(chosen).flatMap(({ path, text }) => (text === null ? [] : [path])))
    const strange = chosen.filter((path) => !own.has(path))
    if (strange.length === 0) return chooseArtifacts(found, task)
    found = found.filter(({ path }) => !strange.includes(path))
  }
  return []
}

const MAX_DEPTH = 5
const MAX_FOLDERS = 1_000

/** By name and time only: their contents are read when somebody restores, not now. */
function findArtifacts(desk: Desk): Stamped[] {
  const queue = [{ folder: ARTIFACTS, depth: 0 }]
  const found: Stamped[] = []
  for (let next = queue.shift(), looked = 0; next && looked < MAX_FOLDERS; next = queue.shift(), looked++) {
    const { folder, depth } = next
    for (const path of desk.list(folder)) if (artifactRole(path)) found.push(...stamped(desk, path))
    if (depth >= MAX_DEPTH) continue
    const inside = desk.folders(folder).filter((name) => !name.startsWith('.') && !(depth === 0 && name === 'memory'))
    queue.push(...inside.map((name) => ({ folder: `${folder}/${name}`, depth: depth + 1 })))
  }
  return found
}

function stamped(desk: Desk, path: string): Stamped[] {
  const mtimeMs = desk.writtenAt(path)
  return mtimeMs === null ? [] : [{ path, mtimeMs }]
}

/** A session-state file: what a quoin session writes down about itself while it works. All of it counts as stated. */
export interface SessionFile {
  path: string
  mtimeMs: number
  /** The workstream: from the name of the file, else from its `Task:` line. */
  name?: string
  phase?: string
  session?: string
  questions: Item[]
  decisions: Decision[]
  unfinished: Item[]
  /** It was written by an agent that a session started, so it speaks of a part of the work. */
  isSubAgent: boolean
}

const DATED = /^\d{4}-\d\d-\d\d-(.+)\.md$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const SUB_AGENT_NAME = /(?:^|-)(?:sub-?agent|agent-[0-9a-f]{6,})(?:-|\.md$)/i
const SUB_AGENT_LABELS = [
  'Parent',
  'Parent session',
  'Parent UUID',
  'Parent session UUID',
  'Spawned by',
  'Sub-agent',
  'Subagent',
]
const MAX_ITEM_LENGTH = 600
const MAX_ITEMS = 40

export function parseSessionFile(file: { path: string; text: string; mtimeMs: number }): SessionFile {
  const parts = splitSections(cleanText(file.text))
  const cost = sectionText(parts, 'Cost')
  const name = nameOf(file.path, labelled(cost, 'Task') ?? labelled(parts.preamble, 'Task'))
  const phase = labelled(cost, 'Phase')
  const session = labelled(cost, 'Session UUID')
  return {
    path: file.path,
    mtimeMs: file.mtimeMs,
    ...(name !== null && { name }),
    ...(phase !== null && { phase }),
    ...(session !== null && isSessionId(session) && { session }),
    questions: shortened(parseItems(sectionText(parts, 'Open questions'))),
    decisions: shortened(parseDecisions(sectionText(parts, 'Decisions made'))),
    unfinished: shortened(parseItems(sectionText(parts, 'Unfinished work'))),
    isSubAgent: isSubAgent(file.path, `${cost}\n${parts.preamble}`),
  }
}

/**
 * The file of this session where one says so, else the one written last. Those of agents that a session started, and
 * copies made by a sync program, are never it, however new.
 */
export function chooseSessionFile(files: readonly SessionFile[], session?: string): SessionFile | null {
  const possible = files
    .filter((file) => !file.isSubAgent && !isConflictCopy(file.path))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1))
  return (session ? possible.find((file) => file.session === session) : undefined) ?? possible[0] ?? null
}

function nameOf(path: string, said: string | null): string | null {
  const stem = DATED.exec(baseName(path))?.[1]
  const task = stem !== undefined && !UUID.test(stem) ? stem : said
  const called = task === null ? null : calledIn(task)
  return called && fileWord(called)
}

function isSubAgent(path: string, text: string): boolean {
  if (SUB_AGENT_NAME.test(baseName(path))) return true
  return SUB_AGENT_LABELS.some((label) => !/^(?:no|false|0)$/i.test(labelled(text, label) ?? 'no'))
}

/** `Phase: implement`, `- Phase: implement` and `**Phase:** implement` say the same. */
function labelled(text: string, label: string): string | null {
  for (const line of text.split('\n')) {
    const plain = line.replace(/^[ \t]*(?:[-*+][ \t]+)?/, '').replaceAll('**', '')
    const colon = plain.indexOf(':')
    if (colon < 0 || plain.slice(0, colon).trim().toLowerCase() !== label.toLowerCase()) continue
    const value = cleanLine(plain.slice(colon + 1)).replace(/^`(.*)`$/, '$1')
    return isNothing(value) || value === 'unknown' ? null : value
  }
  return null
}

/** "## Cost block" is what the document of the skill calls it, and some files do, too. */
function sectionText({ sections }: Sections, title: string): string {
  return (sections.find(isTitled(title)) ?? sections.find(isTitled(`${title} block`)))?.text ?? ''
}

/** Long lists and texts are logs, and a checkpoint is none. */
function shortened<T extends Item>(items: readonly T[]): T[] {
  return items
    .slice(0, MAX_ITEMS)
    .map((item) =>
      item.text.length > MAX_ITEM_LENGTH ? { ...item, text: `${item.text.slice(0, MAX_ITEM_LENGTH - 1)}…` } : item,
    )
}
