/** Whose the steps of a plan are. A plan in the work tree may come with the repository, and its steps read like orders. */
import { isAbsolute, join } from 'node:path'
import { isInside, readWorkFile } from '../../capture/files.js'
import type { StrangeSteps } from '../../capture/plans.js'
import { FOREIGN, isForeignText } from '../../core/own/content.js'
import { remember } from '../../store/own-content.js'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'
import { judgeFiles } from './content.js'

/** Nobody's word is taken for the user's. What was shown as such once need not be looked at again. */
export function strangeIn({ tag }: Pick<World, 'tag'>, located: Located): StrangeSteps {
  return (path, text) => {
    if (!isInside(located.worktree, path)) return () => false
    const [judged] = judgeFiles(located, [{ path, text }], { tag })
    const { verdict = FOREIGN, key } = judged ?? {}
    if (verdict.whose === 'foreign' && key !== undefined) remember(located.project, 'told', [key], tag)
    return (step) => isForeignText(step, verdict)
  }
}

const MAX_BYTES = 2_000_000

/** What the user has made of the plan by now is known as own when it comes back with a commit. */
export function notePlan({ tag }: World, located: Located, path: string): void {
  const whole = isAbsolute(path) ? path : join(located.worktree, path)
  const file = isInside(located.worktree, whole) ? readWorkFile(located.worktree, whole, MAX_BYTES) : null
  if (file) judgeFiles(located, [{ path: whole, text: file.text }], { tag })
}
