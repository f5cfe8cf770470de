/**
 * Somebody's text inside a text of ours. What is quoted can begin no section, end no fence and carry no mark of ours: it stays
 * on its line, or it stands behind `> `. Nearly every text is a plain sentence, and stays as it is.
 */
import { cleanLine, cleanText } from '../text/text.js'

/** Within a line of ours, or behind the `- ` of an item. */
export function quoteLine(text: string): string {
  return disarm(cleanLine(text))
}

/** The same, cut to so many characters. */
export function quoteShort(text: string, most: number): string {
  const line = quoteLine(text)
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

/** On lines of their own: one plain sentence as it is, all else behind `> `. */
export function quoteProse(text: string): string {
  const lines = linesOf(text)
  const [first = ''] = lines
  return lines.length === 1 && isPlain(first) && !LABELLED.test(first) ? first : quoteLines(lines, '')
}

/** As an item of a list, without its `- `. */
export function quoteItem(text: string): string {
  const [first = '', ...rest] = linesOf(text)
  const begins = isPlain(first) ? first : `> ${first}`.trimEnd()
  return rest.length === 0 ? begins : `${begins}\n${quoteLines(rest, '  ')}`
}

/** The same on one line. */
export function quoteItemLine(text: string): string {
  const line = quoteLine(text)
  return line === '' || isPlain(line) ? line : `> ${line}`
}

/** Every line of it, whatever it looks like. */
export function quoteWhole(text: string): string {
  return quoteLines(linesOf(text), '')
}

/** Without what acts on a model or a terminal, its lines where they were: for a value in JSON. */
export function quoteData(text: string): string {
  return disarm(cleanText(text))
}

function linesOf(text: string): string[] {
  return disarm(cleanText(text))
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
}

function quoteLines(lines: readonly string[], indent: string): string {
  return lines.map((line) => `${indent}> ${line}`.trimEnd()).join('\n')
}

/** "dogear: …", "Human: …", "Warning: …": whoever speaks so on a line of their own is taken for somebody else. */
const LABELLED = /^[^\s:]{1,24}(?: [^\s:]{1,24}){0,7}:(?:\s|$)/

/** All that begins a block is ASCII; beyond it there are letters, and what looks like a mark of ours. */
const LETTER = /^[a-z\d\u0080-\uffff]/i
const SIGN = /^[⚠•＜﹤‹]/
/** What sentences begin with besides letters: quotes, paths, one tick of code, a flag, an issue, emphasis. */
const OPENING = /^(?:["'“‘«(/.@]|`(?!``)|~\/|--?\w|#\d|\*{1,2}[^\s*]|_\w|\[(?![^\]]*\]:)|\$(?!\$)|\{(?!"))/
const NUMBERED = /^\d{1,9}[.)](?:\s|$)/

/** No line of Markdown that begins a block. */
function isPlain(line: string): boolean {
  if (LETTER.test(line)) return !NUMBERED.test(line) && !SIGN.test(line)
  return OPENING.test(line)
}

/** What looks like a tag loses its brackets, and what looks like a mark of ours gets a backslash. */
function disarm(text: string): string {
  let safe = text
  if (safe.includes('<') || safe.includes('＜') || safe.includes('﹤')) safe = withoutTags(safe)
  if (safe.includes('[')) safe = safe.replace(MARK, '\\$&')
  return safe
}

// Cut at the end of a line it is one all the same. Also as the models of others write the ends of a turn and what a tool said.
const MARK =
  /(?<!\\)\[(?=observed:|by [^[\]\n]{1,200}(?:not by the user\]|$)|\/?dogear-briefing|\/?(?:INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT)\])/gim

// A name directly behind it, perhaps with a slash and spaces; up to its end, or where it has none to the end of the line.
// Wide and small brackets, and whatever is as empty as a space, are read as the plain ones.
const TAG =
  /(?<![<＜﹤])[<＜﹤]+([\p{Zs}\t]{0,4}[/／]?[\p{Zs}\t]{0,4})([a-z][\w:.-]*)([^<>＜＞﹤﹥\n]*)([>＞﹥]+|(?=[<＜﹤])|$)/gimu
const OTHER_TAG = /[<＜﹤](?=[!?|｜]|[\p{Zs}\t]{0,4}[/／])/gu

function withoutTags(text: string): string {
  return text
    .replace(TAG, (whole, slash: string, name: string, rest: string, end: string, at: number) =>
      isCode(name, slash, rest, end, text[at - 1] ?? '')
        ? whole
        : `${'‹'.repeat(whole.search(/[^<＜﹤]/))}${slash}${name}${rest}${'›'.repeat(end.length)}`,
    )
    .replace(OTHER_TAG, '‹')
}

/** `Map<string, Entry>`, `<Cart />`, `a <b`, `<name>`: what people write about. What a frame or a page is made of is none of it. */
function isCode(name: string, slash: string, rest: string, end: string, before: string): boolean {
  if (FRAME.test(name) || PAGE.test(name)) return false
  if (/^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)*$/.test(name)) return true
  if (/[/／]/.test(slash)) return false
  if (slash !== '') return true
  return end === '' || /\w/.test(before) || (!/[-_:.]/.test(name) && /^[\s\w/]*$/.test(rest))
}

const FRAME =
  /^(?:system|user|assistant|human|developer|model|tool|function|invoke|instruction|prompt|context|think|dogear|im_|(?:start|end)_of_|eot|command-|local-command|bash-|task-|persisted-|new-diag|ide_|sys$|s$)/i
const PAGE =
  /^(?:h[1-6]|hr|details|summary|section|article|script|style|iframe|div|table|form|title|body|html|template)$/i
