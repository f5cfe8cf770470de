/** What this layout answers: one line, because a save often comes when the context is nearly full. */
import type { Messages } from '../messages.js'

export const messages: Messages = {
  saved: ({ entry }) => `Checkpoint "${entry.name}" saved. Resume anytime: \`continue ${entry.name}\``,
  cleared: (names, all) =>
    all ? `Cleared ${names.length} checkpoint(s)` : names.map((name) => `Cleared checkpoint "${name}"`).join('\n'),
  // The briefing says it all; that the checkpoint is consumed is not mentioned.
  resumed: () => null,
}
