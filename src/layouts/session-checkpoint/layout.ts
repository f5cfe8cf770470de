/** Layout of seed 001: see NOTES.md. Resuming a checkpoint consumes it, and a save under its name asks first. */
import { fileWord } from '../../core/choose/name.js'
import { calledOf } from '../../core/entry/line-keys.js'
import type { Item } from '../../core/entry/entry.js'
import { isNothing } from '../../core/entry/written-items.js'
import { cleanLine, tidyText } from '../../core/text/text.js'
import type { Prose } from '../common/checkpoint-file.js'
import { printSection } from '../common/checkpoint-sections.js'
import { memoryFiles } from '../common/memory-layout.js'
import { clockOf, joinProse, splitLabel } from '../common/prose.js'
import type { Layout, Messages } from '../layout.js'
import { manifest } from './manifest.js'

// What this layout answers: one line, because a save often comes when the context is nearly full.
const messages: Messages = {
  saved: ({ entry }) =>
    `Checkpoint "${fileWord(calledOf(entry))}" saved. Resume anytime: \`continue ${fileWord(calledOf(entry))}\``,
  cleared: (names, all) =>
    all ? `Cleared ${names.length} checkpoint(s)` : names.map((name) => `Cleared checkpoint "${name}"`).join('\n'),
  // The briefing says it all; that the checkpoint is consumed is not mentioned.
  resumed: () => null,
}

export const layout: Layout = {
  id: manifest.id,
  policy: {
    onResume: 'consume',
    onExisting: 'ask',
    several: 'ask',
    asks: [],
    naming: 'ask',
    answer: 'line',
    none: 'No saved checkpoints found.',
    failedFirst: true,
  },
  messages,
  ...memoryFiles({
    parseProse,
    printProse,
    printWhen,
    resumeLine: 'Resume any: `continue` or `continue {name}`',
    begins: 'leftOff',
    clock: false,
    migrates: false,
  }),
}

/** Only `\n` begins a line here: `^` would take other characters for line ends too. */
const NEXT = /(?<![^\n])[^\S\n]*(?:\*\*)?next(?: action| steps?)?:(?:\*\*)?[ \t]+(?=\S)/i
const QUESTION = /^\s*(?:[-*+][ \t]+)?(?:\*\*)?open questions?:(?:\*\*)?[ \t]+(\S.*)$/is
const BLOCKER = /^\s*(?:[-*+][ \t]+)?(?:\*\*)?blocked:(?:\*\*)?[ \t]+(\S.*)$/is

/**
 * `## Left Off`: where the work stopped, then what is open, each on a line of its own, then what is next, if stated.
 */
function parseProse(nextText: string, leftOffText: string): Prose {
  const [before, behind] = splitLabel(leftOffText, NEXT)
  const lines = before.split('\n')
  const isLabelled = (line: string): boolean => QUESTION.test(line) || BLOCKER.test(line)
  const leftOff = joinProse(lines.filter((line) => !isLabelled(line)).join('\n'))
  const next = joinProse(nextText, behind)
  return {
    ...(leftOff && { leftOff }),
    ...(next && { next }),
    questions: labelled(lines, QUESTION),
    blockers: labelled(lines, BLOCKER),
  }
}

function labelled(lines: readonly string[], label: RegExp): Item[] {
  const texts = lines.map((line) => cleanLine(label.exec(line)?.[1] ?? ''))
  return texts.filter((text) => !isNothing(text)).map((text) => ({ text }))
}

/**
 * Pending decisions and open questions belong here. A next action is told only if somebody stated it: what was only seen
 * to come next is where the work stopped.
 */
function printProse({ leftOff, questions, blockers, next }: Prose): string {
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
function printWhen(saved: string): string {
  return clockOf(saved).day
}
