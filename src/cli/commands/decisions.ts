import { decisions } from '../../app/decisions.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { warnDamaged } from '../damage.js'
import { openedOf } from '../layout-args.js'
import { countOf } from '../parse-args.js'
import { makeProgress } from '../progress.js'
import { printDecisionLines, printDecisions } from '../render/decisions.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const { world } = await openedOf(context)
  const all = args.on.has('all')
  const progress = makeProgress(output, 'Reading checkpoints')
  const question = args.positionals.join(' ')
  const { decisions: found, damaged } = decisions(world, { question, all, onProgress: progress.show })
  progress.done()
  warnDamaged(output, damaged)
  const shown = found.slice(0, countOf(args, 'limit') ?? found.length)
  if (output.json) output.printJson({ decisions: shown, total: found.length, damaged })
  else if (!output.terminal) output.print(printDecisionLines(shown))
  else output.print(printDecisions(shown, { width: output.width, style: output.style, projects: all }))
  if (found.length === 0 && !output.json) output.warn('No decisions found.')
  return EXIT.ok
}
