/** A file in one line: `src/auth.ts (edited, 1204 bytes, 9f86d081884c7d65)`. */
import type { FileRef } from './entry.js'

export const ROLE: RegExp = /^[a-z][a-z0-9-]{0,31}$/
export const HASH: RegExp = /^[0-9a-f]{16}$/
const BYTES = /^(0|[1-9]\d{0,15}) bytes?$/
const QUOTED = /^"(?:[^"\\\n]|\\.)*"/
const CODE = /^`([^`\n]+)`/

export function printFileText(file: FileRef): string {
  const facts: string[] = []
  if (file.role !== undefined) facts.push(file.role)
  if (file.bytes !== undefined) facts.push(`${file.bytes} ${file.bytes === 1 ? 'byte' : 'bytes'}`)
  if (file.hash !== undefined) facts.push(file.hash)
  const path = isPlain(file.path) ? file.path : JSON.stringify(file.path)
  return facts.length === 0 ? path : `${path} (${facts.join(', ')})`
}

export function parseFileText(text: string): FileRef {
  const quoted = QUOTED.exec(text) ?? CODE.exec(text)
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
