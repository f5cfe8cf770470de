/** Questions to everything that was ever saved: words in it, and the decisions in it. */
import { present } from '../../../core/present.js'
import { listDecisions, search, type FoundDecision } from '../../../app/look/search.js'
import { shortId } from '../../../core/entry/id.js'
import { EXIT } from '../../../core/errors.js'
import { quoteLine } from '../../../core/printer/quote.js'
import { age, msOf } from '../../../core/text/text.js'
import type { Hit } from '../../../store/search/search.js'
import { countOf, valueOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { makeProgress, type Style } from '../../print/output.js'
import { cut, wrapWords } from '../../print/width.js'
import { openingOf, worldOf } from '../../world.js'

/** Two lines each: more would push the newest off the screen. */
const DEFAULT_LIMIT = 10

export async function runSearch(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const name = valueOf(args, 'name')
  const limit = countOf(args, 'limit') ?? DEFAULT_LIMIT
  const progress = makeProgress(output, 'Reading checkpoints')
  const result = search(world, {
    query: args.positionals.map(quoted).join(' '),
    project: args.on.has('here') ? 'here' : 'all',
    limit,
    engine: args.on.has('scan') ? 'scan' : 'auto',
    onProgress: progress.show,
    ...present({ name }),
  })
  progress.done()
  warnDamaged(output, result.damaged)
  const { hits } = result
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(hits.map((hit) => `${hit.id}\n`).join(''))
  else if (!output.terminal) output.print(printHitLines(hits))
  else output.page(printHits(hits, { width: output.width, style: output.style, nowMs: world.now().ms }))
  if (output.json) return EXIT.ok
  if (hits.length === 0) output.warn('Nothing found.')
  // The search ended at the limit, so nobody counted the rest.
  else if (result.total === undefined) output.warn(`The newest ${limit}; there may be more: --limit ${limit * 5}`)
  return EXIT.ok
}

/** The shell took the quotes of a phrase away; it is still one word to us. */
function quoted(word: string): string {
  return /\s/.test(word) && !word.includes('"') ? `"${word}"` : word
}

export function printHits(hits: readonly Hit[], view: { width: number; style: Style; nowMs: number }): string {
  const { style, width, nowMs } = view
  return hits
    .map((hit) => {
      const saved = msOf(hit.saved)
      const when = saved === null ? quoteLine(hit.saved) : age(saved, nowMs)
      const head = `${style.bold(quoteLine(hit.name))} ${style.yellow(quoteLine(shortId(hit.id)))} ${style.dim(`${when}, ${quoteLine(hit.project)}`)}${whose(hit, style)}`
      return `${head}\n  ${cut(quoteLine(hit.snippet), width - 2)}\n`
    })
    .join('')
}

/** Somebody else's words are notes to check. */
function whose({ foreign }: { foreign?: string }, style: Style): string {
  return foreign === undefined ? '' : ` ${style.yellow(`by ${quoteLine(foreign)}, not by you`)}`
}

/** Tab-separated: project, name, id, saved, snippet; by whom, where it is not the user. */
export function printHitLines(hits: readonly Hit[]): string {
  return hits
    .map((hit) => [hit.project, hit.name, hit.id, hit.saved, hit.snippet, ...byCell(hit)])
    .map((cells) => `${cells.map(quoteLine).join('\t')}\n`)
    .join('')
}

function byCell({ foreign }: { foreign?: string }): string[] {
  return foreign === undefined ? [] : [`by ${foreign}`]
}

export async function runDecisions(context: Context): Promise<number> {
  const { args, output } = context
  const all = args.on.has('all')
  const progress = makeProgress(output, 'Reading checkpoints')
  const request = { question: args.positionals.join(' '), all, onProgress: progress.show, ...openingOf(context) }
  const { decisions: found, damaged } = await listDecisions(await worldOf(context), request)
  progress.done()
  warnDamaged(output, damaged)
  const shown = found.slice(0, countOf(args, 'limit') ?? found.length)
  if (output.json) output.printJson({ decisions: shown, total: found.length, damaged })
  else if (!output.terminal) output.print(printDecisionLines(shown))
  else output.page(printDecisions(shown, { width: output.width, style: output.style, projects: all }))
  if (found.length === 0 && !output.json) output.warn('No decisions found.')
  return EXIT.ok
}

interface DecisionsView {
  width: number
  style: Style
  /** Show which project each belongs to. */
  projects: boolean
}

export function printDecisions(found: readonly FoundDecision[], view: DecisionsView): string {
  return found.map((one) => printDecision(one, view)).join('')
}

function printDecision(one: FoundDecision, { style, projects, width }: DecisionsView): string {
  const where = [one.name, projects ? one.project : '', shortId(one.id)].filter(Boolean).map(quoteLine).join(', ')
  const lines = [
    `${style.bold(one.date.slice(0, 10))} ${style.dim(where)}${whose(one, style)}`,
    ...wrap(quoteLine(one.text), width),
    ...(one.why === undefined ? [] : wrap(`why: ${quoteLine(one.why)}`, width)),
    ...(one.rejected?.length ? wrap(`rejected: ${one.rejected.map(quoteLine).join('; ')}`, width) : []),
  ]
  return `${lines.join('\n')}\n`
}

/** Whole: a reason that is cut is none. */
function wrap(text: string, width: number): string[] {
  return wrapWords(text, width - 2).map((line) => `  ${line}`)
}

/** Tab-separated: date, project, name, id, decision, why, rejected; by whom, where it is not the user. */
export function printDecisionLines(found: readonly FoundDecision[]): string {
  return found
    .map((one) => {
      const { date, project, name, id, text, why = '', rejected = [] } = one
      return [date, project, name, id, text, why, rejected.join('; '), ...byCell(one)]
    })
    .map((cells) => `${cells.map(quoteLine).join('\t')}\n`)
    .join('')
}
