/**
 * Where quoin keeps what, what its file names say, and what of it lies in a worktree. Paths are relative to the base, with
 * forward slashes.
 */
import { type Called, type Calling, calledIn, fileWord } from '../../core/choose/name.js'
import type { Lane } from '../../core/entry/entry.js'
import { cleanLine } from '../../core/text/text.js'
import type { Desk, FoundFile } from '../abilities.js'

export const ARTIFACTS = '.workflow_artifacts'
export const MEMORY: string = `${ARTIFACTS}/memory`
export const CHECKPOINTS: string = `${MEMORY}/checkpoints`
export const SESSIONS: string = `${MEMORY}/sessions`
export const TRASH: string = `${MEMORY}/trash`

const PRECOMPACT = '-precompact'
const DATED = /^(\d{4}-\d\d-\d\d)-(.+)\.md$/
const SENTINEL = /^pending-restore-(.*)\.txt$/
/** A second file of a session has a number behind its id. */
const PENDING = /^pending-prompt-(.*?)(?:~\d{1,5})?\.txt$/
/** Taken by a process that hands its prompts over right now. */
const TAKEN = /^\.taken-([a-z0-9.]+)-(pending-prompt-.*\.txt)$/
/** No separators, no leading dot: a session id becomes part of a file's name. */
const SESSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
/** What Dropbox, OneDrive, Nextcloud, Syncthing and browsers call the second copy of a file. */
const CONFLICT =
  /conflicted copy|conflict[ _-]copy|\bsync-conflict-|\(case conflict|\(conflict\b|[ _]\(\d{1,3}\)(?=\.[a-z]+$)/i

export function checkpointPath(date: string, called: Called, lane: Lane): string {
  return `${CHECKPOINTS}/${date}-${fileWord(called)}${lane === 'auto' ? PRECOMPACT : ''}.md`
}

export function sentinelPath(session: string): string {
  return `${MEMORY}/pending-restore-${session}.txt`
}

export function pendingPath(session: string): string {
  return `${MEMORY}/pending-prompt-${session}.txt`
}

export function ledgerPath(called: Called): string {
  return `${ARTIFACTS}/${fileWord(called)}/cost-ledger.md`
}

export function isSessionId(text: string | undefined): text is string {
  return text !== undefined && SESSION.test(text)
}

export function isConflictCopy(path: string): boolean {
  return CONFLICT.test(baseName(path))
}

export function isCheckpointPath(path: string): boolean {
  return parentOf(path) === CHECKPOINTS && path.endsWith('.md') && !baseName(path).startsWith('.')
}

export function isSentinelPath(path: string): boolean {
  return parentOf(path) === MEMORY && SENTINEL.test(baseName(path))
}

/** Null: the file is no sentinel. Empty: it was written by a session that did not know its id. */
export function sessionOfSentinel(path: string): string | null {
  return SENTINEL.exec(baseName(path))?.[1] ?? null
}

export function sessionOfPending(path: string): string | null {
  return PENDING.exec(baseName(path))?.[1] ?? null
}

export function takenPath(path: string, tag: string): string {
  return `${path.slice(0, path.length - baseName(path).length)}.taken-${tag}-${baseName(path)}`
}

/** Who has it, and where it belongs; null: nobody has taken that. */
export function parseTaken(path: string): { tag: string; path: string } | null {
  const [, tag, name] = TAKEN.exec(baseName(path)) ?? []
  if (tag === undefined || name === undefined) return null
  return { tag, path: path.slice(0, path.length - baseName(path).length) + name }
}

export interface CheckpointName extends Calling {
  date: string
  /** As the file name has it. */
  task: string
  lane: Lane
}

/** `voluntary`: the file itself says so, and its task is merely called something-precompact. Null: no such name. */
export function parseCheckpointName(path: string, voluntary = false): CheckpointName | null {
  const [, date = '', stem = ''] = DATED.exec(baseName(path)) ?? []
  const isAuto = !voluntary && stem.endsWith(PRECOMPACT) && stem.length > PRECOMPACT.length
  const task = isAuto ? stem.slice(0, -PRECOMPACT.length) : stem
  const called = calledIn(task)
  return isDate(date) && called ? { date, task, lane: isAuto ? 'auto' : 'named', ...called } : null
}

/** The folder that holds the `.workflow_artifacts` of this path; '' where that is the root. */
export function baseOf(path: string): string {
  const at = `/${path}`.lastIndexOf(`/${ARTIFACTS}/`)
  return at <= 0 ? '' : path.slice(0, at - 1)
}

/** The path in a folder; '' is the root. */
export function below(base: string, path: string): string {
  return base === '' ? path : `${base}/${path}`
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}

/**
 * A pending-restore sentinel is one line, the path of a checkpoint. Whoever wrote it, it only leads to one that is
 * there.
 */
export function printSentinel(checkpoint: string): string {
  return `${checkpoint}\n`
}

/** The path it names, as it stands there. */
function parseSentinel(text: string): string {
  return cleanLine(text.split('\n', 1)[0] ?? '').replace(/^["'`]|["'`]$/g, '')
}

/**
 * Which of `checkpoints` it names, or why none. The path may be relative to the folder of the sentinel, to `root`, or
 * absolute; where the project was moved or the session sat in a subfolder, the name within `checkpoints/` decides.
 */
export function resolveSentinel(
  sentinel: { path: string; text: string },
  checkpoints: readonly string[],
  root: string,
): { checkpoint: string } | { problem: 'outside' | 'missing'; named: string } {
  const named = parseSentinel(sentinel.text)
  const path = withoutRoot(root, named.replaceAll('\\', '/')).replace(/^(?:\.\/)+/, '')
  const base = baseOf(sentinel.path)
  const own = [path, below(base, path), below(base, `${CHECKPOINTS}/${baseName(path)}`)]
  const isInside = !path.includes('..') && !/^(?:\/|[A-Za-z]:)/.test(path)
  const places = isInside ? own.slice(0, 2) : []
  if (path.includes(`${CHECKPOINTS}/`) || !path.includes('/')) places.push(own[2] as string)
  const checkpoint = places.find((place) => checkpoints.includes(place))
  if (checkpoint !== undefined) return { checkpoint }
  return { problem: isInside || path.includes(`${CHECKPOINTS}/`) ? 'missing' : 'outside', named }
}

function withoutRoot(root: string, path: string): string {
  const folder = `${root.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '')}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

/** What quoin left in a worktree. */
export interface QuoinFiles {
  sentinels: FoundFile[]
  checkpoints: FoundFile[]
  pending: FoundFile[]
  /** Blocked prompts that a process took and has not handed over. */
  taken: string[]
}

/**
 * From the folder one stands in up to the root. Where that finds nothing, below it too: a session that ran in a
 * subfolder saved there.
 */
export function readQuoinFiles(desk: Desk): QuoinFiles {
  const near = readBases(desk, basesAbove(desk.here))
  return Object.values(near).some((found) => found.length > 0) ? near : readBases(desk, basesBelow(desk))
}

function readBases(desk: Desk, bases: readonly string[]): QuoinFiles {
  const inMemory = bases.flatMap((base) => desk.list(below(base, MEMORY)).map((path) => ({ base, path })))
  const inFolder = bases.flatMap((base) => desk.list(below(base, CHECKPOINTS)).map((path) => ({ base, path })))
  const read = (places: { base: string; path: string }[], takes: (path: string) => boolean): FoundFile[] => {
    const wanted = places.filter(({ base, path }) => takes(path.slice(base === '' ? 0 : base.length + 1)))
    return desk.read(wanted.map(({ path }) => path))
  }
  return {
    sentinels: read(inMemory, isSentinelPath),
    checkpoints: read(inFolder, isCheckpointPath),
    pending: read(inMemory, (path) => sessionOfPending(path) !== null),
    taken: inMemory.map(({ path }) => path).filter((path) => parseTaken(path) !== null),
  }
}

/** `a/b` → `a/b`, `a`, `` */
function basesAbove(here: string): string[] {
  const parts = here === '' ? [] : here.split('/')
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('/')), '']
}

const MAX_DEPTH = 3
const MAX_FOLDERS = 2_000
const NEVER = new Set(['node_modules', 'vendor', 'dist', 'build', 'target'])

function basesBelow(desk: Desk): string[] {
  const queue = [{ folder: '', depth: 0 }]
  const bases: string[] = []
  for (let next = queue.shift(), looked = 0; next && looked < MAX_FOLDERS; next = queue.shift(), looked++) {
    const { folder, depth } = next
    const inside = desk.folders(folder)
    if (inside.includes(ARTIFACTS)) bases.push(folder)
    if (depth >= MAX_DEPTH) continue
    const further = inside.filter((name) => !name.startsWith('.') && !NEVER.has(name))
    queue.push(...further.map((name) => ({ folder: below(folder, name), depth: depth + 1 })))
  }
  return bases
}
