import { decisions, type FoundDecision } from '../../../app/look/decisions.js'
import { shortId } from '../../../core/entry/id.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { openedOf } from '../../args/layouts.js'
import { countOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { makeProgress, type Style } from '../../print/output.js'

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

// Decisions: when, where, what, why, and what was not chosen.

interface DecisionsView {
  width: number
  style: Style
  /** Show which project each belongs to. */
  projects: boolean
}

export function printDecisions(found: readonly FoundDecision[], view: DecisionsView): string {
  return found.map((one) => printOne(one, view)).join('')
}

function printOne(one: FoundDecision, { style, projects, width }: DecisionsView): string {
  const where = [one.name, projects ? one.project : '', shortId(one.id)].filter(Boolean).map(cleanLine).join(', ')
  const lines = [
    `${style.bold(one.date.slice(0, 10))} ${style.dim(where)}`,
    ...wrap(cleanLine(one.text), width),
    ...(one.why === undefined ? [] : wrap(`why: ${cleanLine(one.why)}`, width)),
    ...(one.rejected?.length ? wrap(`rejected: ${one.rejected.map(cleanLine).join('; ')}`, width) : []),
  ]
  return `${lines.join('\n')}\n`
}

const INDENT = '  '

/** Whole: a reason that is cut is none. A word longer than the terminal stays in one piece. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && INDENT.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((one) => `${INDENT}${one}`)
}

/** Tab-separated: date, project, name, id, decision, why, rejected. */
export function printDecisionLines(found: readonly FoundDecision[]): string {
  return found
    .map((one) => [one.date, one.project, one.name, one.id, one.text, one.why ?? '', (one.rejected ?? []).join('; ')])
    .map((cells) => `${cells.map(cleanLine).join('\t')}\n`)
    .join('')
}
