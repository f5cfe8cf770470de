/** `## Next Action: {Title}` and the lines below it. Where the work was left off stands behind `Left off:`. */
import type { Prose } from '../common/checkpoint-file.js'
import { joinProse, splitLabel } from '../common/prose.js'

/** Only `\n` begins a line here: `^` would take other characters for line ends too. */
const LEFT_OFF = /(?<![^\n])[^\S\n]*(?:\*\*)?left off:(?:\*\*)?[ \t]+(?=\S)/i
/** The first line is the title, so a blank line below it says nothing. */
const BLANK_BELOW_TITLE = /^([^\n]*\n)(?:[^\S\n]*\n)+/

export function parseProse(nextText: string, leftOffText: string): Prose {
  const [before, behind] = splitLabel(nextText, LEFT_OFF)
  const next = joinProse(before.trim().replace(BLANK_BELOW_TITLE, '$1'))
  const leftOff = joinProse(leftOffText, behind)
  return { ...(next && { next }), ...(leftOff && { leftOff }) }
}
