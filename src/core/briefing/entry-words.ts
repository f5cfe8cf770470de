/** Whole entries and files for a model: as they lie on the disk, with what somebody wrote in them quoted. */
import { type Entry, type Item, readFields, SECTION_FIELDS } from '../entry/entry.js'
import { printFileText } from '../entry/items.js'
import { isRedacted } from '../entry/line-keys.js'
import { printEntry } from '../entry/print.js'
import { printSection } from '../entry/sections.js'
import { quoteData, quoteItem, quoteItemLine, quoteLine, quoteProse } from '../printer/quote.js'
import { asPrinted, joinLines, type ModelText, say } from '../printer/words.js'
import { whoseNote } from './item-lines.js'

/** The front matter and every section, in the order of the file. */
export function printEntryWords(entry: Entry): ModelText {
  const file = printEntry(entry)
  const facts = file.slice(0, file.indexOf('\n---\n') + 5)
  const head = facts.split('\n').map(quoteLineAsIs).join('\n')
  const other = entry.extraSections.map(({ title, text }) =>
    title === ''
      ? `\n${quoteProse(text)}\n`
      : printSection(`Section "${quoteLine(title)}"`, text === '' ? '' : quoteProse(text)),
  )
  return asPrinted(
    `${head}\n# ${quoteLine(entry.name)}\n${[...knownSections(entry), ...other].join('')}`,
    isRedacted(entry),
  )
}

/** A key of the front matter stands at its beginning: what follows cannot leave the line. */
function quoteLineAsIs(line: string): string {
  const indent = line.length - line.trimStart().length
  return line.slice(0, indent) + quoteLine(line)
}

function knownSections(entry: Entry): string[] {
  const section = (titles: readonly string[], items: readonly string[]): string =>
    items.length === 0 ? '' : printSection(titles[0] as string, items.join('\n'))
  return readFields<string>(SECTION_FIELDS, {
    prose: ({ key, titles }) => section(titles, proseOf(entry[key])),
    items: ({ key, titles }) => section(titles, entry[key].map(itemOf)),
    reasoned: ({ key, titles }) => section(titles, entry[key].map(withReasons)),
    choices: ({ key, titles }) => section(titles, entry[key].map(withReasons)),
    files: ({ key, titles }) =>
      section(
        titles,
        entry[key].map((file) => `- ${quoteItemLine(printFileText(file))}`),
      ),
    line: () => '',
    plan: () => '',
  })
}

function proseOf(item: Item | undefined): string[] {
  return item ? [quoteProse(item.text) + provenance(item)] : []
}

function itemOf(item: Item): string {
  return `- ${quoteItem(item.text)}${provenance(item)}`
}

function provenance(item: Item): string {
  return `${item.observed === undefined ? '' : ` [observed: ${quoteLine(item.observed)}]`}${whoseNote(item)}`
}

function withReasons(item: Item & { why?: string; rejected?: string[] }): string {
  const why = item.why === undefined ? [] : [`  - why: ${quoteLine(item.why)}`]
  return [itemOf(item), ...why, ...(item.rejected ?? []).map((one) => `  - rejected: ${quoteLine(one)}`)].join('\n')
}

/** A file of the work tree, as it is now. The fence around it is longer than any in it. */
export function printFileWords(path: string, text: string | undefined, cut: number | undefined): ModelText {
  if (text === undefined) return say`${path}: missing, or not readable here`
  const body = quoteData(text).replace(/(?<!\n)\n*$/, '\n')
  const longest = (body.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2)
  const ticks = '`'.repeat(longest + 1)
  const rest = cut === undefined ? null : say`(${cut} more characters in ${path})`
  return joinLines([say`${path} as it is now:`, asPrinted(`${ticks}\n${body}${ticks}`, false), rest])
}
