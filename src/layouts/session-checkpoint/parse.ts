/** `## Left Off`: where the work stopped, then what is open, each on a line of its own, then what is next, if stated. */
import type { Item } from '../../core/entry.js'
import { cleanLine } from '../../core/sanitise.js'
import { isNothing } from '../../core/written-items.js'
import type { Prose } from '../common/checkpoint-file.js'
import { joinProse, splitLabel } from '../common/prose.js'

/** Only `\n` begins a line here: `^` would take other characters for line ends too. */
const NEXT = /(?<![^\n])[^\S\n]*(?:\*\*)?next(?: action| steps?)?:(?:\*\*)?[ \t]+(?=\S)/i
const QUESTION = /^\s*(?:[-*+][ \t]+)?(?:\*\*)?open questions?:(?:\*\*)?[ \t]+(\S.*)$/is
const BLOCKER = /^\s*(?:[-*+][ \t]+)?(?:\*\*)?blocked:(?:\*\*)?[ \t]+(\S.*)$/is

export function parseProse(nextText: string, leftOffText: string): Prose {
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
