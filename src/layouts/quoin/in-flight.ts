/** "In-flight artifacts": five known kinds, each with its path. Paths only: what is in them is read when it is needed. */
import type { FileRef, Plan } from '../../core/entry.js'
import { isNothing } from '../../core/written-items.js'

/** Label in the file and role of the file in an entry, in the order they are printed. */
const KINDS = [
  ['current-plan.md', 'plan'],
  ['architecture.md', 'architecture'],
  ['latest critic-response', 'critic-response'],
  ['latest review', 'review'],
  ['session-state', 'session-state'],
] as const

export type ArtifactRole = (typeof KINDS)[number][1]

export interface InFlight {
  files: FileRef[]
  plan?: Plan
  /** Lines that name something else. They survive. */
  others: string[]
}

const LINE = /^[-*+][ \t]+(?:\*\*)?([^:*]{1,40}?)(?:\*\*)?:(?:\*\*)?[ \t]*([^]*)$/

export function printInFlight(files: readonly FileRef[], plan: Plan | undefined, others: readonly string[]): string {
  const known = KINDS.map(([label, role]) => {
    const path = (role === 'plan' ? plan?.path : undefined) ?? files.find((file) => file.role === role)?.path
    return `- ${label}: ${path === undefined ? '(none found)' : printPath(path)}`
  })
  return [...known, ...others].join('\n')
}

export function parseInFlight(text: string): InFlight {
  const found = new Map<ArtifactRole, string | null>()
  const others: string[] = []
  for (const line of text.split('\n')) {
    const [, label = '', value = ''] = LINE.exec(line) ?? []
    const role = roleOf(label)
    if (role && !found.has(role)) found.set(role, parsePath(value.trim()))
    else if (line.trim() !== '' && !isNothing(line)) others.push(line.trimEnd())
  }
  const files = [...found].flatMap(([role, path]) => (path === null ? [] : [{ path, role }]))
  const plan = found.get('plan')
  return { files: inOrder(files), ...(plan ? { plan: { path: plan } } : {}), others }
}

/** What else could be a path in a line that names no known kind: the word behind the colon, or the whole. */
export function pathIn(line: string): string | null {
  const [, , value] = LINE.exec(line) ?? []
  return parsePath((value ?? line.replace(/^[-*+][ \t]+/, '')).trim())
}

function roleOf(label: string): ArtifactRole | null {
  const plain = label.trim().toLowerCase()
  return KINDS.find(([known]) => known === plain || known.replace('latest ', '') === plain)?.[1] ?? null
}

function inOrder(files: readonly { path: string; role: ArtifactRole }[]): FileRef[] {
  const place = KINDS.map(([, role]) => role)
  return files.toSorted((a, b) => place.indexOf(a.role) - place.indexOf(b.role))
}

function printPath(path: string): string {
  const isPlain = path === path.trim() && !/[\n\t]/.test(path) && !/^["`(]/.test(path) && !isNothing(path)
  return isPlain ? path : JSON.stringify(path)
}

function parsePath(value: string): string | null {
  if (isNothing(value)) return null
  if (value.startsWith('"')) return unquote(value)
  const path = /^`([^`]+)`$/.exec(value)?.[1] ?? value
  return path.trim() === '' ? null : path
}

function unquote(value: string): string {
  try {
    const path: unknown = JSON.parse(value)
    if (typeof path === 'string' && path.trim() !== '') return path
  } catch {
    // Then the quotes are part of the name.
  }
  return value
}
