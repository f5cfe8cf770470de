/**
 * When dogear first looked at a folder: own/looks/<project>, a file that is made then and never again. What lay in the folder
 * by that time came from somewhere, and nobody saw from where. It is loaded at every start of a session, so it imports little.
 */
import { hashText } from '../core/text/text.js'
import { statOf } from '../platform/files/files.js'
import { lookQuick, readQuick, writeQuick } from '../platform/files/quick-file.js'
import { readPlace } from '../platform/place.js'
import { sweepOwn } from './entries/sweep.js'
import { ownDir } from './paths.js'
import { readRecord } from './projects/file.js'
import type { Located } from './projects/projects.js'

/** Best effort: without it a later look counts as the first, and what was written in between as a stranger's. */
export function noteLook(located: Located): void {
  const { folder, name } = fileOf(located)
  if (lookQuick(`${folder}/${name}`) === '') write(located)
}

/** By the clock of the disk, in nanoseconds. A folder that took the place of another is looked at for the first time. */
export function firstLook(located: Located): bigint {
  if (read(located).identity !== identityOf(located)) write(located)
  const { since, path } = read(located)
  return /^\d{1,19}$/.test(since) ? BigInt(since) : (statOf(path)?.changedNs ?? NEVER)
}

function read(located: Located): { path: string; identity: string; since: string } {
  const { folder, name } = fileOf(located)
  const path = `${folder}/${name}`
  const [identity = '', since = ''] = (readQuick(path, MAX_BYTES, located.project.home) ?? '').split('\n')
  return { path, identity, since }
}

const MAX_BYTES = 200
/** Later than any file. */
const NEVER = 1n << 62n

function write(located: Located): void {
  const { folder, name } = fileOf(located)
  try {
    writeQuick(folder, name, `${identityOf(located)}\n${sinceBefore(located)}`, located.project.home)
    sweepOwn(folder)
  } catch {
    // See above.
  }
}

/** dogear 0.3.0 wrote down no look; where it had saved here before, it had looked, too. */
function sinceBefore({ exists, project, git, root, worktree }: Located): string {
  const roots = exists && worktree === root ? (readRecord(project)?.roots ?? []) : []
  const now = readPlace(git?.commonDir ?? root)
  const [known] = roots.length === 1 ? roots : []
  const isSame = now !== null && known?.dev === now.dev && known.ino === now.ino && known.birth === now.birth
  const birth = isSame ? readPlace(project.dir)?.birth : undefined
  return birth === undefined || birth === '0' ? '' : birth
}

function identityOf({ worktree }: Located): string {
  const place = readPlace(worktree)
  return place ? `${place.dev} ${place.ino} ${place.birth}` : 'nowhere'
}

function fileOf({ project, worktree, root }: Located): { folder: string; name: string } {
  const linked = worktree === root ? '' : `.${hashText(worktree).toString(16)}`
  return { folder: `${ownDir(project.home)}/looks`, name: `${project.key}${linked}` }
}
