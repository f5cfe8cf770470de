/**
 * Bullets: `- text`, further lines indented by two spaces, attributes as nested bullets (`  - why: …`), and at the end
 * of the text where it was read (` [observed: git status]`). A file is one line of text:
 * `src/auth.ts (edited, 1204 bytes, 9f86d081884c7d65)`.
 */
import type { FileRef } from './entry.js'
import { tidyLine } from '../text/text.js'

export interface Bullet {
  text: string
  observed?: string
  why?: string
  rejected?: string[]
}

/** Which attributes the bullets of a section may have. Group 1: indentation. Group 2: the rest up to the colon. */
export type Attributes = RegExp | null
export const NO_ATTRIBUTES: Attributes = null
export const FAILED_ATTRIBUTES: Attributes = /^([ \t]*)(\\*- (why):)/i
export const DECISION_ATTRIBUTES: Attributes = /^([ \t]*)(\\*- (why|rejected):)/i

const BULLET = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const OBSERVED = ' [observed: '
const STATED = ' [stated]'
const SOURCE = /^(?:[^[\]\\\n]|\\[[\]\\])+$/

export function printBullet(bullet: Bullet, attributes: Attributes): string {
  let out = `- ${indent(markText(bullet.text, bullet.observed, ' '), '  ', attributes)}\n`
  if (bullet.why !== undefined) out += printAttribute('why', bullet.why, attributes)
  for (const choice of bullet.rejected ?? []) out += printAttribute('rejected', choice, attributes)
  return out
}

export function parseBullets(text: string, attributes: Attributes): Bullet[] {
  if (text === '') return []
  return splitBullets(text)
    .map((lines) => parseBullet(lines, attributes))
    .filter((bullet) => bullet.text !== '')
}

/** Text with where it was read behind `gap`; stated text that looks as if it had such a mark says that it is stated. */
export function markText(text: string, observed: string | undefined, gap: ' ' | '\n'): string {
  if (observed !== undefined) return `${text}${gap}[observed: ${tidyLine(observed).replace(/[[\]\\]/g, '\\$&')}]`
  return splitMark(text, gap) === null ? text : `${text}${gap}[stated]`
}

export function parseMarked(marked: string, gap: ' ' | '\n'): { text: string; observed?: string } {
  return splitMark(marked, gap) ?? { text: marked }
}

function splitMark(marked: string, gap: ' ' | '\n'): { text: string; observed?: string } | null {
  if (!marked.endsWith(']')) return null
  if (marked.endsWith(gap + STATED.slice(1))) return unlessEmpty({ text: marked.slice(0, -STATED.length).trim() })
  const at = marked.lastIndexOf(gap + OBSERVED.slice(1))
  if (at < 0) return null
  const source = marked.slice(at + OBSERVED.length, -1).trim()
  if (!SOURCE.test(source)) return null
  return unlessEmpty({ text: marked.slice(0, at).trim(), observed: source.replace(/\\(.)/g, '$1') })
}

function unlessEmpty<T extends { text: string }>(marked: T): T | null {
  return marked.text === '' ? null : marked
}

function printAttribute(name: string, text: string, attributes: Attributes): string {
  return `  - ${name}: ${indent(text, '    ', attributes)}\n`
}

function indent(text: string, by: string, attributes: Attributes): string {
  if (!text.includes('\n')) return text
  const [first, ...rest] = text.split('\n')
  return [first, ...rest.map((line) => (line === '' ? '' : by + escapeAttribute(line, attributes)))].join('\n')
}

function escapeAttribute(line: string, attributes: Attributes): string {
  return attributes ? line.replace(attributes, '$1\\$2') : line
}

function unescapeAttribute(line: string, attributes: Attributes): string {
  const match = attributes?.exec(line)
  if (!match || !match[2]?.startsWith('\\')) return line
  const indentation = (match[1] as string).length
  return line.slice(0, indentation) + line.slice(indentation + 1)
}

function splitBullets(text: string): string[][] {
  const bullets: string[][] = []
  let current: string[] | undefined
  let isAfterBlank = true
  for (const line of text.split('\n')) {
    const isIndented = line === '' || line.startsWith(' ') || line.startsWith('\t')
    const mark = isIndented ? null : BULLET.exec(line)
    if (mark) bullets.push((current = [line.slice(mark[0].length)]))
    // A paragraph that somebody wrote between the bullets is an item too.
    else if (!current || (isAfterBlank && !isIndented)) bullets.push((current = [line.trim().replace(BULLET, '')]))
    else current.push(dedent(line))
    isAfterBlank = line === '' || (isIndented && line.trim() === '')
  }
  return bullets
}

function parseBullet(lines: string[], attributes: Attributes): Bullet {
  if (lines.length === 1) return parseMarked((lines[0] as string).trim(), ' ')
  const parts: { name: string; lines: string[] }[] = [{ name: 'text', lines: [lines[0] as string] }]
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] as string
    const match = attributes?.exec(line)
    const part = parts.at(-1) as { name: string; lines: string[] }
    if (match && !match[2]?.startsWith('\\')) {
      parts.push({ name: (match[3] as string).toLowerCase(), lines: [line.slice(match[0].length)] })
    } else part.lines.push(unescapeAttribute(part.name === 'text' ? line : dedent(line), attributes))
  }
  return joinParts(parts)
}

function joinParts(parts: { name: string; lines: string[] }[]): Bullet {
  const texts = parts.map(({ name, lines }) => ({ name, text: lines.join('\n').trim() }))
  const bullet: Bullet = parseMarked(texts[0]?.text ?? '', ' ')
  const why = texts.filter(({ name, text }) => name === 'why' && text !== '').map(({ text }) => text)
  const rejected = texts.filter(({ name, text }) => name === 'rejected' && text !== '').map(({ text }) => text)
  if (why.length > 0) bullet.why = why.join('\n')
  if (rejected.length > 0) bullet.rejected = rejected
  return bullet
}

/** A line of an item that goes on over several. */
export function dedent(line: string): string {
  if (line.startsWith('  ')) return line.slice(2)
  return line.startsWith(' ') || line.startsWith('\t') ? line.slice(1) : line
}

export const ROLE: RegExp = /^[a-z][a-z0-9-]{0,31}$/
export const HASH: RegExp = /^[0-9a-f]{16}$/
const BYTES = /^(0|[1-9]\d{0,15}) bytes?$/
const QUOTED_PATH = /^"(?:[^"\\\n]|\\.)*"/
const CODE_PATH = /^`([^`\n]+)`/

export function printFileText(file: FileRef): string {
  const facts: string[] = []
  if (file.role !== undefined) facts.push(file.role)
  if (file.bytes !== undefined) facts.push(`${file.bytes} ${file.bytes === 1 ? 'byte' : 'bytes'}`)
  if (file.hash !== undefined) facts.push(file.hash)
  const path = isPlain(file.path) ? file.path : JSON.stringify(file.path)
  return facts.length === 0 ? path : `${path} (${facts.join(', ')})`
}

export function parseFileText(text: string): FileRef {
  const quoted = QUOTED_PATH.exec(text) ?? CODE_PATH.exec(text)
  const path = quoted ? unquote(quoted) : null
  if (quoted && path) {
    const rest = text.slice(quoted[0].length)
    const facts = rest === '' ? {} : rest.startsWith(' ') ? parseFacts(rest.trim()) : null
    if (facts) return { path, ...facts }
  }
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : -1
  const facts = open > 0 ? parseFacts(text.slice(open + 1)) : null
  return facts ? { path: text.slice(0, open), ...facts } : { path: text }
}

/** How much of the text a path in quotes takes, with its quotes; 0: it begins with none. */
export function quotedPathLength(text: string): number {
  return (QUOTED_PATH.exec(text) ?? CODE_PATH.exec(text))?.[0].length ?? 0
}

/** A path that comes back as itself needs no quotes. */
function isPlain(path: string): boolean {
  if (path.includes('\n') || path !== path.trim()) return false
  const parsed = parseFileText(path)
  return parsed.path === path && Object.keys(parsed).length === 1
}

function unquote(match: RegExpExecArray): string | null {
  if (match[1] !== undefined) return match[1]
  try {
    return JSON.parse(match[0]) as string
  } catch {
    return null
  }
}

function parseFacts(text: string): Omit<FileRef, 'path'> | null {
  if (!text.startsWith('(') || !text.endsWith(')')) return null
  const facts: Omit<FileRef, 'path'> = {}
  for (const fact of text.slice(1, -1).split(', ')) {
    const bytes = BYTES.exec(fact)
    if (bytes && facts.bytes === undefined && Number.isSafeInteger(Number(bytes[1]))) facts.bytes = Number(bytes[1])
    else if (HASH.test(fact) && facts.hash === undefined) facts.hash = fact
    else if (ROLE.test(fact) && facts.role === undefined) facts.role = fact
    else return null
  }
  return facts
}
