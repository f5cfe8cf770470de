/** What changed between two saves, grouped by field. */
import type { Change } from '../../core/diff.js'
import type { Entry } from '../../core/entry.js'
import { shortId } from '../../core/id.js'
import { cleanLine, cleanText } from '../../core/sanitise.js'
import type { Style } from '../style.js'

export function printDiff(from: Entry, to: Entry, changes: readonly Change[], style: Style): string {
  const head = `${style.bold(cleanLine(to.name))}: ${shortId(from.id)} → ${shortId(to.id)}`
  if (changes.length === 0) return `${head}\nNothing changed.\n`
  const fields = [...new Set(changes.map((change) => change.field))]
  const groups = fields.map((field) => [
    style.bold(cleanLine(field)),
    ...changes.filter((one) => one.field === field).map((one) => printChange(one, style)),
  ])
  return `${head}\n${groups.map((lines) => `${lines.join('\n')}\n`).join('')}`
}

function printChange({ kind, before, after }: Change, style: Style): string {
  if (kind === 'added') return style.green(`  + ${indent(after)}`)
  if (kind === 'removed') return style.red(`  - ${indent(before)}`)
  return style.yellow(`  ~ ${indent(before)}\n  → ${indent(after)}`)
}

function indent(text: string | undefined): string {
  return cleanText(text ?? '').replace(/\n/g, '\n    ')
}
