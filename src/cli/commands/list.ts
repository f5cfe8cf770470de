import { list } from '../../app/list.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { warnDamaged } from '../damage.js'
import { printList, printListLines } from '../render/list.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const all = args.on.has('all')
  const { rows, damaged, project } = list(world, { all, cleared: args.on.has('cleared') })
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ ...(project === undefined ? {} : { project }), workstreams: rows, damaged })
  else if (output.quiet) output.print(rows.map((row) => `${row.name}\n`).join(''))
  else if (rows.length === 0)
    output.warn('No checkpoints found. Save one: dogear save NAME --next "the very next step"')
  else if (!output.terminal) output.print(printListLines(rows, all))
  else output.print(printList(rows, { width: output.width, style: output.style, nowMs: world.now().ms, projects: all }))
  return EXIT.ok
}
