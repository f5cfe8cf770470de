/**
 * Text as entries hold it (LF line ends, no control characters but tab and newline, well-formed Unicode), text as it is
 * shown, and times as text.
 */
import { cutAt } from './cut.js'

const CONTROL = /[\0-\x08\x0b-\x1f]/
const SURROGATE = /[\ud800-\udfff]/
const LONE_SURROGATE = /[\ud800-\udfff]/u
const TAB = 9
const NEWLINE = 10
const RETURN = 13
const SPACE = 32

export function tidyText(text: string): string {
  return tidyChars(text).trim()
}

/** The same with the white space around it. */
export function tidyChars(text: string): string {
  // The middle test is there for speed: matching by code points takes four times as long.
  const isUntidy = CONTROL.test(text) || (SURROGATE.test(text) && LONE_SURROGATE.test(text))
  return isUntidy ? rewrite(text) : text
}

/** One line: what was a line break becomes a space. */
export function tidyLine(text: string): string {
  return tidyText(text)
    .replace(/[\n\t]/g, ' ')
    .trim()
}

/** Without blank lines around it; unlike `trim`, the first line keeps its indentation. */
export function trimBlankLines(text: string): string {
  const end = text.trimEnd()
  const first = end.length - end.trimStart().length
  return end.slice(end.lastIndexOf('\n', first - 1) + 1)
}

/** The text's size in UTF-8, but only as exactly as it takes to compare it with `limit`. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && new TextEncoder().encode(text).length > limit
}

export function hasMoreLinesThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > limit) return true
  return false
}

/** A piece of somebody's text for an error message: short, on one line, in quotes. */
export function excerpt(text: string): string {
  return JSON.stringify(text.length > 60 ? `${cutAt(text, 57)}...` : text)
}

/** A value of somebody's JSON for an error message. Printing goes deeper than parsing may have gone. */
export function shownValue(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Array.isArray(value) ? '[…]' : '{…}'
  }
}

/** How deeply JSON is nested, told before it is parsed: what walks through it later may not come back. */
export function jsonDepth(raw: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charCodeAt(i)
    if (char === 0x22) isInString = !isInString
    else if (isInString) i += char === 0x5c ? 1 : 0
    else if (char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x5d || char === 0x7d) depth--
  }
  return deepest
}

/** By units and not by regular expression: a megabyte of control characters must not take a second. */
function rewrite(text: string): string {
  const units = new Uint16Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= SPACE || unit === NEWLINE || unit === TAB) units[length++] = unit
    else if (unit === RETURN && text.charCodeAt(i + 1) !== NEWLINE) units[length++] = NEWLINE
  }
  // The decoder replaces lone surrogates by U+FFFD.
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
}

// Whole sequences go before single control bytes, else "[31m" would be left of "ESC[31m".
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g

// C0 but tab and newline, DEL, C1, soft hyphen, Arabic letter mark, Hangul fillers, zero-width, bidi, invisible operators, BOM, tags,
// what chooses a form of the letter before it (but one that makes a sign a picture, once), and what steers notes and shorthand.
const CONTROLS =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufe00-\ufe0d]|[\ufe0e\ufe0f](?=[\ufe0e\ufe0f])|[\u{e0000}-\u{e0fff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{13430}-\u{13455}]/gu

// Nearly every text is made of these alone; the patterns above take longer to be made than a briefing to be printed.
const HARMLESS =
  /^[\t\n -~\u00a1-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205e\u2100-\u2bff\u3001-\u3163\u3165-\ud7ff]*$/

/**
 * Text from an entry is data. Before it reaches a terminal or a model it loses everything that could act on either:
 * escape sequences, control characters, bidirectional overrides, invisible characters.
 */
export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text
  return text.replace(/\r\n?/g, '\n').replace(SEQUENCES, '').replace(CONTROLS, '')
}

// A line that stays as it is: printable words, one space between them.
const CLEAN_LINE = /^(?:[!-~]+(?: [!-~]+)*)?$/

export function cleanLine(text: string): string {
  if (CLEAN_LINE.test(text)) return text
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** A point in time as the face read it from the clock, with the zone it was read in. */
export interface Moment {
  ms: number
  /** Minutes east of UTC. */
  offsetMinutes: number
}

/** 2026-11-15T09:42:00.123+01:00 */
export function isoWithZone(moment: Moment): string {
  const local = new Date(moment.ms + moment.offsetMinutes * 60_000).toISOString().slice(0, -1)
  const sign = moment.offsetMinutes < 0 ? '-' : '+'
  const minutes = Math.abs(moment.offsetMinutes)
  return `${local}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** With a zone. */
export function isIsoTime(text: string): boolean {
  return ISO_TIME.test(text)
}

/** Milliseconds since 1970, or null where the text is no time. */
export function msOf(iso: string): number | null {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : ms
}

/** "just now", "5 min ago", "3 h ago", "2 days ago"; a time to come is said to be one, since only a wrong clock makes it. */
export function age(fromMs: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - fromMs) / 1000)
  if (seconds < -60) return 'in the future'
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  if (days < 60) return days === 1 ? '1 day ago' : `${days} days ago`
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}

/** FNV-1a: a text is recognised by this number and cannot be read from it. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** How much is kept. */
export interface Amount {
  /** Workstreams, and sessions that nobody named. */
  lines: number
  entries: number
  bytes: number
}

/** "7,040 lines, 25,200 entries, 61 MB". */
export function printAmount({ lines, entries, bytes }: Amount): string {
  const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
  return [count(lines, 'line', 'lines'), count(entries, 'entry', 'entries'), printSize(bytes)].join(', ')
}

export function printSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / 1e6).toLocaleString('en-US')} MB`
}
