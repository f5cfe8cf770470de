/** Which of the files of a layout are this user's own: core/own/content.ts has the rule. */
import { join, relative, sep } from 'node:path'
import { isInside } from '../../capture/files.js'
import { listTracked } from '../../capture/held.js'
import type { Document } from '../../layouts/layout.js'
import { findGit } from '../../platform/git/folder.js'
import { locateProject, type Located } from '../../store/projects/projects.js'
import { judgeFiles, type Judged, type WorkText } from '../own/content.js'
import type { World } from '../world.js'
import { saidBefore, type LiveFiles } from './adopt.js'
import type { Live } from './live.js'

/** `name`: as the layout calls it; `shown`: as a person finds it. */
export interface LayoutText extends WorkText {
  name: string
  shown: string
}

/** Those files that hold these documents. None where they lie in no work tree, as the agent's memory does. */
export function judgeDocuments(
  liveFiles: LiveFiles,
  documents: readonly Document[],
  dryRun: boolean,
): Judged<LayoutText>[] {
  const { world, located, live, files } = liveFiles
  const holder = holderOf(world, located, live)
  if (!holder) return []
  const asked = files
    .filter((file) => documents.some(({ path }) => path === file.path))
    .map(({ path, text }): LayoutText => {
      const whole = join(live.folder, path)
      return { name: path, path: whole, text, shown: relative(holder.worktree, whole).split(sep).join('/') }
    })
  const isSaid = ({ name }: LayoutText): boolean =>
    documents.filter(({ path }) => path === name).every((document) => isSaidByOwn(liveFiles, document))
  return judgeFiles(holder, asked, { isSaid, named: 'also', ...(dryRun ? {} : { tag: world.tag }) })
}

function isSaidByOwn(liveFiles: LiveFiles, document: Document): boolean {
  const entry = saidBefore(liveFiles, document)
  return entry !== null && !entry.foreign
}

/** People do keep their home in git: what is tracked of the memory comes with that repository. Null: nothing is. */
export function holderOf(world: World, located: Located, { layout, folder: memory }: Live): Located | null {
  if (layout.base === 'worktree') return located
  const git = findGit(memory)
  if (!git?.worktree || listTracked(git.worktree, memory).length === 0) return null
  return isInside(located.worktree, memory) ? located : locateProject(world.home, memory, world.userHome)
}
