/** The text of an entry's file as an entry. Every refusal says what is wrong, on which line, and what was expected. */
import type { Entry, ExtraSection, Fields, Item } from './entry.js'
import { parseEnvelope } from './envelope.js'
import { parseFileText } from './file-ref.js'
import { parseFrontMatter } from './front-matter.js'
import { DECISION_ATTRIBUTES, FAILED_ATTRIBUTES, NO_ATTRIBUTES, parseBullets, parseMarked } from './items.js'
import type { Body, SectionKey } from './sections.js'
import { splitBody, unescapeHeadings } from './sections.js'
import { trimBlankLines } from './text.js'

/** With or without a check line; whether that is right is for `checkSeal` to say. */
export function parseEntry(text: string): Entry {
  const { pairs, body } = parseFrontMatter(text)
  const facts = parseEnvelope(pairs)
  const parts = splitBody(body)
  // Not spread: filling the one object takes about a tenth off the whole time.
  return Object.assign(facts, parseKnown(parts), { extraSections: parseExtra(parts, facts.name) })
}

function parseKnown(body: Body): Omit<Fields, 'stage' | 'plan'> {
  const texts = joinSections(body)
  const textOf = (key: SectionKey): string => texts.get(key) ?? ''
  const fields: Omit<Fields, 'stage' | 'plan'> = {
    done: parseBullets(textOf('done'), NO_ATTRIBUTES),
    failed: parseBullets(textOf('failed'), FAILED_ATTRIBUTES),
    decisions: parseBullets(textOf('decisions'), DECISION_ATTRIBUTES),
    blockers: parseBullets(textOf('blockers'), NO_ATTRIBUTES),
    questions: parseBullets(textOf('questions'), NO_ATTRIBUTES),
    context: parseBullets(textOf('context'), NO_ATTRIBUTES),
    commands: parseBullets(textOf('commands'), NO_ATTRIBUTES),
    files: parseBullets(textOf('files'), NO_ATTRIBUTES).map(({ text, ...rest }) => ({
      ...parseFileText(text),
      ...rest,
    })),
  }
  for (const key of ['task', 'next', 'leftOff', 'intent'] as const) {
    const item = parseProse(textOf(key))
    if (item) fields[key] = item
  }
  return fields
}

/** A section that somebody wrote twice counts as one. */
function joinSections(body: Body): Map<SectionKey, string> {
  const texts = new Map<SectionKey, string>()
  for (const { key, text } of body.sections) {
    if (key === null || text === '') continue
    const before = texts.get(key)
    texts.set(key, before === undefined ? text : `${before}\n\n${text}`)
  }
  return texts
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
