/** A checkpoint somebody wrote as Markdown: our sections, or those of other tools, in any order, some or all. */
import { isName } from '../../choose/name.js'
import { DogearError } from '../../errors.js'
import { tidyChars, trimBlankLines } from '../../text/text.js'
import { addToField, type Field, type Fields, fieldsOf, type Held, readField } from '../entry.js'
import { planOf } from '../envelope.js'
import type { Shape } from '../fields.js'
import { parseFrontMatter } from '../front-matter.js'
import {
  type Bullet,
  DECISION_ATTRIBUTES,
  FAILED_ATTRIBUTES,
  NO_ATTRIBUTES,
  parseBullets,
  parseMarked,
} from '../items.js'
import { fieldOfTitle, unescapeHeadings } from '../sections.js'
import { isNothing, parseDecision, parseFailed, parseFileNote, splitChoices, type Written } from '../written-items.js'

interface Block {
  /** Null: above the first heading. */
  title: string | null
  /** Null: a section that we do not know. */
  field: Field | null
  lines: string[]
}

const HEADING = /^(#{1,3})[ \t]+(\S.*)$/
const LABEL = /^\*\*([A-Za-z][A-Za-z ]{0,30}):\*\*[ \t]*(\S.*)$/
const TITLE = /^#[ \t]+(?:checkpoint:[ \t]*)?(\S+)[ \t]*$/i
const NESTED_ATTRIBUTE = /^([ \t]+)[-*+][ \t]+\**(why|reason|rejected)\**:\**/i
const COMMENT_LINE = /^\s*<!--.*-->\s*$/

export function parseWrittenMarkdown(text: string): Written {
  const written: Written = { fields: {}, extraSections: [] }
  const body = takeFrontMatter(tidyChars(text), written)
  const blocks = splitBlocks(body)
  const hasSections = blocks.some(({ title }) => title !== null)
  for (const block of blocks) {
    if (block.title === null) addPreamble(written, block.lines, hasSections)
    else if (block.field === null) addUnknown(written, block.title, block.lines)
    else addKnown(written.fields, block.field, trimBlankLines(block.lines.join('\n')))
  }
  return written
}

/** Somebody may hand in a whole entry: what they may state of its facts is taken, the others are made anew. */
function takeFrontMatter(text: string, written: Written): string {
  if (!/^\s*---/.test(text)) return text
  try {
    const { pairs, body } = parseFrontMatter(text.trimStart())
    const name = pairs.get('name')?.value
    if (typeof name === 'string') written.name = name
    for (const { key } of fieldsOf(['line'])) {
      const line = pairs.get(key)?.value
      if (typeof line === 'string') written.fields[key] = line
    }
    for (const { key } of fieldsOf(['plan'])) {
      const plan = planOf(pairs, key)
      if (plan) written.fields[key] = plan
    }
    return body
  } catch (cause) {
    if (!(cause instanceof DogearError)) throw cause
    const { message, expected } = cause
    throw new DogearError('bad-input', message, { ...(expected !== undefined && { expected }), cause })
  }
}

function splitBlocks(body: string): Block[] {
  const blocks: Block[] = [{ title: null, field: null, lines: [] }]
  let fence: string | null = null
  for (const line of body.split('\n')) {
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1]
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null
    const block = fence === null ? blockFrom(line) : null
    if (block) blocks.push(block)
    else if (fence !== null || !COMMENT_LINE.test(line)) blocks.at(-1)?.lines.push(line)
  }
  return blocks
}

/** `## Next action: run the tests` says it all in the heading. Headings of other levels count only if we know them. */
function blockFrom(line: string): Block | null {
  const heading = HEADING.exec(line)
  if (!heading) return null
  const title = (heading[2] as string).trim()
  const field = fieldOfTitle(title)
  if (field) return { title, field, lines: [] }
  const colon = title.indexOf(':')
  const before = colon > 0 ? fieldOfTitle(title.slice(0, colon)) : null
  if (before) return { title, field: before, lines: [title.slice(colon + 1).trim()] }
  return heading[1] === '##' ? { title, field: null, lines: [] } : null
}

/** `# auth-refactor` names the workstream. Text without any section is the task. */
function addPreamble(written: Written, lines: readonly string[], hasSections: boolean): void {
  const rest: string[] = []
  const first = lines.findIndex((line) => line.trim() !== '')
  const title = TITLE.exec(lines[first] ?? '')?.[1]
  const isTitled = title !== undefined && isName(title)
  if (isTitled) written.name ??= title
  for (const line of lines.slice(isTitled ? first + 1 : 0)) {
    const label = LABEL.exec(line)
    const field = label ? fieldOfTitle(label[1] as string) : null
    if (field) addKnown(written.fields, field, label?.[2] as string)
    else rest.push(line)
  }
  const text = trimBlankLines(unescapeHeadings(rest.join('\n')))
  if (text === '') return
  if (hasSections) written.extraSections.push({ title: '', text })
  else written.fields.task ??= { text: text.trim() }
}

function addUnknown(written: Written, heading: string, lines: readonly string[]): void {
  const title = heading.startsWith('\\') ? heading.slice(1) : heading
  written.extraSections.push({ title, text: unescapeHeadings(trimBlankLines(lines.join('\n'))) })
}

function addKnown(fields: Partial<Fields>, field: Field, text: string): void {
  if (isNothing(text)) return
  const given = readField<Held[Shape] | null>(field, {
    prose: ({ key }) => {
      const said = paragraphs(text)
      const before = fields[key]?.text
      return isNothing(said) ? null : { text: before === undefined ? said : `${before}\n\n${said}` }
    },
    line: () => text.trim(),
    plan: () => ({ path: text.trim() }),
    items: () => bullets(text, NO_ATTRIBUTES).map((bullet) => ({ text: bullet.text })),
    reasoned: () => bullets(text, FAILED_ATTRIBUTES).map(failedOf),
    choices: () => bullets(text, DECISION_ATTRIBUTES).map(decisionOf),
    files: () => {
      const notes = bullets(text, NO_ATTRIBUTES).map((bullet) => parseFileNote(bullet.text))
      const said = notes.flatMap(({ note }) => (note === undefined ? [] : [{ text: note }]))
      if (said.length > 0) fields.context = (fields.context ?? []).concat(said)
      return notes.map(({ file }) => file)
    },
  })
  addToField(fields, field, given)
}

/** A single bullet is no list. */
function paragraphs(text: string): string {
  const marked = parseMarked(text.trim(), '\n').text
  const isOneBullet = /^[-*+] /.test(marked) && !/\n(?:[-*+]|\d{1,9}[.)]) /.test(marked)
  return unescapeHeadings(isOneBullet ? (parseBullets(marked, NO_ATTRIBUTES)[0]?.text ?? '') : marked)
}

function failedOf(bullet: Bullet): { text: string; why?: string } {
  return bullet.why === undefined ? parseFailed(bullet.text) : { text: bullet.text, why: bullet.why }
}

function decisionOf(bullet: Bullet): { text: string; why?: string; rejected?: string[] } {
  const inline = bullet.why === undefined ? parseDecision(bullet.text) : { text: bullet.text, why: bullet.why }
  const rejected = bullet.rejected?.flatMap(splitChoices)
  return rejected ? { ...inline, rejected } : inline
}

/** Bullets without checkboxes and without those that say "none". Whatever their mark says, they are stated. */
function bullets(text: string, attributes: RegExp | null): Bullet[] {
  const usual = text
    .split('\n')
    .map((line) =>
      line.replace(NESTED_ATTRIBUTE, (_, indent: string, name: string) => `${indent}- ${usualName(name)}:`),
    )
    .join('\n')
  return parseBullets(usual, attributes)
    .map((bullet) => ({ ...bullet, text: bullet.text.replace(/^\[[ xX]\] +/, '') }))
    .filter((bullet) => !isNothing(bullet.text))
}

function usualName(name: string): string {
  return name.toLowerCase() === 'reason' ? 'why' : name.toLowerCase()
}
