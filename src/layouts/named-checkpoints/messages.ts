/** What this layout answers: after a save, what to do with the session now. */
import type { Entry } from '../../core/entry/entry.js'
import { cleanLine } from '../../core/text/text.js'
import { failureText } from '../common/checkpoint-items.js'
import { shorten } from '../common/prose.js'
import type { Messages, SavedFacts } from '../messages.js'

const LONGEST_FOCUS = 200
const LONGEST_NEXT = 200

export const messages: Messages = {
  saved: ({ entry, file }: SavedFacts) =>
    `Checkpoint "${entry.name}" saved -> ${cleanLine(file)}\n\n${entry.plan ? clearAdvice(entry) : `/compact ${focusOf(entry)}`}`,
  cleared: (names, all) =>
    all ? `Cleared ${names.length} checkpoint(s)` : names.map((name) => `Cleared checkpoint "${name}"`).join('\n'),
  // The briefing says it all: summary, branch warning, what failed before, next action.
  resumed: () => null,
}

/** The plan tracks the progress, so the session can go. */
function clearAdvice(entry: Entry): string {
  const next = firstLine(entry.next?.text ?? entry.leftOff?.text ?? '')
  const advice = `/clear then: continue ${entry.name}`
  return next === '' ? advice : `${advice}\nNext: ${shorten(next, LONGEST_NEXT, LONGEST_NEXT - 1)}`
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
    (text, one) => (text.length + one.length + 2 <= LONGEST_FOCUS - 6 ? join(text, one) : text),
    '',
  )
  const focus = fitting === '' ? (findings[0] ?? 'what was tried, found and decided in this session') : fitting
  return `Keep ${shorten(focus, LONGEST_FOCUS - 5, LONGEST_FOCUS - 6)}`
}

function join(text: string, more: string): string {
  return text === '' ? more : `${text}; ${more}`
}

function firstLine(text: string): string {
  return cleanLine(text.trim().split('\n')[0] ?? '')
}
