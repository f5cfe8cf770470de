/** What is saved: `list`, `dogear` alone, and the names that completion offers. */
import { list, listCheckpoints } from '../../../app/look/list.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { CatalogRow } from '../../../store/entries/catalog.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { printCreated, printList, printListLines } from '../../print/list.js'
import { openingOf, worldOf } from '../../world.js'

export async function runList(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const all = args.on.has('all')
  const request = { all, cleared: args.on.has('cleared'), ...openingOf(context, { asks: true }) }
  const { rows, damaged, project, policy, notices } = await listCheckpoints(world, request)
  const view = { width: output.width, style: output.style, nowMs: world.now().ms, projects: all }
  warnDamaged(output, damaged)
  // What a person reads on standard error, for programs. Only where there is something to say.
  const said = notices.length === 0 ? {} : { notices }
  if (output.json) output.printJson({ project, workstreams: rows, damaged, ...said })
  else if (output.quiet) output.print(namesOf(rows))
  else if (rows.length === 0) output.warn(`${policy.none} Save one: dogear save NAME --next "the very next step"`)
  else if (policy.answer === 'confirmation' && !all) output.print(printCreated(rows, view))
  else output.print(output.terminal ? printList(rows, view) : printListLines(rows, all))
  return EXIT.ok
}

const STATUS_ROWS = 5

/** `dogear` alone: what is saved here, and the one next step. */
export async function runStatus(context: Context): Promise<number> {
  const { output } = context
  const world = await worldOf(context)
  const request = { all: false, cleared: false, ...openingOf(context) }
  const { rows, damaged, project } = await listCheckpoints(world, request)
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ project, workstreams: rows, damaged })
  else if (output.quiet) output.print(namesOf(rows))
  else {
    const view = { width: output.width, style: output.style, nowMs: world.now().ms, projects: false }
    const more = rows.length > STATUS_ROWS ? `… ${rows.length - STATUS_ROWS} more: dogear list\n` : ''
    const table = rows.length === 0 ? '' : `${printList(rows.slice(0, STATUS_ROWS), view)}\n${more}\n`
    output.print(`${table}${nextStep(rows)}\nAll commands: dogear help`)
  }
  return EXIT.ok
}

function nextStep(rows: readonly CatalogRow[]): string {
  const [first] = rows
  if (!first)
    return 'Nothing is saved in this project yet. Save where you are: dogear save NAME --next "the very next step"'
  if (rows.length === 1) return `Go on: dogear resume ${cleanLine(first.name)}`
  return `Go on: dogear resume NAME (newest: ${cleanLine(first.name)})`
}

/** Completion must never disturb the line somebody is typing, so whatever goes wrong here is silence. */
export async function runNames(context: Context): Promise<number> {
  try {
    const { rows } = list(await worldOf(context), { all: false, cleared: false })
    context.output.print(namesOf(rows))
  } catch {
    // No names to offer.
  }
  return EXIT.ok
}

function namesOf(rows: readonly CatalogRow[]): string {
  return rows.map((row) => `${row.name}\n`).join('')
}
