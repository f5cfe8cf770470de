/** Layout of seed 000: see NOTES.md. A checkpoint is kept when it is resumed, and a save under its name continues it. */
import { fileWord } from '../../core/choose/name.js'
import { calledOf } from '../../core/entry/line-keys.js'
import type { Entry } from '../../core/entry/entry.js'
import { cleanLine, tidyText } from '../../core/text/text.js'
import type { Prose } from '../common/checkpoint-file.js'
import { failureText, printSection } from '../common/checkpoint-sections.js'
import { legacySections } from '../common/legacy-sections.js'
import { memoryFiles } from '../common/memory-layout.js'
import { MEMORY_FILE } from '../common/memory-md.js'
import { clockOf, joinProse, shorten, splitLabel } from '../common/prose.js'
import type { Layout } from '../layout.js'
import { manifest } from './manifest.js'

export const layout: Layout = {
  id: manifest.id,
  policy: {
    onResume: 'keep',
    onExisting: 'continue',
    several: 'ask',
    asks: [],
    naming: 'lower',
    unnamed: 'branch',
    lacks: ['task'],
    answer: 'advice',
    none: 'No checkpoints found.',
    failedFirst: true,
  },
  messages: {
    saved: ({ entry, file }) =>
      `Checkpoint "${fileWord(calledOf(entry))}" saved -> ${cleanLine(file)}\n\n${entry.plan ? clearAdvice(entry) : `/compact ${focusOf(entry)}`}`,
    cleared: (names, all) =>
      all ? `Cleared ${names.length} checkpoint(s)` : names.map((name) => `Cleared checkpoint "${name}"`).join('\n'),
    // The briefing says it all: summary, branch warning, what failed before, next action.
    resumed: () => null,
  },
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

/** Only `\n` begins a line here: `^` would take other characters for line ends too. */
const LEFT_OFF = /(?<![^\n])[^\S\n]*(?:\*\*)?left off:(?:\*\*)?[ \t]+(?=\S)/i
/** The first line is the title, so a blank line below it says nothing. */
const BLANK_BELOW_TITLE = /^([^\n]*\n)(?:[^\S\n]*\n)+/

/** `## Next Action: {Title}` and the lines below it. Where the work was left off stands behind `Left off:`. */
export function parseProse(nextText: string, leftOffText: string): Prose {
  const [before, behind] = splitLabel(nextText, LEFT_OFF)
  const next = joinProse(before.trim().replace(BLANK_BELOW_TITLE, '$1'))
  const leftOff = joinProse(leftOffText, behind)
  return { ...(next && { next }), ...(leftOff && { leftOff }) }
}

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

// What a save answers: what to do with the session now.

const MAX_FOCUS = 200
const MAX_NEXT = 200

/** The plan tracks the progress, so the session can go. */
function clearAdvice(entry: Entry): string {
  const next = firstLine(entry.next?.text ?? entry.leftOff?.text ?? '')
  const advice = `/clear then: continue ${fileWord(calledOf(entry))}`
  return next === '' ? advice : `${advice}\nNext: ${shorten(next, MAX_NEXT, MAX_NEXT - 1)}`
}

/** What the session knows and a plan does not: whole findings, as many as fit. */
function focusOf(entry: Entry): string {
  const findings = [
    ...entry.decisions.map((item) => `decided: ${failureText(item)}`),
    ...entry.failed.map((item) => `failed: ${failureText(item)}`),
    ...(entry.leftOff ? [`left off: ${firstLine(entry.leftOff.text)}`] : []),
    ...(entry.task ? [`task: ${firstLine(entry.task.text)}`] : []),
    ...(entry.next ? [`next: ${firstLine(entry.next.text)}`] : []),
  ].map(cleanLine)
  const fitting = findings.reduce(
    (text, one) => (text.length + one.length + 2 <= MAX_FOCUS - 6 ? join(text, one) : text),
    '',
  )
  const focus = fitting === '' ? (findings[0] ?? 'what was tried, found and decided in this session') : fitting
  return `Keep ${shorten(focus, MAX_FOCUS - 5, MAX_FOCUS - 6)}`
}

function join(text: string, more: string): string {
  return text === '' ? more : `${text}; ${more}`
}

function firstLine(text: string): string {
  return cleanLine(text.trim().split('\n')[0] ?? '')
}
