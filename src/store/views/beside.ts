/**
 * A prompt that was kept back and also waits in a file of a layout, for the skill that works there. Whoever hands it over first
 * has had it: then it is used up on the other side, too.
 */
import { dirname, join, sep } from 'node:path'
import { ensureDir, listDir, listFolders, readTextFile } from '../../platform/files/files.js'
import { appendForeign, makeFolderLike } from '../../platform/files/foreign-files.js'
import { withLock } from '../../platform/files/lock.js'
import { replaceSeen } from '../../platform/files/replace-seen.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { realPathOf } from '../../platform/place.js'
import { keyOf, remember } from '../own-content.js'
import type { Project } from '../paths.js'
import { moveAside, moveOutsideToTrash } from '../trash.js'

export interface Beside {
  /** The worktree, by its real path: the others are relative to it. */
  root: string
  path: string
  /** As it stands in that file. */
  entry: string
  /** Where the skill puts what it has used, in a folder for each day. */
  trash: string
}

const MAX_BYTES = 1_000_000
const NEW_MODE = 0o600

/** Behind what waits there already. */
export function putBeside(project: Project, { root, path, entry }: Beside, today: string, tag: string): void {
  const file = join(root, path)
  locked(project, file, { today, tag }, () => {
    const parts = dirname(path).split('/')
    for (const [i] of parts.entries()) makeFolderLike(join(root, ...parts.slice(0, i + 1)))
    if (!realPathOf(dirname(file)).startsWith(root + sep)) return
    const before = textAt(file)
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    appendForeign(file, gap + entry, NEW_MODE)
    rememberText(project, path, textAt(file), tag)
  })
}

/** By the skill, which moves what it has used to its trash. What somebody else removed goes on waiting here. */
export function isUsedBeside({ root, path, entry, trash }: Beside): boolean {
  if (textAt(join(root, path)).includes(entry)) return false
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.txt$/, '')
  const days = orNone(() => listFolders(join(root, trash)))
  return days.some((day) => {
    const folder = join(root, trash, day)
    const names = orNone(() => listDir(folder)).filter((name) => name.startsWith(stem))
    return names.some((name) => textAt(join(folder, name)).includes(entry))
  })
}

/** Handed over by dogear. With the last one the file goes to the trash that the skill knows. */
export function dropBeside(project: Project, { root, path, entry, trash }: Beside, today: string, tag: string): void {
  const file = join(root, path)
  locked(project, file, { today, tag }, (token, keep) => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const text = textAt(file)
      if (!text.includes(entry)) return
      const rest = text.replace(entry, () => '')
      if (rest.trim() === '') {
        for (const folder of [join(root, trash), join(root, trash, today)]) makeFolderLike(folder)
        moveAside(file, join(root, trash, today, path.slice(path.lastIndexOf('/') + 1)))
        return
      }
      rememberText(project, path, rest, tag)
      if (replaceSeen(file, Buffer.from(text, 'utf8'), rest, { token, tag, keep })) return
    }
  })
}

const MAX_ATTEMPTS = 5

/** Fails without a word: what waits in the home is what counts. */
function locked(
  project: Project,
  file: string,
  { today, tag }: { today: string; tag: string },
  work: (token: string, keep: (aside: string, target: string) => void) => void,
): void {
  const lock = join(project.home, 'locks', sha256Hex(file).slice(0, 32))
  try {
    ensureDir(dirname(lock), project.home)
    withLock(lock, tag, (token) =>
      work(token, (aside, target) => void moveOutsideToTrash(project, aside, today, target)),
    )
  } catch {
    // A file of the user that cannot be written is left as it is.
  }
}

/** So that it is known to be the user's own when it is read again. */
function rememberText(project: Project, path: string, text: string, tag: string): void {
  remember(project, 'own', [keyOf(text), keyOf(text, path)], tag)
}

function textAt(path: string): string {
  try {
    return readTextFile(path, MAX_BYTES) ?? ''
  } catch {
    return ''
  }
}

function orNone(list: () => string[]): string[] {
  try {
    return list()
  } catch {
    return []
  }
}
