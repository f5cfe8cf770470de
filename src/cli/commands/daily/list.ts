/** What is saved: `list`, `dogear` alone, and the names that completion offers. */
import { list, listCheckpoints, type ListRequest, type ListRow } from '../../../app/look/list.js'
import { asWord, handleOf } from '../../../core/choose/title.js'
import { EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import { quoteLine } from '../../../core/printer/quote.js'
import { cleanLine, printAmount } from '../../../core/text/text.js'
import type { CatalogRow } from '../../../store/entries/catalog.js'
import { momentOf } from '../../args/age.js'
import { countOf, valueOf, valuesOf, type Args } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { printCreated, printList, printListLines } from '../../print/list.js'
import type { Output } from '../../print/output.js'
import { openingOf, worldOf } from '../../world.js'

const LIST_ROWS = 20

export async function runList(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const nowMs = world.now().ms
  const request = { ...requestOf(args, output, nowMs), ...openingOf(context, { asks: true }) }
  const { all } = request
  const { rows, older, folded, finished, team, numbered, amount, damaged, project, policy, notices } =
    await listCheckpoints(world, request)
  const view = { width: output.width, style: output.style, nowMs, projects: all, numbers: numbered && rows.length > 1 }
  warnDamaged(output, damaged)
  if (output.json) {
    const left = args.values.has('limit') ? { older } : {}
    // What a person reads on standard error, for programs. Only where there is something to say.
    const said = notices.length === 0 ? {} : { notices }
    output.printJson({
      project,
      workstreams: rows,
      ...left,
      ...foldedIn(folded),
      ...(finished > 0 && { finished }),
      ...(team && { team }),
      ...(amount && { amount }),
      damaged,
      ...said,
    })
    return EXIT.ok
  }
  if (output.quiet) output.print(namesOf(rows))
  else if (rows.length === 0 && team) sayMore(output, `Nothing here is yours. ${teamLine(team)}`)
  else if (rows.length === 0 && folded > 0) sayMore(output, `Nothing here has a name. ${foldedLine(folded)}`)
  else if (rows.length === 0) output.warn(`${policy.none} Save one: dogear save NAME --next "the very next step"`)
  else if (!output.terminal) output.print(printListLines(rows, all))
  else output.print(policy.answer === 'confirmation' && !all ? printCreated(rows, view) : printList(rows, view))
  if (older > 0) sayMore(output, `… and ${older} older: dogear list${flagsIn(args)} --limit 0`)
  if (finished > 0 && !output.quiet)
    sayMore(output, `… and ${finished} finished (branch merged or gone, nothing for 30 days): dogear list --all`)
  if (team && rows.length > 0 && !output.quiet) sayMore(output, teamLine(team))
  if (amount) output.print(output.style.dim(`In all: ${printAmount(amount)}`))
  if (folded > 0 && rows.length > 0 && !output.quiet) sayMore(output, foldedLine(folded))
  return EXIT.ok
}

function requestOf(args: Args, output: Output, nowMs: number): ListRequest {
  const since = valueOf(args, 'since')
  return present<ListRequest>({
    all: args.on.has('all'),
    amount: (args.on.has('all') && (output.terminal || output.json)) || undefined,
    cleared: args.on.has('cleared'),
    loose: args.on.has('loose') || undefined,
    team: args.on.has('team') || undefined,
    limit: limitOf(args, output),
    finished: output.json || output.quiet || undefined,
    branch: valueOf(args, 'branch'),
    agent: valueOf(args, 'agent'),
    sinceMs: since === undefined ? undefined : momentOf(since, nowMs),
  })
}

/** What was asked for, to be asked for again. */
function flagsIn(args: Args): string {
  const on = ['all', 'cleared', 'loose', 'team'].filter((flag) => args.on.has(flag)).map((flag) => ` --${flag}`)
  const values = ['branch', 'agent', 'since'].flatMap((flag) =>
    valuesOf(args, flag).map((value) => ` --${flag} ${cleanLine(value)}`),
  )
  return [...on, ...values].join('')
}

function foldedLine(folded: number): string {
  return `… and ${folded} ${folded === 1 ? 'session' : 'sessions'} without a name: dogear list --loose`
}

function teamLine({ lines, people }: { lines: number; people: number }): string {
  const by = people === 1 ? '1 person' : `${people} people`
  return `… and the team: ${lines} ${lines === 1 ? 'line' : 'lines'} by ${by}: dogear list --team`
}

function foldedIn(folded: number): { folded?: number } {
  return folded === 0 ? {} : { folded }
}

/** Programs get every row unless they say how many. */
function limitOf(args: Args, { json, quiet }: Output): number {
  if (valueOf(args, 'limit') === '0') return Infinity
  return countOf(args, 'limit') ?? (json || quiet ? Infinity : LIST_ROWS)
}

/** Outside a terminal every line on standard output is a row. */
function sayMore(output: Output, text: string): void {
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
  const { rows, older, folded, damaged, project } = await listCheckpoints(world, request)
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ project, workstreams: rows, ...foldedIn(folded), damaged })
  else if (output.quiet) output.print(namesOf(rows))
  else {
    const view = {
      width: output.width,
      style: output.style,
      nowMs: world.now().ms,
      projects: false,
      numbers: rows.length > 1,
    }
    const more = older + folded > 0 ? `… ${older + folded} more: dogear list\n` : ''
    const table = rows.length === 0 ? '' : `${printList(rows, view)}\n${more}\n`
    output.print(`${table}${nextStep(rows)}\nAll commands: dogear help`)
  }
  return EXIT.ok
}

function nextStep(rows: readonly ListRow[]): string {
  const [first] = rows
  if (!first)
    return 'Nothing is saved in this project yet. Save where you are: dogear save NAME --next "the very next step"'
  const { name, label, heads } = first
  const handle = quoteLine(handleOf({ name, id: heads[0]?.id ?? '', label }))
  if (rows.length === 1) return `Go on: dogear resume ${asWord(handle)}`
  return `Go on: dogear resume NAME (newest: ${asWord(handle)})`
}

/** Completion must never disturb the line somebody is typing, so whatever goes wrong here is silence. */
export async function runNames(context: Context): Promise<number> {
  try {
    const { rows } = list(await worldOf(context), { all: false, cleared: false, finished: true })
    context.output.print(namesOf(rows.filter((row) => !row.loose)))
  } catch {
    // No names to offer.
  }
  return EXIT.ok
}

function namesOf(rows: readonly CatalogRow[]): string {
  return rows.map((row) => `${row.name}\n`).join('')
}
