/** `restore`: what was cleared comes back; what was not is resumed. */
import { restoreCheckpoint, type BroughtBack } from '../../../app/keep/restore.js'
import type { Restored } from '../../../app/resume/restore.js'
import type { ResumePlan } from '../../../app/resume/resume.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'
import { deliver, printResumed, requestOf } from '../daily/resume.js'
import { printBack } from './trash.js'

export async function run(context: Context): Promise<number> {
  const world = await worldOf(context)
  const request = requestOf(context)
  return deliver(
    context,
    (show) => restoreCheckpoint(world, request, show),
    (shown: ResumePlan | Restored | BroughtBack) => {
      if (shown.kind !== 'brought-back') return printResumed(shown, context)
      printBack(context, shown)
      return EXIT.ok
    },
  )
}
