/** The words of seed 002. See NOTES.md for the order of the briefing. */
import type { Entry } from '../../core/entry/entry.js'
import { age, cleanLine, cleanText, msOf } from '../../core/text/text.js'
import type { Messages, ResumedFacts, SavedFacts } from '../messages.js'
import { printCreated } from './created.js'

export const messages: Messages = { saved, cleared, resumed }

function saved({ entry, file }: SavedFacts): string {
  return [
    `Checkpoint "${entry.name}" saved: ${cleanLine(file)}`,
    ...(entry.task ? [`Task: ${cleanLine(entry.task.text)}`] : []),
    `Next action: ${entry.next ? cleanText(entry.next.text) : 'none stated'}`,
  ].join('\n')
}

function cleared(names: readonly string[], all: boolean): string {
  return all ? `Deleted ${names.length} checkpoint(s)` : names.map((name) => `Deleted checkpoint "${name}"`).join('\n')
}

function resumed({ entry, nowMs, stale }: ResumedFacts): string {
  const ago = age(msOf(entry.saved) ?? nowMs, nowMs)
  const warnings = stale.length === 0 ? [] : [`⚠️ Stale warnings (saved ${ago}):`, ...stale.map(bullet), '']
  return [
    ...warnings,
    `📌 Resume: ${taskName(entry)}`,
    `Saved: ${printCreated(entry.saved)} (${ago})`,
    '',
    '✅ Progress:',
    ...(entry.done.length === 0 ? ['- none recorded'] : entry.done.map((item) => bullet(item.text))),
    '',
    `🔜 Next action: ${entry.next ? cleanText(entry.next.text) : 'none stated'}`,
    '',
    'Ready to continue? (yes/no)',
  ].join('\n')
}

function taskName({ name, task }: Entry): string {
  return task ? `${name} — ${cleanLine(task.text)}` : name
}

function bullet(text: string): string {
  return `- ${cleanText(text).replace(/\n/g, '\n  ')}`
}
