/** What the user answers about words that are not known to be theirs, and what follows from it. */
import { join } from 'node:path'
import { isInside, readWorkFile } from '../../capture/files.js'
import { readStateFiles } from '../../capture/session-state.js'
import type { Layout } from '../../layouts/layout.js'
import { listDir, listFolders } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { forgetTold, keyOf, remember, type Remembered } from '../../store/own-content.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { markAsked, readTrust, writeMine, writeTrust } from '../../store/views/trust.js'
import { readLayoutFiles } from '../../store/views/views.js'
import type { TrustWord } from '../layouts/live.js'
import type { World } from '../world.js'
import { identityOf, pathBelow } from './content.js'

/** For the files that dogear reads by itself, and for the repository. */
export function answerForFolder(world: World, located: Located, answer: TrustWord): void {
  const files = readStateFiles(located.worktree)
  const project = ensureProject(located, world.tag)
  markAsked(project, world.tag)
  if (answer === 'mine') callMine(world, located)
  else keep({ ...located, project }, answer === 'yes' ? 'own' : 'no', files, world.tag)
}

/** The user calls this repository theirs: what is a stranger's is judged anew. */
export function callMine(world: World, located: Located): void {
  const project = ensureProject(located, world.tag)
  writeMine(project, identityOf(located), world.tag)
  forgetTold(project, world.tag)
}

/** For a layout: from a yes on its files are kept current. A no to what came later leaves those of the user as they are. */
export function answerForLayout(
  world: World,
  located: Located,
  { layout, folder }: { layout: Layout; folder: string },
  answer: TrustWord,
): void {
  const project = ensureProject(located, world.tag)
  const before = readTrust(project)[layout.id]
  if (answer !== 'no') writeTrust(project, layout.id, 'approved', world.tag)
  else if (before !== 'approved') writeTrust(project, layout.id, 'refused', world.tag)
  if (answer === 'mine' || (answer === 'no' && before !== 'approved')) return
  keep(located, answer === 'yes' ? 'own' : 'no', filesOf(folder, layout), world.tag)
}

const MAX_BYTES = 1_000_000
const MAX_FILES = 2_000
const MAX_DEPTH = 6

interface Content {
  path: string
  text: string
}

/** Of a file its words are remembered, and for those whose name speaks, both. What is own already is not refused with the rest. */
function keep(located: Located, kind: Remembered, files: readonly Content[], tag: string): void {
  const keys = files.flatMap(({ path, text }) => [keyOf(text), keyOf(text, named(located, path))])
  remember(located.project, kind, keys, tag)
}

function filesOf(folder: string, layout: Layout): Content[] {
  const kept = readLayoutFiles(folder, layout).map(({ path, text }) => ({ path: join(folder, path), text }))
  const more = (layout.reads ?? []).flatMap((below) => textsBelow(folder, below))
  return [...kept, ...more]
}

function textsBelow(root: string, below: string): Content[] {
  const queue = [{ folder: below, depth: 0 }]
  const found: Content[] = []
  for (let next = queue.shift(); next && found.length < MAX_FILES; next = queue.shift()) {
    const folder = join(root, next.folder)
    if (!isInside(realPathOf(root), realPathOf(folder))) continue
    for (const name of namesBy(listDir, folder)) {
      const text = readWorkFile(root, join(folder, name), MAX_BYTES)?.text
      if (text !== undefined) found.push({ path: join(folder, name), text })
    }
    const { folder: above, depth } = next
    if (depth < MAX_DEPTH)
      queue.push(...namesBy(listFolders, folder).map((name) => ({ folder: `${above}/${name}`, depth: depth + 1 })))
  }
  return found
}

function namesBy(list: (path: string) => string[], path: string): string[] {
  try {
    return list(path)
  } catch {
    return []
  }
}

/** As content.ts names it. */
function named({ worktree }: Located, path: string): string {
  return pathBelow(worktree, path) ?? path
}
