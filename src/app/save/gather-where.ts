/** Where the work stands, and what became of what was uncommitted at the save before. */
import { hashFiles } from '../../capture/files.js'
import type { Status } from '../../capture/git-status.js'
import { readWhere } from '../../capture/where.js'
import type { By, Fields, FileRef, Where } from '../../core/entry/entry.js'
import { lostPath } from '../../core/entry/observed.js'
import type { Moment } from '../../core/text/text.js'
import { lookedLast } from '../../store/entries/page.js'
import type { Located } from '../../store/projects/projects.js'
import type { FieldSources } from './gather-fields.js'
import type { Losses } from './lost.js'
import type { ReadParent } from './workstream.js'

interface Sources {
  /** Null: git was not asked, or did not answer. */
  status: Status | null
  parents: readonly ReadParent[]
  /** `past`: it is saved as of a time before now. */
  request: Pick<FieldSources, 'lane' | 'observed'> & { past?: boolean }
  by: By
  moment: Moment
}

interface Gathered {
  fields: Fields
  /** With their hashes. */
  files: FileRef[]
  where: Where
  /** Paths of lost work that have work again. */
  reworked: readonly string[]
}

export async function gatherWhere(located: Located, given: Fields, sources: Sources): Promise<Gathered> {
  const { items, stashed, reworked } = await lossesIn(located, sources)
  const fields = items.length === 0 ? given : { ...given, context: [...given.context, ...items] }
  const { request, status, parents } = sources
  if (request.past) return { fields, reworked, ...(await pastOf(located, fields.files, sources)) }
  const where = readWhere(located, status, { last: parents[0]?.entry, lines: request.lane === 'named' })
  const files = hashFiles(located.worktree, fields.files)
  return { fields, reworked, files, where: stashed.length === 0 ? where : { ...where, stashed } }
}

const NO_LOSSES: Losses = { items: [], stashed: [], reworked: [] }

/** What was uncommitted at the save before and is nowhere any more is known from here on. */
async function lossesIn(located: Located, { status, parents, request, moment }: Sources): Promise<Losses> {
  if (!status) return NO_LOSSES
  const before = parents.map((one) => (one.entry ? { ...one, entry: lookedLast(located.project, one.entry) } : one))
  const isDue = before.some(
    ({ entry, page }) =>
      !!entry?.where.dirty?.length ||
      !!entry?.where.stashed?.length ||
      page?.fields.context.some((item) => lostPath(item) !== null),
  )
  if (!isDue) return NO_LOSSES
  const { lossesSince } = await import('./lost.js')
  return lossesSince(located, { status, parents: before, observed: request.observed ?? null, moment })
}

async function pastOf(
  located: Located,
  files: readonly FileRef[],
  { parents, request, by, moment }: Sources,
): Promise<Pick<Gathered, 'files' | 'where'>> {
  const { readPast } = await import('./lost.js')
  const last = parents.find(({ entry }) => by.session !== undefined && entry?.by.session === by.session)?.entry
  return readPast(located, files, last, { observed: request.observed ?? null, moment })
}
