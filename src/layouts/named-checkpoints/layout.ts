/** Layout of seed 000: see NOTES.md. A checkpoint is kept when it is resumed, and a save under its name continues it. */
import { tidyText } from '../../core/text/text.js'
import type { Prose } from '../common/checkpoint-file.js'
import { printSection } from '../common/checkpoint-sections.js'
import { clockOf } from '../common/local-time.js'
import { memoryFiles } from '../common/memory-layout.js'
import { legacySections } from '../common/memory-legacy.js'
import { MEMORY_FILE } from '../common/memory-md.js'
import { joinProse, shorten, splitLabel } from '../common/prose.js'
import type { Layout } from '../layout.js'
import { manifest } from './manifest.js'
import { messages } from './messages.js'

export const layout: Layout = {
  id: manifest.id,
  policy: {
    onResume: 'keep',
    onExisting: 'continue',
    several: 'ask',
    asks: [],
    naming: 'lower',
    answer: 'advice',
    none: 'No checkpoints found.',
  },
  messages,
  ...memoryFiles({
    parseProse,
    printProse,
    printWhen,
    resumeLine: 'Resume any: `continue {name}`',
    begins: 'next',
    clock: true,
    migrates: true,
  }),
  // What a first save takes out of MEMORY.md goes into the entry.
  gather: (desk) => {
    const index = desk.files().find(({ path }) => path === MEMORY_FILE)
    return index ? { moreSections: legacySections(index.text) } : {}
  },
}

// `## Next Action: {Title}` and the lines below it. Where the work was left off stands behind `Left off:`.

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

// The parts of a checkpoint file and of its bullet that are this layout's own.

/** A list, a quotation or a block cannot be a title. */
const MARKUP = /^(?:[-*+>#|<`~\\]|\d{1,9}[.)](?:\s|$))/

/** The first line is the title; a long one is cut there, and stands whole below it. */
export function printProse(prose: Prose): string {
  const next = tidyText(prose.next?.text ?? '')
  const leftOff = tidyText(prose.leftOff?.text ?? '')
  const text = [next, leftOff === '' ? '' : `Left off: ${leftOff}`].filter((part) => part !== '').join('\n')
  if (text === '') return printSection('Next Action: None', '')
  const [first = '', ...more] = text.split('\n')
  if (next === '' || MARKUP.test(first)) return printSection('Next Action', text)
  const title = shorten(first).trim()
  return printSection(`Next Action: ${title}`, title === first.trim() ? more.join('\n').replace(/^\s*\n/, '') : text)
}

/** Feb 06 14:20 */
function printWhen(saved: string): string {
  const { day, time } = clockOf(saved)
  return `${day} ${time}`
}
