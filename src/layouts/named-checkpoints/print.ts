/** The parts of a checkpoint file and of its bullet that are this layout's own. */
import { tidyText } from '../../core/text.js'
import type { Prose } from '../common/checkpoint-file.js'
import { printSection } from '../common/checkpoint-sections.js'
import { clockOf } from '../common/local-time.js'
import { shorten } from '../common/prose.js'

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
export function printWhen(saved: string): string {
  const { day, time } = clockOf(saved)
  return `${day} ${time}`
}
