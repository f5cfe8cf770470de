/**
 * The artifacts of a task: how a checkpoint lists them ("In-flight artifacts"), and which of the files are in flight. Paths
 * only: what is in them is read when it is needed.
 */
import type { FileRef, Plan } from '../../core/entry/entry.js'
import { isNothing } from '../../core/entry/written-items.js'
import { ARTIFACTS, MEMORY, baseName, isConflictCopy } from './paths.js'

/** The five kinds: label in the file and role of the file in an entry, in the order they are printed. */
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

export interface Stamped {
  path: string
  mtimeMs: number
}

const NUMBERED = /^(critic-response|review)-(\d{1,9})\.md$/

/** What an artifact is, by its name; null: none. */
export function artifactRole(path: string): Exclude<ArtifactRole, 'session-state'> | null {
  const name = baseName(path)
  if (isConflictCopy(path)) return null
  if (name === 'current-plan.md') return 'plan'
  if (name === 'architecture.md') return 'architecture'
  return (NUMBERED.exec(name)?.[1] as 'critic-response' | 'review' | undefined) ?? null
}

/**
 * The newest of each kind. Where the task's own folder has any, only that one counts: with two tasks in work, the newest
 * plan may be the other one's.
 */
export function chooseArtifacts(files: readonly Stamped[], task?: string): FileRef[] {
  const possible = files.filter((file) => artifactRole(file.path) && !file.path.includes(`${MEMORY}/`))
  const own = task === undefined ? [] : possible.filter((file) => file.path.includes(`${ARTIFACTS}/${task}/`))
  const among = own.length > 0 ? own : possible
  return (['plan', 'architecture', 'critic-response', 'review'] as const).flatMap((role) => {
    const path = latest(among.filter((file) => artifactRole(file.path) === role))
    return path === null ? [] : [{ path, role }]
  })
}

/** The folder that was written to last, and in it the highest number: rounds are counted anew in every stage. */
function latest(files: readonly Stamped[]): string | null {
  const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1))
  if (!newest) return null
  const beside = files.filter((file) => folderOf(file.path) === folderOf(newest.path))
  return beside.toSorted((a, b) => numberOf(b.path) - numberOf(a.path))[0]?.path ?? newest.path
}

function numberOf(path: string): number {
  return Number(NUMBERED.exec(baseName(path))?.[2] ?? 0)
}

function folderOf(path: string): string {
  return path.slice(0, path.length - baseName(path).length)
}
