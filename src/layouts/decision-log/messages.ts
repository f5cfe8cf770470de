/** The words of seed 003. */
import { cleanLine } from '../../core/text/text.js'
import type { Messages, SavedFacts } from '../messages.js'
import { printSummary } from './print.js'

const RULE = '━'.repeat(53)

export const messages: Messages = {
  saved,
  cleared: (names, all) =>
    all
      ? `Cleared ${names.length} checkpoint(s) from the list. Their files stay: they are append-only.`
      : names
          .map((name) => `Cleared checkpoint "${name}" from the list. Its files stay: they are append-only.`)
          .join('\n'),
  resumed: () => null,
}

function saved({ entry, file }: SavedFacts): string {
  return `${RULE}
  CHECKPOINT SAVED
${RULE}

  Location: ${cleanLine(file)}
  Summary:  ${cleanLine(printSummary(entry))}
  Decisions: ${entry.decisions.length} recorded
  Next:     ${cleanLine(entry.next?.text ?? '')}

  This context will be surfaced on next session start.

${RULE}`
}
