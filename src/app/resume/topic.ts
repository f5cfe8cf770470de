/** From words that are no name ("the parser") to the line that somebody means by them; a question where several may be meant. */
import { isSavedHere, rank, type Candidate, type Here } from '../../core/choose/selection.js'
import { isLoose } from '../../core/choose/loose.js'
import { bareTopic, type About } from '../../core/choose/topic.js'
import { isLive } from '../../core/entry/entry.js'
import { safeName } from '../../core/redact/safe-name.js'
import { nearest } from '../../core/text/nearest.js'
import { cleanLine } from '../../core/text/text.js'
import { readCatalog, type CatalogRow, type HeadRow } from '../../store/entries/catalog.js'
import type { Located } from '../../store/projects/projects.js'
import { movedTo } from '../../store/session/on.js'
import { hereOf } from '../locate.js'
import type { World } from '../world.js'
import { handleIn, isListed, lineCalled, rowsAbout } from './find-line.js'
import { askWhichWorkstream } from './questions.js'

export interface Meant {
  name: string
  /** The ground of the choice; absent where it was named after all. */
  why?: string
}

/**
 * Null: no line is meant. One of this worktree is gone on with; one of another worktree was perhaps not meant, and is asked
 * about, as several are.
 */
export function lineAbout(world: World, located: Located, topic: string): Meant | null {
  if (!located.exists) return null
  const { project } = located
  const rows = readCatalog(project)
  const bare = bareTopic(topic)
  const name = bare === '' ? undefined : lineCalled(project, rows, bare)
  if (name !== undefined && (rows.some((row) => row.name === name && isListed(row)) || movedTo(project, name)))
    return { name }
  const listed = rows.filter(isListed)
  const about = rowsAbout(topic, listed)
  const here = hereOf(world, located)
  // A question with the same slip in it is no work that could be meant.
  if (about.every(({ line }) => line.heads.every(({ quick }) => quick))) {
    const near = nearLine(bare, listed)
    if (near) throw askWhichAbout(world, here, [{ line: near, words: [] }], didYouMean(bare, near))
  }
  if (about.length === 0) return null
  // What this user saved on another machine is of no other worktree here.
  const isNear = ({ worktree }: HeadRow): boolean => worktree !== undefined && isSavedHere(here, worktree)
  const near = about.filter(({ line }) => line.heads.some(isNear))
  const [only, another] = near
  if (only && !another) return { name: only.line.name, why: `what matches your words: ${wordsOf(only)}` }
  throw askWhichAbout(world, here, near.length > 0 ? near : about)
}

function wordsOf({ words }: About<CatalogRow>): string {
  return cleanLine(words.join(', '))
}

/** With a letter or two wrong. */
function nearLine(typed: string, rows: readonly CatalogRow[]): CatalogRow | undefined {
  const named = rows.filter(({ name, heads }) => !isLoose(name) && heads.some(({ foreign }) => !foreign))
  const near = typed.length < MIN_NEAR ? undefined : nearest(typed, named.map(handleIn))
  return near === undefined ? undefined : named.find((row) => handleIn(row) === near)
}

const MIN_NEAR = 3

function didYouMean(typed: string, near: CatalogRow): string {
  return `There is no checkpoint "${safeName(cleanLine(typed))}". Is "${handleIn(near)}" meant?`
}

function askWhichAbout(world: World, here: Here, about: readonly About<CatalogRow>[], asked?: string): Error {
  const candidates = about.flatMap(({ line: { name, heads } }) =>
    heads
      .filter(({ kind, foreign }) => isLive(kind) && !foreign)
      .map((head): Candidate => ({ name, id: head.id, from: head })),
  )
  const words = wordsOf(about[0] as About<CatalogRow>)
  const question =
    asked ??
    (about.length === 1
      ? `A checkpoint of another worktree matches "${words}". Do you want to continue it?`
      : `Several checkpoints match "${words}". Which one do you want to continue?`)
  const rows = about.map(({ line }) => line)
  return askWhichWorkstream(world, rows, rank(candidates, here), question)
}
