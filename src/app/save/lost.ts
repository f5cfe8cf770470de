/** Uncommitted work that got lost between two saves. Else the loss would be what the next session is compared with. */
import { filesAsOf } from '../../capture/files.js'
import { editedThen, findMissed, isDirty, type StashedFile, touchedSince } from '../../capture/lost.js'
import type { Status } from '../../capture/git-status.js'
import { readWhere, safeBranch } from '../../capture/where.js'
import type { DirtyFile, Entry, FileRef, Item, Where } from '../../core/entry/entry.js'
import { lostItem, lostPath } from '../../core/entry/observed.js'
import type { KnownPage } from '../../core/page/known.js'
import { present } from '../../core/present.js'
import { isoWithZone, type Moment, msOf } from '../../core/text/text.js'
import type { Located } from '../../store/projects/projects.js'
import type { Observed } from './observe.js'

export interface Losses {
  items: Item[]
  /** What lies in a stash. */
  stashed: StashedFile[]
  /** Paths of earlier losses that have work again. */
  reworked: string[]
}

/** What a save continues. */
interface Before {
  carries: boolean
  entry?: Entry
  page?: KnownPage
}

interface Since {
  status: Status
  parents: readonly Before[]
  observed: Observed | null
  moment: Moment
}

/** Looked for only where something that was dirty is no longer: most saves need nothing of this. */
export function lossesSince(located: Located, { status, parents, observed, moment }: Since): Losses {
  const before = parents.flatMap(({ carries, entry }) => (carries && entry && !entry.foreign ? [entry] : []))
  const stashed = new Map<string, StashedFile>()
  const items = before.flatMap((entry) => {
    const { dirty = [], stashed: putAway = [] } = entry.where
    const isThere = dirty.every(({ path, state }) => state === 'deleted' || isDirty(status, path))
    if (isThere && putAway.length === 0) return []
    const missed = findMissed(entry, located, status)
    for (const file of missed.putAway.slice(0, MAX_STASHED)) stashed.set(file.path, file)
    const lost = missed.vanished.filter((path) => !isOwnDoing(path, entry, observed))
    return lost.map((path) => lostItem(path, entry.saved, isoWithZone(moment)))
  })
  return { items, stashed: [...stashed.values()], reworked: reworkedSince(located, status, parents) }
}

const MAX_STASHED = 100

function reworkedSince({ worktree }: Located, status: Status, parents: readonly Before[]): string[] {
  return parents.flatMap(({ page, entry }) => {
    const paths = page?.fields.context.flatMap((item) => lostPath(item) ?? []) ?? []
    if (paths.length === 0 || !entry) return []
    const clean = paths.filter((path) => !isDirty(status, path)).map((path) => ({ path }))
    const isMoved = clean.length > 0 && entry.where.head !== status.commit
    const committed = isMoved ? touchedSince(worktree, msOf(entry.saved) ?? 0, entry.where.head, clean) : null
    return [...paths.filter((path) => isDirty(status, path)), ...(committed ?? [])]
  })
}

const REMOVES =
  /(?:^|[\s;&|(])(?:rm|rmdir|mv|unlink|trash|del|Remove-Item|git (?:rm|mv|checkout|restore|clean|stash|reset))\b/

/** The session itself has removed it by its name since, or put its own edit back: it knows, and so does its transcript. */
function isOwnDoing(path: string, { saved, done, failed }: Entry, observed: Observed | null): boolean {
  if (!observed) return false
  const since = msOf(saved) ?? 0
  const baseOf = (word: string): string => word.replace(/\/$/, '').split('/').at(-1) ?? word
  const isNamedIn = (command: string): boolean =>
    command.split(/[\s'"`;|&()]+/).some((word) => baseOf(word) === baseOf(path))
  const isRemoved = observed.runs.some(({ at, command }) => at >= since && REMOVES.test(command) && isNamedIn(command))
  const known = new Set([...done, ...failed].map(({ text }) => text))
  const isUndone = [`deleted ${path}`, `edit of ${path} did not stay`]
  const told = [...observed.fields.done, ...observed.fields.failed].map(({ text }) => text)
  return isRemoved || told.some((text) => isUndone.includes(text) && !known.has(text))
}

/** As of the time the session was last seen: what it saved last counts where something was written to or removed since. */
export function readPast(
  located: Located,
  files: readonly FileRef[],
  last: Entry | undefined,
  { observed, moment }: Pick<Since, 'observed' | 'moment'>,
): { files: FileRef[]; where: Where } {
  const here = files.map((file) => ({ ...file, path: withoutFormer(file.path, located.formerly) }))
  const then = filesAsOf(located.worktree, here, last?.files ?? [], moment.ms)
  const sinceMs = (last && msOf(last.saved)) ?? observed?.startedAt ?? moment.ms
  const dirty = dirtyThen(located, then, last?.where.dirty, { sinceMs, thenMs: moment.ms })
  return { files: then, where: { ...(last?.where ?? whereThen(located, observed)), ...present({ dirty }) } }
}

/** Another branch may have been checked out since; then nobody knows which commit it was at. */
function whereThen(located: Located, observed: Observed | null): Where {
  const { head, ...now } = readWhere(located, null)
  const branch = observed?.branch === DETACHED ? undefined : (safeBranch(observed?.branch) ?? now.branch)
  if (branch === now.branch) return { ...now, ...present({ head }) }
  const { branch: _, ...place } = now
  return { ...place, ...present({ branch }) }
}

/** What clients write where no branch is checked out. */
const DETACHED = 'HEAD'

/** The session was in a folder that has been moved since: what lay there lies here. */
function withoutFormer(path: string, formerly: readonly string[] = []): string {
  const root = formerly.find((one) => path.startsWith(`${one}/`))
  return root === undefined ? path : path.slice(root.length + 1)
}

/** With the files that the session had edited since it was saved last. */
function dirtyThen(
  { worktree, git }: Located,
  files: readonly FileRef[],
  known: readonly DirtyFile[] | undefined,
  { sinceMs, thenMs }: { sinceMs: number; thenMs: number },
): DirtyFile[] | undefined {
  const isKnown = (path: string): boolean =>
    known?.some((one) => one.path === path || (one.path.endsWith('/') && path.startsWith(one.path))) === true
  const isEdited = ({ role, observed, path }: FileRef): boolean =>
    observed !== undefined && (role === 'edited' || role === 'created') && !OUTSIDE.test(path) && !isKnown(path)
  const paths = files.filter(isEdited).map(({ path }) => path)
  const edited = git && paths.length > 0 ? editedThen(worktree, paths, sinceMs, thenMs) : []
  return edited.length === 0 ? known && [...known] : [...(known ?? []), ...edited]
}

const OUTSIDE = /^(?:\/|[a-z]:|\.\.)/i
