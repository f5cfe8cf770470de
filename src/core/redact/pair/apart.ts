/** A name here and its value further on: XML attributes, lists of names and values, blocks with a default, tables. */
import { untilWarm } from '../token-rule.js'
import type { PairForm } from './judge.js'

/** What stands between a name and its value; bounded, so that a thousand names in a row cost no more than their length. */
const QUOTE = String.raw`(?:\\{0,3}["'])`
const VALUE_WORD = '(?:value|default|content|secret|string|text|val|parametervalue|defaultvalue)'
export const BETWEEN: RegExp = new RegExp(
  [
    // <add key="Password" value="…">, { name = "password", value = "…" }, Key=Password,Value=…
    String.raw`${QUOTE}?\s{0,8},?\s{0,40}${QUOTE}?(?:android:)?${VALUE_WORD}${QUOTE}?\s{0,4}[:=]\s{0,4}(${QUOTE})?`,
    // name: PASSWORD, then value: … in the next line
    String.raw`${QUOTE}?,?(?:\\n|\r?\n)[ \t]{0,24}${QUOTE}?${VALUE_WORD}${QUOTE}?[ \t]{0,4}[:=][ \t]{0,4}(${QUOTE})?`,
    // variable "db_password" { … default = "…" }, and the same by indentation
    String.raw`${QUOTE}?(?::?\s{0,4}\{|:[ \t]{0,4}\r?\n)(?:[^{}]{0,160}?[\s,{])?${QUOTE}?(?:default|value)${QUOTE}?\s{0,12}[:=]\s{0,4}(${QUOTE})?`,
    // <entry key="db.password">…, <key>password</key><string>…, <property name="password"><value>…
    String.raw`(?:${QUOTE}[^<>\n]{0,40}>|\s[\w:-]{1,24}=${QUOTE}[^<>\n]{0,60}>|<\/[\w:]{1,20}>|>(?=\s{0,40}<(?:!|(?:value|string|text|secret|plaintext)>)))\s{0,40}(?:<[\w:]{1,20}(?:\s[^<>\n]{0,60})?>)?(?:<!\[CDATA\[)?()(?=[^<\s][^<\n]{3,200}(?:<\/|\]\]>))`,
    // A form: name="password", an empty line, the value
    String.raw`${QUOTE}(?:;[^\n]{0,80})?\r?\n\r?\n()`,
  ].join('|'),
  'iy',
)
const FIRST = '\\"\'<\r\n,:;>{ '
/** The shortest of the words above: one of them begins or ends every other. */
const VALUE_WORDS = ['val', 'default', 'content', 'secret', 'string', 'text', 'parametervalue']
/** More than any of the patterns reaches over. */
const REACH = 320

export interface Apart {
  from: number
  quote: string
  form: PairForm
}

/** Where the value of the name that ends at `nameEnd` begins, if it stands apart from it. */
export function findApart(text: string, nameEnd: number): Apart | null {
  if (nameEnd === text.length || !FIRST.includes(text.charAt(nameEnd)) || !isAsked(text, nameEnd)) return null
  BETWEEN.lastIndex = nameEnd
  const match = BETWEEN.exec(text)
  if (match === null) return null
  const quote = match.slice(1).find((group) => group !== undefined) ?? ''
  const isMarkup = match[4] !== undefined
  return { from: BETWEEN.lastIndex, quote, form: quote === '' && !isMarkup ? 'open' : 'quoted' }
}

/** False: `BETWEEN` cannot match here. It is slow to make, and most names stand in a sentence. */
export function mayStandApart(text: string, nameEnd: number): boolean {
  const near = text.slice(nameEnd, nameEnd + REACH).toLowerCase()
  const rest = near.trimStart()
  const first = rest.charAt(0)
  const isSigned = near.includes(':') || near.includes('=')
  if (first >= 'a' && first <= 'z')
    // An attribute of the tag, or the word for a value.
    return isSigned && (near.includes('>') || VALUE_WORDS.some((word) => rest.startsWith(word)))
  if (first === '' || !FIRST.includes(first)) return false
  if (near.includes('>') || near.includes('\n\n') || near.includes('\n\r\n')) return true
  return isSigned && VALUE_WORDS.some((word) => near.includes(word))
}

const isAsked = untilWarm(mayStandApart)

export interface Cell {
  start: number
  end: number
}

const BESIDE = /[*`]{0,2} {0,12}[|│┃║] {0,12}[*`]{0,2}([^\s|*`│┃║]{4,128})[*`]{0,2} {0,12}[|│┃║]/y

/** The next cell of the same row, where the name is the first: `| password | … |`. */
export function cellBeside(text: string, nameStart: number, nameEnd: number): readonly Cell[] | null {
  if (!/(?:^|\n) {0,4}[|│┃║] {0,4}[*`]{0,2}$/.test(text.slice(Math.max(0, nameStart - 14), nameStart))) return null
  BESIDE.lastIndex = nameEnd
  const value = BESIDE.exec(text)?.[1]
  if (value === undefined || !/\d/.test(value)) return null
  const start = text.indexOf(value, nameEnd)
  return [{ start, end: start + value.length }]
}

const MAX_ROWS = 20
const MAX_ROW = 400
const MAX_HEAD = 160

/** Where the rows of the table lie whose heading was read last. */
let table = { text: '', from: 0, to: 0 }

/** The cells below a heading, in a table with bars or in a file with commas: `user,password` and the lines below it. */
export function cellsBelow(text: string, nameStart: number, nameEnd: number): readonly Cell[] {
  // A table has one heading: else every row that could be one would read all that are below it.
  if (nameStart >= table.from && nameStart < table.to && table.text === text) return []
  const before = text.slice(Math.max(0, nameStart - MAX_HEAD), nameStart)
  const behind = text.slice(nameEnd, nameEnd + MAX_HEAD)
  const [breakBefore, breakBehind] = [before.lastIndexOf('\n'), behind.indexOf('\n')]
  if (breakBehind < 0 || (breakBefore < 0 && nameStart > before.length)) return []
  const sign = cellSign(text, nameStart, nameEnd)
  if (sign === '') return []
  const column = before.slice(breakBefore + 1).split(sign).length - 1
  const head = before.slice(breakBefore + 1) + text.slice(nameStart, nameEnd + breakBehind)
  let at = nameEnd + breakBehind
  if (!isHeading(head, sign)) return []
  const width = head.split(sign).length
  const cells: Cell[] = []
  table = { text, from: at, to: at }
  for (let row = 0; row < MAX_ROWS && at >= 0; row++) {
    const from = at + 1
    const stop = text.slice(from, from + MAX_ROW).search(/\n|$/)
    const parts = text.slice(from, from + stop).split(sign)
    if (parts.length !== width) break
    table.to = from + stop
    const offset = parts.slice(0, column).reduce((sum, part) => sum + part.length + 1, 0)
    const cell = parts[column] ?? ''
    const lead = cell.length - cell.trimStart().length
    if (cell.trim() !== '') cells.push({ start: from + offset + lead, end: from + offset + lead + cell.trim().length })
    at = text.charAt(from + stop) === '\n' ? from + stop : -1
  }
  return cells
}

/** Nothing but short names stand in a heading. */
function isHeading(line: string, sign: string): boolean {
  const parts = line.split(sign).map((part) => part.trim())
  return parts.length > 1 && parts.every((part) => /^[\w .*`-]{0,24}$/.test(part))
}

function cellSign(text: string, nameStart: number, nameEnd: number): string {
  if (!/[|,;\t\s]/.test(text.charAt(nameStart - 1) || '\n') || !/[|,;\s]/.test(text.charAt(nameEnd))) return ''
  const before = text.slice(Math.max(0, nameStart - 4), nameStart)
  const after = text.slice(nameEnd, nameEnd + 4)
  if (/[|] ?[*`]{0,2}$/.test(before) || (/^|\n$/.test(before) && /^ ?\|/.test(after)))
    return /^[*`]{0,2} *[|\n]/.test(after) ? '|' : ''
  for (const sign of [',', ';', '\t'])
    if ((before.endsWith(sign) && /^[\r\n,;\t]/.test(after)) || (/(?:^|\n)$/.test(before) && after.startsWith(sign)))
      return sign
  return ''
}
