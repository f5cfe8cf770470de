/**
 * What is remembered of the contents of a work tree, by their hashes: own/content/<project>, one in a line, the newest last.
 * What was own once stays own when it is committed, and comes back with a branch or a pull. Losing the file costs a question.
 */
import { sameText } from '../core/own/content.js'
import { ensureDir, readTextFile, replaceDerived } from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'
import { ownDir, type Project } from './paths.js'

/** `own`: approved ones too. `told`: a stranger's, and the user has heard of it. `no`: the user does not want it. */
export type Remembered = 'own' | 'told' | 'no'

/** Of each kind. */
const MAX_REMEMBERED = 4_096

const SIGNS: Record<Remembered, string> = { own: '+', told: '?', no: '-' }
const HASH_LENGTH = 40
const MAX_BYTES = 3 * MAX_REMEMBERED * (HASH_LENGTH + 2) * 2

/** `name`: where what it is called says something, too. */
export function keyOf(text: string, name?: string): string {
  return sha256Hex(name === undefined ? sameText(text) : `${name}\0${sameText(text)}`).slice(0, HASH_LENGTH)
}

export type Memory = ReadonlyMap<string, Remembered>

export function readMemory(project: Project): Memory {
  try {
    const lines = (readTextFile(pathOf(project), MAX_BYTES) ?? '').split('\n')
    return new Map(lines.map(parse).filter((one) => one !== null))
  } catch {
    return new Map()
  }
}

/** What is own stays own: only forgetting ends that. Best effort. */
export function remember(project: Project, kind: Remembered, keys: readonly string[], tag: string): void {
  const before = readMemory(project)
  const fresh = [...new Set(keys)].filter((key) => before.get(key) !== kind && before.get(key) !== 'own')
  if (fresh.length === 0) return
  write(
    project,
    [...[...before].filter(([key]) => !fresh.includes(key)), ...fresh.map((key) => [key, kind] as const)],
    tag,
  )
}

/** Every stranger's content is judged and told anew. */
export function forgetTold(project: Project, tag: string): void {
  const all = [...readMemory(project)]
  const left = all.filter(([, kind]) => kind === 'own')
  if (left.length < all.length) write(project, left, tag)
}

/** Nothing is known of these any more. */
export function forgetKeys(project: Project, keys: readonly string[], tag: string): void {
  const all = [...readMemory(project)]
  write(
    project,
    all.filter(([key]) => !keys.includes(key)),
    tag,
  )
}

function write(project: Project, all: readonly (readonly [string, Remembered])[], tag: string): void {
  const newest = (kind: Remembered): string[] =>
    all
      .filter(([, one]) => one === kind)
      .slice(-MAX_REMEMBERED)
      .map(([key]) => `${SIGNS[kind]}${key}\n`)
  const text = (['no', 'told', 'own'] as const).flatMap(newest).join('')
  try {
    ensureDir(folderOf(project), project.home)
    replaceDerived(pathOf(project), text, tag)
  } catch {
    // See above.
  }
}

function parse(line: string): [string, Remembered] | null {
  const kind = (Object.keys(SIGNS) as Remembered[]).find((one) => line.startsWith(SIGNS[one]))
  return kind && line.length === HASH_LENGTH + 1 ? [line.slice(1), kind] : null
}

function folderOf({ home }: Project): string {
  return `${ownDir(home)}/content`
}

function pathOf(project: Project): string {
  return `${folderOf(project)}/${project.key}`
}
