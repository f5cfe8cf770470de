/** The parts of a checkpoint file and of its bullet that are this layout's own. */
import { cleanLine } from '../../core/sanitise.js'
import { tidyText } from '../../core/text.js'
import type { Prose } from '../common/checkpoint-file.js'
import { printSection } from '../common/checkpoint-sections.js'
import { clockOf } from '../common/local-time.js'

/**
 * Pending decisions and open questions belong here. A next action is told only if somebody stated it: what was only seen
 * to come next is where the work stopped.
 */
export function printProse({ leftOff, questions, blockers, next }: Prose): string {
  const isStated = next?.observed === undefined
  const text = [
    tidyText((leftOff ?? (isStated ? undefined : next))?.text ?? ''),
    ...(questions ?? []).map((item) => `Open question: ${cleanLine(item.text)}`),
    ...(blockers ?? []).map((item) => `Blocked: ${cleanLine(item.text)}`),
    next && isStated ? `Next: ${tidyText(next.text)}` : '',
  ]
  return printSection('Left Off', text.filter((part) => part !== '').join('\n') || 'None')
}

/** Feb 06 */
export function printWhen(saved: string): string {
  return clockOf(saved).day
}
