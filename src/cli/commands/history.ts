import { history } from '../../app/history.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { warnDamaged } from '../damage.js'
import { countOf } from '../parse-args.js'
import { printHistory, printHistoryLines } from '../render/history.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const name = args.positionals[0] as string
  const limit = countOf(args, 'limit')
  const { entries, heads, total, damaged } = history(world, { name, ...(limit === undefined ? {} : { limit }) })
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ name, total, heads, entries, damaged })
  else if (output.quiet) output.print(entries.map((entry) => `${entry.id}\n`).join(''))
  else if (!output.terminal) output.print(printHistoryLines(entries))
  else output.print(printHistory(entries, { width: output.width, style: output.style, nowMs: world.now().ms }))
  const more = total - entries.length - damaged.length
  if (output.terminal && more > 0) output.warn(output.errorStyle.dim(`… ${more} older`))
  return EXIT.ok
}
