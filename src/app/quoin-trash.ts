/** quoin's own trash: `.workflow_artifacts/memory/trash/<date>/`. What was used goes there and can be taken back. */
import { dirname, join } from 'node:path'
import { isInside } from '../capture/work-file.js'
import { DogearError } from '../core/errors.js'
import { baseName, baseOf, TRASH } from '../layouts/quoin/paths.js'
import { listFolders, removeTree } from '../platform/files.js'
import { makeFolderLike } from '../platform/foreign-files.js'
import { realPathOf } from '../platform/place.js'
import { moveAside } from '../store/trash.js'

/** Null, or a warning: what cannot be moved stays where it is. `name`: what it is called there. */
export function moveToQuoinTrash(
  root: string,
  path: string,
  today: string,
  name: string = baseName(path),
): string | null {
  try {
    const base = baseOf(path)
    const folder = join(root, base, TRASH, today)
    makeFolderLike(dirname(folder))
    makeFolderLike(folder)
    if (!isInside(realPathOf(join(root, base)), realPathOf(folder))) throw leadsOut(folder)
    moveAside(join(root, path), join(folder, name))
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `[quoin checkpoint] WARNING: ${path} was not moved to the trash and stays in place: ${why}`
  }
}

const DATE = /^\d{4}-\d\d-\d\d$/

/** The dated folders from before that day (yyyy-mm-dd), relative to `folder`. */
export function planQuoinPurge(folder: string, before: string): string[] {
  try {
    if (!isInside(realPathOf(folder), realPathOf(join(folder, TRASH)))) return []
    const dates = listFolders(join(folder, TRASH)).filter((name) => DATE.test(name) && name < before)
    return dates.toSorted().map((name) => `${TRASH}/${name}`)
  } catch {
    return []
  }
}

/** Deletes for good. Checkpoints are never among them. */
export function applyQuoinPurge(folder: string, planned: readonly string[]): void {
  for (const path of planned) removeTree(join(folder, path))
}

function leadsOut(folder: string): DogearError {
  return new DogearError('unsafe', `${folder} leads out of the project`, {
    expected: 'a real folder',
    next: 'remove the link that stands there',
  })
}
