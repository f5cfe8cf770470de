/** An entry as the text of its checkpoint file. */
import type { Entry, ExtraSection } from '../../core/entry/entry.js'
import { tidyLine } from '../../core/text/text.js'
import { printBlockers, printDecisionText } from '../common/prose.js'
import { printCreated } from './created.js'
import { headLinesOf, printContextLines, printList } from './lines.js'
import { printProse } from './prose.js'
import { escapeTitle, printTitle, type SectionKey } from './titles.js'

export function printCheckpoint(entry: Entry): string {
  return [
    `# Checkpoint: ${entry.name}\n\n${printHead(entry)}`,
    ...printPreamble(entry.extraSections),
    printSection('progress', printList(entry.done.map((item) => item.text))),
    printSection('next', entry.next ? printNext(entry.next.text) : 'None'),
    printSection('blockers', printList(printBlockers(entry))),
    printSection('decisions', printList(entry.decisions.map(printDecisionText))),
    printSection('context', printList(printContextLines(entry))),
    ...entry.extraSections.filter((section, i) => !isPreamble(section, i)).map(printExtra),
  ].join('\n')
}

function printHead(entry: Entry): string {
  const lines = [
    `**Created:** ${printCreated(entry.saved)}`,
    `**Task:** ${tidyLine(entry.task?.text ?? '')}`.trimEnd(),
    ...headLinesOf(entry.extraKeys),
  ]
  return `${lines.join('\n')}\n`
}

function printSection(key: SectionKey, text: string): string {
  return `## ${printTitle(key)}\n${text}\n`
}

/** A single line that begins like a bullet would lose its dash when it is read. */
function printNext(text: string): string {
  return /^\\*[-*+][ \t][^\n]*$/.test(text) ? `\\${text}` : printProse(text)
}

/** Text above the first section is kept as a section without a title. */
function printPreamble([first]: readonly ExtraSection[]): string[] {
  return first && isPreamble(first, 0) ? [`${printProse(first.text)}\n`] : []
}

function isPreamble({ title, text }: ExtraSection, at: number): boolean {
  return at === 0 && title === '' && text !== ''
}

function printExtra({ title, text }: ExtraSection): string {
  const heading = `## ${escapeTitle(title)}`.trimEnd()
  return text === '' ? `${heading}\n` : `${heading}\n${printProse(text)}\n`
}
