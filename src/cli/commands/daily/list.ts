/** What is saved: `list`, `dogear` alone, and the names that completion offers. */
import { list, listCheckpoints } from '../../../app/look/list.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { CatalogRow } from '../../../store/entries/catalog.js'
import { countOf, valueOf, type Args } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { printCreated, printList, printListLines } from '../../print/list.js'
import type { Output } from '../../print/output.js'
import { openingOf, worldOf } from '../../world.js'

const LIST_ROWS = 20

export async function runList(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const all = args.on.has('all')
  const cleared = args.on.has('cleared')
  const request = { all, cleared, limit: limitOf(args, output), ...openingOf(context, { asks: true }) }
  const { rows, older, damaged, project, policy, notices } = await listCheckpoints(world, request)
  const view = { width: output.width, style: output.style, nowMs: world.now().ms, projects: all }
  warnDamaged(output, damaged)
  if (output.json) {
    const left = args.values.has('limit') ? { older } : {}
    // What a person reads on standard error, for programs. Only where there is something to say.
    const said = notices.length === 0 ? {} : { notices }
    output.printJson({ project, workstreams: rows, ...left, damaged, ...said })
    return EXIT.ok
  }
  if (output.quiet) output.print(namesOf(rows))
  else if (rows.length === 0) output.warn(`${policy.none} Save one: dogear save NAME --next "the very next step"`)
  else if (policy.answer === 'confirmation' && !all) output.print(printCreated(rows, view))
  else output.print(output.terminal ? printList(rows, view) : printListLines(rows, all))
  if (older > 0) sayOlder(output, older, [all ? ' --all' : '', cleared ? ' --cleared' : ''].join(''))
  return EXIT.ok
}

/** Programs get every row unless they say how many. */
function limitOf(args: Args, { json, quiet }: Output): number {
  if (valueOf(args, 'limit') === '0') return Infinity
  return countOf(args, 'limit') ?? (json || quiet ? Infinity : LIST_ROWS)
}

/** Outside a terminal every line on standard output is a row. */
function sayOlder(output: Output, older: number, flags: string): void {
  const text = `… and ${older} older: dogear list${flags} --limit 0`
  if (output.terminal) output.print(output.style.dim(text))
  else output.warn(text)
}

const STATUS_ROWS = 5

/** `dogear` alone: what is saved here, and the one next step. */
export async function runStatus(context: Context): Promise<number> {
  const { output } = context
  const world = await worldOf(context)
  const limit = output.json || output.quiet ? Infinity : STATUS_ROWS
  const request = { all: false, cleared: false, limit, ...openingOf(context) }
  const { rows, older, damaged, project } = await listCheckpoints(world, request)
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ project, workstreams: rows, damaged })
  else if (output.quiet) output.print(namesOf(rows))
  else {
    const view = { width: output.width, style: output.style, nowMs: world.now().ms, projects: false }
    const more = older > 0 ? `… ${older} more: dogear list\n` : ''
    const table = rows.length === 0 ? '' : `${printList(rows, view)}\n${more}\n`
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
