/** What a save answers: one line, and what could be better. */
import type { SaveResult } from '../../app/save.js'
import { shortId } from '../../core/id.js'
import { cleanLine } from '../../core/sanitise.js'
import type { Style } from '../style.js'
import { cut } from '../width.js'

const LONGEST_NEXT = 200

export function printSaved({ entry, nameFrom }: SaveResult, dryRun: boolean, style: Style): string {
  const name = style.bold(`"${cleanLine(entry.name)}"`)
  const origin = nameFrom === 'given' ? '' : `, named after the ${nameFrom}`
  const said = entry.next ?? entry.leftOff
  const label = entry.next ? 'Next' : 'Left off'
  const next = said ? ` ${label}: ${cut(cleanLine(said.text), LONGEST_NEXT)}` : ''
  if (dryRun) return `Would save checkpoint ${name}${origin}.${next}`
  return `Checkpoint ${name} saved (${shortId(entry.id)}${origin}).${next}`
}

/** Empty where there is nothing to say. */
export function printFindings(
  { entry, findings, heads }: Pick<SaveResult, 'entry' | 'findings' | 'heads'>,
  style: Style,
): string {
  const lines = findings.map(({ field, problem, text, advice }) => {
    const words = text === undefined ? '' : ` "${cut(cleanLine(text), 60)}"`
    return style.dim(`  ${problem} ${field}${words}: ${cleanLine(advice)}`)
  })
  if (heads > 1)
    lines.push(
      style.yellow(
        `  "${cleanLine(entry.name)}" has ${heads} heads: sessions saved at the same time. See: dogear history ${cleanLine(entry.name)}`,
      ),
    )
  return lines.join('\n')
}
