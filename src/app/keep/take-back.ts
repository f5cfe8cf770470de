/** Takes back one wrong save, or one close. Both are new entries: the history keeps what was said. */
import { safeName } from '../../core/redact/safe-name.js'
import { calledBy } from '../../core/choose/title.js'
import type { Entry } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import type { LineKeys } from '../../core/entry/line-keys.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { DogearError } from '../../core/errors.js'
import { joinPages } from '../../core/page/join.js'
import type { KnownPage } from '../../core/page/known.js'
import { originOf } from '../../core/page/page.js'
import { openAgain, withdrawSave } from '../../core/page/withdraw.js'
import { isoWithZone } from '../../core/text/text.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { readPage } from '../../store/entries/page.js'
import type { Project } from '../../store/paths.js'
import { nameNow } from '../../store/session/on.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { pickEntry } from '../resume/pick.js'
import { noCheckpoints, pickLine } from '../resume/find-line.js'
import type { World } from '../world.js'
import { liveHeads, restated } from './tombstone.js'

export interface TakenBack {
  name: string
  /** How a person calls it. */
  called: string
  /** The entry that says so. */
  id: string
  warnings: string[]
}

/** What began with this save is over, and what it closed is open again [rule 15]. */
export async function withdrawEntry(
  given: World,
  request: Opening & { entry: string; dryRun: boolean },
): Promise<TakenBack> {
  const { world, layouts, located } = await openTelling(given, request)
  const { project } = located
  if (!located.exists) throw noCheckpoints([])
  const line = pickLine(world, project, request.entry)
  if (line.entry === undefined)
    throw new DogearError('usage', `"${request.entry}" is the name of a workstream, not the id of a save`, {
      expected: 'an id as `dogear history` shows it',
      next: `dogear history ${line.name}`,
    })
  const wrong = pickEntry(project, line.name, line.entry)
  const heads = liveHeads(project, line.name)
  const before = joinPages(parentsOf(project, wrong).map((parent) => readPage(project, parent)))
  const entry = next(world, project, heads, { withdraws: wrong.id }, (page, draft) =>
    withdrawSave(page, before, readPage(project, wrong), originOf(draft)),
  )
  return write(world, project, entry, request.dryRun, () => layouts?.publish(entry).warnings ?? [])
}

/** An item that was closed is open again. `name`: of which workstream; else the one whose newest page closed it. */
export async function reopenItem(
  given: World,
  request: Opening & { item: string; name?: string; dryRun: boolean },
): Promise<TakenBack> {
  const { world, layouts, located } = await openTelling(given, request)
  const { project } = located
  if (!located.exists) throw noCheckpoints([])
  const names =
    request.name === undefined
      ? readCatalog(project).map(({ name }) => name)
      : [nameNow(project, pickLine(world, project, request.name).name)]
  for (const name of names) {
    const heads = liveHeads(project, name)
    const page = joinPages(heads.map((head) => readPage(project, head)))
    const close = page.closed.find(({ id }) => id === request.item)
    const closing = close && readEntry(project, name, close.by)?.entry
    if (!closing) continue
    const before = joinPages(parentsOf(project, closing).map((parent) => readPage(project, parent)))
    const entry = next(world, project, heads, {}, (now) => openAgain(now, before, request.item))
    return write(world, project, entry, request.dryRun, () => layouts?.publish(entry).warnings ?? [])
  }
  throw new DogearError('not-found', `no item "${safeName(request.item).slice(0, 40)}" was closed here`, {
    expected: 'the id that a save closed, such as q-7k2q',
    next: 'dogear list',
  })
}

function write(world: World, project: Project, entry: Entry, dryRun: boolean, publish: () => string[]): TakenBack {
  if (!dryRun) createEntry(project, entry, world.tag)
  return { name: entry.name, called: calledBy(entry), id: entry.id, warnings: dryRun ? [] : publish() }
}

function next(
  world: World,
  project: Project,
  heads: readonly Entry[],
  keys: LineKeys,
  change: (page: KnownPage, draft: Entry) => KnownPage,
): Entry {
  const [last] = heads
  if (!last) throw new DogearError('not-found', 'the workstream was cleared', { next: 'dogear restore' })
  const page = joinPages(heads.map((head) => readPage(project, head)))
  const parents = heads.map(({ id }) => id)
  const moment = world.now()
  const draft = { ...last, id: makeId(moment.ms, parents, world.random(12)), saved: isoWithZone(moment), by: world.by }
  const changed = change(page, draft)
  const entry = restated(world, { kind: 'saved', name: last.name, last, page: changed, parents, keys })
  return { ...entry, id: draft.id, saved: draft.saved, by: draft.by }
}

/** A line that was renamed has its first parents under the name it had. */
function parentsOf(project: Project, entry: Entry): Entry[] {
  const from = lineKeysOf(entry).renames
  return entry.parents.flatMap((id) => {
    const read = readEntry(project, entry.name, id) ?? (from === undefined ? null : readEntry(project, from, id))
    return read?.entry ?? []
  })
}
