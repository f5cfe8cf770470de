/**
 * Makes the files of a layout say what a plan wants. One process at a time does so in a folder; other programs know
 * nothing of our lock, so what they write meanwhile is seen and planned for again.
 */
import { dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import type { BrokenFile, Edit, Layout, TextFile } from '../../layouts/layout.js'
import { settleAside } from '../../platform/files/temp-file.js'
import { ensureDir, listDir } from '../../platform/files/files.js'
import { withLock } from '../../platform/files/lock.js'
import type { Writer } from '../../platform/files/replace-seen.js'
import { sweepNames } from '../entries/sweep.js'
import { applyEdit, type Base, type Outcome } from './edit.js'
import { brokenBy, foldersOf, MAX_BYTES, readSurvey, type Survey } from './survey.js'

export { baseFor } from './edit.js'
export type { Base } from './edit.js'
export { readLayoutFiles, readSurvey } from './survey.js'

export interface Applied {
  /** Paths below the base. */
  changed: string[]
  /** Now in the trash. */
  removed: string[]
  /** What could not be done, and why. Those files are as they were. */
  refused: BrokenFile[]
}

/** From the files that are there to what shall be done. It is asked again whenever they turn out to have changed. */
export type Plan = (files: readonly TextFile[]) => Edit[]

const MAX_ROUNDS = 10
/** The entry is safe by then, and a file that stays behind is worse than a wait. Hooks have a deadline of their own. */
const WAIT_MS = 15_000

/** Never throws for what the disk says: the entry is safe, and a view that cannot follow is reported. */
export function applyLayout(base: Base, layout: Layout, plan: Plan, tag: string): Applied {
  // Without the lock: most looks find nothing to do.
  const wanted = plan(readSurvey(base.folder, layout).files)
  if (wanted.length === 0) return { changed: [], removed: [], refused: [] }
  try {
    ensureDir(dirname(base.lock), dirname(dirname(base.lock)))
    const wait = { waitMs: base.waitMs ?? WAIT_MS }
    const locked = withLock(base.lock, tag, (token) => applyLocked(base, layout, plan, { token, tag }), wait)
    return locked.held ? locked.value : refuseAll(wanted, isLocked(base, locked.owner))
  } catch (error) {
    if (error instanceof DogearError) return refuseAll(wanted, error)
    throw error
  }
}

function applyLocked(base: Base, layout: Layout, plan: Plan, by: { token: string; tag: string }): Applied {
  tidy(base, layout)
  const applied: Applied = { changed: [], removed: [], refused: [] }
  const crossed: BrokenFile[] = []
  const keep = (aside: string, target: string): void => {
    crossed.push(brokenBy(hasCrossed(target, base.trash(aside, target)), target))
  }
  const writer: Writer = { ...by, keep }
  for (let round = 1; ; round++) {
    const survey = readSurvey(base.folder, layout)
    const open = plan(survey.files).filter((edit) => !applied.refused.some(({ path }) => path === edit.path))
    const moved = applyAll(open, applied, survey, (edit) =>
      applyEdit({ base, layout, files: survey.files, writer }, edit),
    )
    if (moved === null) return { ...applied, refused: [...applied.refused, ...crossed] }
    if (round >= MAX_ROUNDS) applied.refused.push(brokenBy(neverStill(base, moved), moved))
  }
}

/** The path that turned out to have changed: then all is planned again. Null: all is done. */
function applyAll(
  edits: readonly Edit[],
  applied: Applied,
  { unreadable }: Survey,
  act: (edit: Edit) => Outcome,
): string | null {
  for (const edit of edits) {
    const unread = unreadable.find(({ path }) => path === edit.path)
    const outcome = unread && edit.do !== 'create' ? { refused: unread } : attempt(edit, act)
    if (outcome === null) continue
    if ('again' in outcome) return edit.path
    if ('refused' in outcome) applied.refused.push(outcome.refused)
    else if ('changed' in outcome) note(applied.changed, outcome.changed)
    else note(applied.removed, outcome.removed)
  }
  return null
}

function attempt(edit: Edit, act: (edit: Edit) => Outcome): Outcome | { refused: BrokenFile } {
  try {
    return act(edit)
  } catch (error) {
    if (error instanceof DogearError) return { refused: brokenBy(error, edit.path) }
    throw error
  }
}

/** What processes that were killed left here. An edit of others that they had not taken up yet goes to the trash. */
function tidy(base: Base, layout: Layout): void {
  for (const relative of foldersOf(base.folder, layout)) {
    const folder = join(base.folder, relative)
    try {
      const hidden = listDir(folder).filter((name) => name.startsWith('.'))
      sweepNames(folder, hidden)
      for (const name of hidden) {
        const file = settleAside(folder, name, MAX_BYTES)
        if (file !== null) base.trash(join(folder, name), join(folder, file))
      }
    } catch {
      // The edit itself will say what is wrong with the folder.
    }
  }
}

function refuseAll(edits: readonly Edit[], error: DogearError): Applied {
  const paths = [...new Set(edits.map(({ path }) => path))]
  return { changed: [], removed: [], refused: paths.map((path) => brokenBy(error, path)) }
}

function note(paths: string[], path: string): void {
  if (!paths.includes(path)) paths.push(path)
}

function isLocked({ folder, lock }: Base, owner: string): DogearError {
  const pid = owner.split('.')[2]
  return new DogearError('disk-failed', `another dogear${pid ? ` (process ${pid})` : ''} is writing in ${folder}`, {
    expected: 'a folder that nobody else is writing in',
    next: `save again when it is done; if there is no such process on any machine that shares this home, remove ${lock}`,
  })
}

function hasCrossed(target: string, place: string | null): DogearError {
  return new DogearError('disk-failed', `${target} was edited by another program in the same instant`, {
    expected: 'one edit at a time',
    next: `nothing is lost: compare it with the version in the trash, ${place ?? 'dogear trash'}`,
  })
}

function neverStill({ folder }: Base, path: string): DogearError {
  return new DogearError('disk-failed', `${join(folder, path)} was changed by another program again and again`, {
    expected: 'a moment in which nobody edits it',
    next: 'save again when the other program is done',
  })
}
