/** Which line somebody means by what they typed. */
import { safeName } from '../../core/redact/safe-name.js'
import { isLoose } from '../../core/choose/loose.js'
import { isName, sameLabel, slugFrom } from '../../core/choose/name.js'
import { asWord, handleOf, titleOf } from '../../core/choose/title.js'
import { linesAbout, type About } from '../../core/choose/topic.js'
import { isLive } from '../../core/entry/entry.js'
import { idMatches, parseId } from '../../core/entry/id.js'
import { labelOf } from '../../core/entry/line-keys.js'
import { DogearError } from '../../core/errors.js'
import { nearest } from '../../core/text/nearest.js'
import { cleanLine } from '../../core/text/text.js'
import { statOf } from '../../platform/files/files.js'
import { readCatalog, type CatalogRow, type HeadRow } from '../../store/entries/catalog.js'
import { readEntry, type Damage } from '../../store/entries/entries.js'
import { listEntryIds, listWorkstreams } from '../../store/entries/listing.js'
import { readHeadIds } from '../../store/entries/heads.js'
import { workstreamDir, type Project } from '../../store/paths.js'
import { numberedRows } from '../look/numbers.js'
import type { World } from '../world.js'

/** What somebody typed, and which line that is. */
export interface Line {
  name: string
  /** The very entry, where an id was typed. */
  entry?: string
}

/**
 * The one rule for every command: a label, a slug, a number of the list, an entry's id short or long, a unique beginning.
 * Null: it is none of them.
 */
export function findLine(world: World, project: Project, typed: string): Line | null {
  const said = typed.trim()
  if (isOwnName(project, said)) return { name: said }
  const rows = readCatalog(project)
  const name = lineCalled(project, rows, said) ?? numbered(world, said)
  if (name !== undefined) return { name }
  return withId(project, said) ?? begun(rows, said)
}

/** The same, or an error that names what was probably meant. */
export function pickLine(world: World, project: Project, typed: string): Line {
  const line = findLine(world, project, typed)
  if (line) return line
  throw missing(world, project, typed.trim())
}

/** Nearly always the name is the folder's; then no other workstream is looked at. */
function isOwnName(project: Project, said: string): boolean {
  if (!isName(said) || statOf(workstreamDir(project, said)) === null) return false
  const [newest] = readHeadIds(project, said)
  const entry = newest === undefined ? undefined : readEntry(project, said, newest.id)?.entry
  return entry === undefined || sameLabel(labelOf(entry)) === said
}

/** By all of its label or slug. */
export function lineCalled(project: Project, rows: readonly CatalogRow[], said: string): string | undefined {
  return labelled(rows, said) ?? slugged(project, said)
}

/** What is on the list comes before what was cleared. */
function labelled(rows: readonly CatalogRow[], said: string): string | undefined {
  const wanted = sameLabel(said)
  const found = rows.filter(({ name, heads }) => sameLabel(heads[0]?.label ?? name) === wanted)
  return (found.find(isListed) ?? found[0])?.name
}

function slugged(project: Project, said: string): string | undefined {
  return [said, sameLabel(said), slugFrom(said)].find(
    (name): name is string => name !== null && isName(name) && statOf(workstreamDir(project, name)) !== null,
  )
}

/** As the list in a terminal numbers them. */
function numbered(world: World, said: string): string | undefined {
  if (!/^#?[1-9]\d{0,2}$/.test(said)) return undefined
  const number = Number(said.replace('#', ''))
  return numberedRows(world).find((row) => row.number === number)?.name
}

/** Looks through the names of all entries: fine for a person's question, too slow for a hook that nobody asked. */
function withId(project: Project, said: string): Line | null {
  if (parseId(said) === null && !/^[0-9a-z]{4,12}$/i.test(said)) return null
  const found = listWorkstreams(project).flatMap((name) =>
    listEntryIds(project, name)
      .filter((id) => idMatches(id, said))
      .map((id) => ({ name, id })),
  )
  const [only, another] = found
  if (!only) return null
  if (another && found.some(({ name }) => name !== only.name || !isLoose(name)))
    throw new DogearError('usage', `"${said}" is the beginning of ${found.length} entries`, {
      expected: 'more characters of the id',
      next: 'dogear history <name>',
    })
  return { name: only.name, entry: only.id }
}

/** A beginning of one label or slug. */
function begun(rows: readonly CatalogRow[], said: string): Line | null {
  const wanted = sameLabel(said)
  if (wanted === '') return null
  const found = rows.filter(
    (row) =>
      isListed(row) &&
      !isLoose(row.name) &&
      [row.name, sameLabel(row.heads[0]?.label ?? '')].some((one) => one.startsWith(wanted)),
  )
  const [only, another] = found
  if (!only) return null
  if (!another) return { name: only.name }
  throw new DogearError('usage', `"${cleanLine(said)}" is the beginning of ${found.length} names`, {
    expected: `one of: ${found.slice(0, MAX_NAMES).map(handleIn).join(', ')}`,
    next: 'dogear list',
  })
}

const MAX_NAMES = 20

export function isListed({ heads }: CatalogRow): boolean {
  return heads.some(({ kind }) => isLive(kind))
}

export function handleIn({ name, heads }: CatalogRow): string {
  return handleOf({ name, id: heads[0]?.id ?? '', label: heads[0]?.label })
}

function titleIn({ name, heads }: CatalogRow): string {
  return heads[0] ? titleOf({ ...heads[0], name }) : name
}

/** A near miss is suggested; a name that has nothing to do with what was typed is not. */
export function missing(world: World, project: Project, typed: string, damaged: readonly Damage[] = []): DogearError {
  if (damaged.length > 0)
    return new DogearError('damaged', `every checkpoint of "${typed}" is damaged`, { next: 'dogear verify --repair' })
  const rows = readCatalog(project).filter(isListed)
  if (rows.length === 0) return noCheckpoints([], world.config.policy.none)
  const named = rows.filter(({ name }) => !isLoose(name)).map(handleIn)
  const near = nearest(typed, named)
  const about = near === undefined ? rowsAbout(typed, rows) : []
  const [only, another] = about.map(({ line }) => handleIn(line))
  const meant = near ?? (another === undefined ? only : undefined)
  const names = named.length > 0 ? named : rows.map((row) => `${handleIn(row)} (${titleIn(row)})`)
  const message = `there is no checkpoint "${safeName(cleanLine(typed)).slice(0, 80)}"${about.length === 0 ? '' : `; did you mean ${about.slice(0, MAX_MEANT).map(meantIn).join(', or ')}?`}`
  return new DogearError('not-found', message, {
    expected: `one of: ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? `, … ${names.length - MAX_NAMES} more` : ''}`,
    next: meant === undefined ? 'dogear list' : `dogear resume ${asWord(meant)}`,
  })
}

const MAX_MEANT = 5

function meantIn({ line }: About<CatalogRow>): string {
  const [head] = line.heads.filter(({ kind }) => isLive(kind)) as [HeadRow]
  const about = cleanLine((isLoose(line.name) ? titleOf({ ...head, name: line.name }) : (head.task ?? head.next)) ?? '')
  return `"${handleIn(line)}"${about === '' ? '' : ` (${about.length > MAX_ABOUT ? `${about.slice(0, MAX_ABOUT)}…` : about})`}`
}

const MAX_ABOUT = 60

/** The user's own lines that speak of what was typed. What nothing was worked on in comes only where nothing else does. */
export function rowsAbout(typed: string, rows: readonly CatalogRow[]): About<CatalogRow>[] {
  const own = rows.filter(({ heads }) => heads.some(isOwn))
  const about = linesAbout(typed, own, textsIn)
  const work = about.filter(({ line }) => line.heads.some((head) => isOwn(head) && !head.quick))
  return work.length > 0 ? work : about
}

function isOwn({ kind, foreign }: HeadRow): boolean {
  return isLive(kind) && !foreign
}

function textsIn({ name, heads }: CatalogRow): string[] {
  return heads.filter(isOwn).flatMap(({ label, task, next, leftOff }) => {
    const called = label ?? (isLoose(name) ? undefined : name)
    return [called, task, next, leftOff].filter((text) => text !== undefined)
  })
}

export function noCheckpoints(damaged: readonly Damage[], message = 'No checkpoints found.'): DogearError {
  const next = damaged.length > 0 ? 'dogear verify' : 'dogear save <name> --next "the very next step"'
  return new DogearError('no-checkpoints', message, { next })
}
