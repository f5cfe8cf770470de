/** The text of an entry's file as an entry. Every refusal says what is wrong, on which line, and what was expected. */
import { trimBlankLines } from '../text/text.js'
import {
  type Entry,
  type ExtraSection,
  type FieldKey,
  type Fields,
  fieldsOf,
  IN_READING_ORDER,
  type Item,
  makeFields,
} from './entry.js'
import { parseEnvelope } from './envelope.js'
import { SHAPES } from './fields.js'
import { parseFrontMatter } from './front-matter.js'
import {
  DECISION_ATTRIBUTES,
  FAILED_ATTRIBUTES,
  NO_ATTRIBUTES,
  parseBullets,
  parseFileText,
  parseMarked,
} from './items.js'
import { readPage } from './page-keys.js'
import { type Body, splitBody, unescapeHeadings } from './sections.js'

/** With or without a check line; whether that is right is for `checkSeal` to say. */
export function parseEntry(text: string): Entry {
  const { pairs, body } = parseFrontMatter(text)
  const facts = parseEnvelope(pairs)
  const parts = splitBody(body)
  // Not spread: filling the one object takes about a tenth off the whole time.
  return readPage(Object.assign(facts, parseKnown(parts), { extraSections: parseExtra(parts, facts.name) }))
}

/** Lists first, which every entry has. */
const SECTIONS = [...IN_READING_ORDER.filter(({ shape }) => SHAPES[shape].isList), ...fieldsOf(['prose'])]

function parseKnown(body: Body): Fields {
  // A section that somebody wrote twice counts as one.
  const texts = new Map<FieldKey, string>()
  for (const { key, text } of body.sections) {
    if (key === null || text === '') continue
    const before = texts.get(key)
    texts.set(key, before === undefined ? text : `${before}\n\n${text}`)
  }
  const sectionOf = (key: FieldKey): string => texts.get(key) ?? ''
  const elsewhere = (): null => null
  return makeFields(
    {
      prose: ({ key }) => parseProse(sectionOf(key)),
      items: ({ key }) => parseBullets(sectionOf(key), NO_ATTRIBUTES),
      reasoned: ({ key }) => parseBullets(sectionOf(key), FAILED_ATTRIBUTES),
      choices: ({ key }) => parseBullets(sectionOf(key), DECISION_ATTRIBUTES),
      files: ({ key }) =>
        parseBullets(sectionOf(key), NO_ATTRIBUTES).map(({ text, ...rest }) => ({ ...parseFileText(text), ...rest })),
      line: elsewhere,
      plan: elsewhere,
    },
    SECTIONS,
  )
}

function parseProse(text: string): Item | null {
  const { text: escaped, ...mark } = parseMarked(text.trim(), '\n')
  return escaped === '' ? null : { text: unescapeHeadings(escaped), ...mark }
}

function parseExtra(body: Body, name: string): ExtraSection[] {
  const heading = `# ${name}`
  const isOurs = body.preamble === heading || body.preamble.startsWith(`${heading}\n`)
  const preamble = isOurs ? trimBlankLines(body.preamble.slice(heading.length)) : body.preamble
  const unknown = body.sections.filter(({ key }) => key === null)
  return [
    ...(preamble === '' ? [] : [{ title: '', text: unescapeHeadings(preamble) }]),
    ...unknown.map(({ title, text }) => ({ title, text: unescapeHeadings(text) })),
  ]
}
