import { list, type Listing } from '../../../app/look/list.js'
import type { Opened } from '../../../app/layouts/live.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { openedOf } from '../../args/layouts.js'
import { printList, printListLines } from '../../print/list.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const opened = await openedOf(context, { asks: true })
  const listing = list(opened.world, { all: args.on.has('all'), cleared: args.on.has('cleared') })
  const { rows, damaged, project } = listing
  warnDamaged(output, damaged)
  if (output.json)
    output.printJson({
      ...(project === undefined ? {} : { project }),
      workstreams: rows,
      damaged,
      ...(await said(opened)),
    })
  else if (output.quiet) output.print(rows.map((row) => `${row.name}\n`).join(''))
  else if (rows.length === 0)
    output.warn(`${opened.world.config.policy.none} Save one: dogear save NAME --next "the very next step"`)
  else await printRows(context, opened, listing)
  return EXIT.ok
}

/** What a person reads on standard error, for programs. Only where there is something to say. */
async function said({ layouts }: Opened): Promise<{ notices?: string[] }> {
  if (!layouts) return {}
  const { noticesOf } = await import('../../../app/layouts/trust.js')
  const notices = noticesOf(layouts)
  return notices.length === 0 ? {} : { notices }
}

async function printRows({ args, output }: Context, { world }: Opened, { rows }: Listing): Promise<void> {
  const projects = args.on.has('all')
  const view = { width: output.width, style: output.style, nowMs: world.now().ms, projects }
  if (world.config.policy.answer === 'confirmation' && !projects) {
    const { printCreated } = await import('./list-created.js')
    output.print(printCreated(rows, view))
  } else if (!output.terminal) output.print(printListLines(rows, projects))
  else output.print(printList(rows, view))
}
