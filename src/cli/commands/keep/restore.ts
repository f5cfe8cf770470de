/** `restore`: what was cleared comes back; what was not is resumed. */
import { restoreCheckpoint, type BroughtBack } from '../../../app/keep/restore.js'
import type { Restored } from '../../../app/resume/restore.js'
import type { ResumePlan } from '../../../app/resume/resume.js'
import { EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import { safeName } from '../../../core/redact/safe-name.js'
import type { Context } from '../../context.js'
import { numberIn } from '../../../store/signed.js'
import { valueOf } from '../../args/parse.js'
import { openingOf, worldOf } from '../../world.js'
import { deliver, printResumed, requestOf } from '../daily/resume.js'
import { printBack } from './trash.js'

export async function run(context: Context): Promise<number> {
  const world = await worldOf(context)
  const request = requestOf(context)
  const item = valueOf(context.args, 'item')
  if (item !== undefined) return reopen(context, item)
  return deliver(
    context,
    (show) => restoreCheckpoint(world, request, show),
    (shown: ResumePlan | Restored | BroughtBack) => {
      if (shown.kind !== 'brought-back') return printResumed(shown, context, numberIn(world.home))
      printBack(context, shown)
      return EXIT.ok
    },
  )
}

/** Takes one close back. */
async function reopen(context: Context, item: string): Promise<number> {
  const { args, output } = context
  const dryRun = args.on.has('dry-run')
  const { reopenItem } = await import('../../../app/keep/take-back.js')
  const [name] = args.positionals
  const request = {
    item: safeName(item).toLowerCase(),
    dryRun,
    ...present<{ name?: string }>({ name }),
    ...openingOf(context),
  }
  const { warnings, called, ...opened } = await reopenItem(await worldOf(context), request)
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  if (output.json) output.printJson({ opened: { ...opened, item }, dryRun })
  else if (output.quiet) output.print(opened.id)
  else output.print(`${dryRun ? 'Would open' : 'Opened'} ${item} of "${called}" again.`)
  return EXIT.ok
}
