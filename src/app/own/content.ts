/**
 * The one call that tells whose words the files of a work tree hold. Every layout, state file and plan comes through here. What
 * is known by its hash is answered without git; what turns out to be own is remembered, so that it is own when it comes back.
 */
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { isInside } from '../../capture/files.js'
import { readHeld, UNANSWERED } from '../../capture/held.js'
import { FOREIGN, judgeKnown, judgeSeen, type SeenByGit, type Verdict } from '../../core/own/content.js'
import { statOf } from '../../platform/files/files.js'
import { findGit, type GitPlace } from '../../platform/git/folder.js'
import { readOrigin } from '../../platform/git/objects.js'
import { readPlace } from '../../platform/place.js'
import { firstLook } from '../../store/looks.js'
import { keyOf, readMemory, remember, type Memory } from '../../store/own-content.js'
import type { Located } from '../../store/projects/projects.js'
import { readMine, type Mine } from '../../store/views/trust.js'

/** A file that was read. `path`: from the worktree, with forward slashes, or whole. */
export interface WorkText {
  path: string
  text: string
}

export interface Judged<T extends WorkText = WorkText> {
  file: T
  verdict: Verdict
  /** What it is remembered by. */
  key: string
  /** What is remembered once the user has heard of what is a stranger's in it, and that they have. */
  toldAs: string
  told: boolean
  /** They have said no to it. */
  refused: boolean
}

interface Judging<T> {
  /** Names this process in the names of files; absent: nothing is written. */
  tag?: string
  /** dogear wrote it, or an own entry says it. */
  isSaid?: (file: T) => boolean
  /** Their names say something, too: only both together are known. `also`: either. */
  named?: true | 'also'
}

export function judgeFiles<T extends WorkText>(
  located: Located,
  files: readonly T[],
  { tag, isSaid, named }: Judging<T> = {},
): Judged<T>[] {
  if (files.length === 0) return []
  const memory = readMemory(located.project)
  const isOwnText = (text: string): boolean => memory.get(keyOf(text)) === 'own'
  const judged = files.map((file) => {
    const key = named === true ? namedKey(located, file) : keyOf(file.text)
    const verdict = judgeKnown({ said: isSaid?.(file) === true, remembered: memory.get(key) === 'own' })
    return { file, key, verdict }
  })
  // What was foreign once stays it, unless the user says otherwise: git need not be asked again.
  const open = judged.filter(({ verdict, key }) => verdict === null && !isOver(memory, key))
  const seen = open.length === 0 ? [] : look(located, open, isOwnText)
  const all = judged.map((one): Judged<T> => {
    const verdict = one.verdict ?? seen[open.indexOf(one)] ?? FOREIGN
    // By its own key it would be taken for a stranger's as a whole from then on.
    const toldAs = verdict.whose === 'partly' ? keyOf(one.file.text, 'partly') : one.key
    return { ...one, verdict, toldAs, told: isOver(memory, toldAs), refused: memory.get(toldAs) === 'no' }
  })
  const own = all.filter(({ verdict }) => verdict.whose === 'own')
  const keys = own.flatMap(({ file, key }) => (named === 'also' ? [key, namedKey(located, file)] : [key]))
  if (tag !== undefined) remember(located.project, 'own', keys, tag)
  return all
}

/** What dogear wrote itself. */
export function rememberOwn(located: Located, files: readonly WorkText[], tag: string): void {
  const keys = files.flatMap((file) => [keyOf(file.text), namedKey(located, file)])
  remember(located.project, 'own', keys, tag)
}

function namedKey({ worktree }: Located, { path, text }: WorkText): string {
  return keyOf(text, pathBelow(worktree, path) ?? path)
}

/** One file, and nothing is said about it. */
export function isOwnFile(located: Located, file: WorkText, more: Judging<WorkText> = {}): boolean {
  return judgeFiles(located, [file], more)[0]?.verdict.whose === 'own'
}

function isOver(memory: Memory, key: string): boolean {
  const known = memory.get(key)
  return known === 'told' || known === 'no'
}

function look(located: Located, open: readonly { file: WorkText }[], isOwn: (text: string) => boolean): Verdict[] {
  const { worktree } = located
  const firstLookNs = firstLook(located)
  const paths = open.map(({ file }) => pathBelow(worktree, file.path))
  const held = located.git && heldBy(located, located.git, paths, isOwn)
  return open.map(({ file }, i) => {
    const path = paths[i] ?? null
    const changedNs = path === null ? null : changedAt(join(worktree, path))
    if (path === null || changedNs === null) return FOREIGN
    return judgeSeen(file.text, { changedNs, firstLookNs, git: held && (held.get(path) as SeenByGit) })
  })
}

/** What lies in another repository inside of this one is not answered for. */
function heldBy(
  located: Located,
  git: GitPlace,
  paths: readonly (string | null)[],
  isOwn: (text: string) => boolean,
): ReadonlyMap<string, SeenByGit> {
  const { worktree } = located
  const inside = paths.filter((path) => path !== null)
  const isHere = (path: string): boolean => findGit(dirname(join(worktree, path)))?.gitDir === git.gitDir
  const held = readHeld({ worktree, git, paths: inside.filter(isHere), isOwn, mine: mineHere(located) === 'mine' })
  return new Map(inside.map((path) => [path, held.get(path) ?? UNANSWERED]))
}

/** From the worktree, with forward slashes; null: it lies outside. */
export function pathBelow(worktree: string, path: string): string | null {
  const whole = isAbsolute(path) ? path : join(worktree, path)
  return isInside(worktree, whole) ? relative(worktree, whole).split(sep).join('/') : null
}

function changedAt(path: string): bigint | null {
  try {
    const stat = statOf(path)
    return stat?.isFile ? stat.changedNs : null
  } catch {
    return null
  }
}

/** What this repository is known by. */
export function identityOf({ git, root }: Located): Mine {
  const origin = git && readOrigin(git.commonDir)
  const place = readPlace(git?.commonDir ?? root)
  return origin === null ? { place: place ? `${place.dev} ${place.ino}` : '' } : { origin }
}

/** `ended`: the user called it theirs when it had another origin, or was another folder. */
export function mineHere(located: Located): 'mine' | 'ended' | 'no' {
  const said = readMine(located.project)
  if (!said) return 'no'
  return JSON.stringify(said) === JSON.stringify(identityOf(located)) ? 'mine' : 'ended'
}
