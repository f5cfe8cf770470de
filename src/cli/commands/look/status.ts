import { list } from '../../../app/look/list.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { CatalogRow } from '../../../store/entries/catalog.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { printList } from '../../print/list.js'
import { openedOf } from '../../args/layouts.js'

const MOST_ROWS = 5

/** `dogear` alone: what is saved here, and the one next step. */
export async function run(context: Context): Promise<number> {
  const { output } = context
  const { world } = await openedOf(context)
  const { rows, damaged, project } = list(world, { all: false, cleared: false })
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ ...(project === undefined ? {} : { project }), workstreams: rows, damaged })
  else if (output.quiet) output.print(rows.map((row) => `${row.name}\n`).join(''))
  else {
    const view = { width: output.width, style: output.style, nowMs: world.now().ms, projects: false }
    const table = rows.length === 0 ? '' : `${printList(rows.slice(0, MOST_ROWS), view)}\n${moreLine(rows)}\n`
    output.print(`${table}${nextStep(rows)}\nAll commands: dogear help`)
  }
  return EXIT.ok
}

function moreLine(rows: readonly CatalogRow[]): string {
  return rows.length > MOST_ROWS ? `… ${rows.length - MOST_ROWS} more: dogear list\n` : ''
}

function nextStep(rows: readonly CatalogRow[]): string {
  const [first] = rows
  if (!first)
    return 'Nothing is saved in this project yet. Save where you are: dogear save NAME --next "the very next step"'
  if (rows.length === 1) return `Go on: dogear resume ${cleanLine(first.name)}`
  return `Go on: dogear resume NAME (newest: ${cleanLine(first.name)})`
}
