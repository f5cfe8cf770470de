/** Decisions: when, where, what, why, and what was not chosen. */
import type { FoundDecision } from '../../app/decisions.js'
import { shortId } from '../../core/id.js'
import { cleanLine } from '../../core/sanitise.js'
import type { Style } from '../style.js'

export interface DecisionsView {
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
