/**
 * The lines of a Markdown text, each with its own line end, so that joining them gives the same bytes. Lines of code
 * blocks and comments are marked: what looks like a heading in them is none.
 */

export interface Line {
  text: string
  /** As it was: `\n`, `\r\n` or `\r`; empty behind the last line of a text without a final one. */
  eol: string
  /** In a fenced block, a comment or preformatted HTML, its first and last line included. */
  isHidden: boolean
}

export interface Heading {
  level: number
  title: string
}

const BOM = '\ufeff'
const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/y
const ATX = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/s
/** For speed: most lines have none of these. */
const MARK = /[`~<]/
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const HTML = /^ {0,3}<(!--|pre\b|script\b|style\b|textarea\b)/i

export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  LINE.lastIndex = 0
  while (LINE.lastIndex < text.length) {
    const [, content = '', eol = ''] = LINE.exec(text) ?? []
    lines.push({ text: content, eol, isHidden: false })
  }
  return markHidden(lines)
}

/** A text that is to be edited: what new lines end with is what its first line ends with. */
export function openText(text: string): { bom: string; lines: Line[]; eol: string } {
  const bom = text.startsWith(BOM) ? BOM : ''
  const lines = splitLines(text.slice(bom.length))
  return { bom, lines, eol: lines[0]?.eol || '\n' }
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map(({ text, eol }) => text + eol).join('')
}

export function isBlank(line: Line | undefined): boolean {
  return line !== undefined && line.text.trim() === ''
}

/** `## Title ##` and the like; not the underlined form. */
export function parseHeading(text: string): (Heading & { raw: string }) | null {
  const match = text.includes('#') ? ATX.exec(text) : null
  if (!match) return null
  const raw = (match[2] as string).trim()
  return { level: (match[1] as string).length, title: withoutClosingMarks(raw), raw }
}

/** `Title ##` is `Title`. Not by regular expression: a line of a million marks must not take a minute. */
function withoutClosingMarks(title: string): string {
  let end = title.length
  for (let at = end; ; end = at) {
    while (title[at - 1] === '#') at--
    if (at === end || !isSpace(title[at - 1])) return title.slice(0, end)
    while (isSpace(title[at - 1])) at--
  }
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t'
}

/** True for a line that begins a code block or comment, if a later line ends it. */
export function isOpener(text: string): boolean {
  return openerOf(text) !== null
}

interface Opener {
  /** The line itself may end it. */
  isOneLine: boolean
  isEnd: (text: string) => boolean
  /** Under which `Ends` keeps the last line that could end it. */
  kind: string
  size: number
}

/** What is opened and never closed hides nothing: else one forgotten mark would hide the rest of the file. */
function markHidden(lines: Line[]): Line[] {
  const ends = lastEnds(lines)
  for (let at = 0; at < lines.length; at++) {
    const opener = openerOf((lines[at] as Line).text)
    if (!opener || !(opener.isOneLine || isClosedLater(ends, opener, at))) continue
    ;(lines[at] as Line).isHidden = true
    if (opener.isOneLine) continue
    do (lines[++at] as Line).isHidden = true
    while (!opener.isEnd((lines[at] as Line).text))
  }
  return lines
}

function openerOf(text: string): Opener | null {
  if (!MARK.test(text)) return null
  const fence = FENCE.exec(text)
  if (fence) return fenceOpener(fence[1] as string)
  const html = HTML.exec(text)
  return html ? htmlOpener((html[1] as string).toLowerCase(), text, html[0].length) : null
}

function fenceOpener(mark: string): Opener {
  const kind = mark[0] as string
  const isEnd = (text: string): boolean =>
    endMark(text)?.[0] === kind && (endMark(text) as string).length >= mark.length
  return { kind, size: mark.length, isOneLine: false, isEnd }
}

function htmlOpener(tag: string, text: string, from: number): Opener {
  const kind = tag === '!--' ? '-->' : `</${tag}>`
  const isEnd = (other: string): boolean => other.toLowerCase().includes(kind)
  return { kind, size: 1, isOneLine: isEnd(text.slice(from)), isEnd }
}

function endMark(text: string): string | null {
  return /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1] ?? null
}

/** For each kind of end: at which lines one stands that is longer than all behind it, last first. */
type Ends = Map<string, { at: number; size: number }[]>

const HTML_ENDS = ['-->', '</pre>', '</script>', '</style>', '</textarea>']

function lastEnds(lines: readonly Line[]): Ends {
  const ends: Ends = new Map()
  for (let at = lines.length - 1; at >= 0; at--) {
    const { text } = lines[at] as Line
    const mark = MARK.test(text) ? endMark(text) : null
    if (mark) addEnd(ends, mark[0] as string, at, mark.length)
    else if (text.includes('>')) {
      const lower = text.toLowerCase()
      for (const end of HTML_ENDS) if (lower.includes(end)) addEnd(ends, end, at, 1)
    }
  }
  return ends
}

function addEnd(ends: Ends, kind: string, at: number, size: number): void {
  const known = ends.get(kind) ?? []
  ends.set(kind, known)
  if (size > (known.at(-1)?.size ?? 0)) known.push({ at, size })
}

function isClosedLater(ends: Ends, { kind, size }: Opener, at: number): boolean {
  return ends.get(kind)?.find((end) => end.size >= size && end.at > at) !== undefined
}
