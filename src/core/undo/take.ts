/**
 * A take: what differs from the base commit at one moment, as rows that name their bytes. All that has no row is "as in
 * base". What could not be kept has a row too, with the reason: a take never hides a gap.
 */
import { type BytePath, parsePath, printPath } from './bytes.js'

/** M: tracked. A: not in the base. D: in the base and not there. S: staged, and neither the base's nor what is there. */
type Letter = 'M' | 'A' | 'D' | 'S'

export interface Row {
  letter: Letter
  /** As git writes it: 100644, 100755 with its permission bits, 120000 for a link. Empty for D. */
  mode: string
  /** SHA-256 of the bytes, of a link those of its target. Empty for D. */
  hash: string
  size: number
  path: BytePath
}

export type LeftWhy = 'too-large' | 'over-limit' | 'secret' | 'waiting' | 'unsettled' | 'repository' | 'unreadable'

export interface Left {
  why: LeftWhy
  /** A size in words, a commit, a count. One word or none. */
  detail: string
  path: BytePath
}

/** A call of an agent's tool. `command` is redacted. */
export interface Cause {
  agent?: string
  session?: string
  call?: string
  command?: string
  /** The path below the worktree that an edit tool was given. */
  edits?: BytePath
}

export interface Take {
  id: string
  /** The call that it was taken before, or after. */
  before?: Cause
  after?: Cause
  /** The entry it was taken with. `pinned`: somebody named it. */
  entry?: { name: string; id: string; pinned: boolean }
  /** It holds what an undo was about to write over. */
  undo?: string
  worktree: BytePath
  base?: string
  branch?: string
  operation?: string
  /** Size of the reflog of HEAD: what was committed since stands behind it. */
  reflog?: number
  /** All that differed is in its rows or among what was left. */
  complete: boolean
  rows: Row[]
  left: Left[]
}

const FENCE = '---'
const KEYS = [
  'before',
  'after',
  'entry',
  'undo',
  'worktree',
  'base',
  'branch',
  'operation',
  'reflog',
  'complete',
] as const

export function printTake(take: Take): string {
  const head = KEYS.flatMap((key) => {
    const value = key === 'worktree' ? printPath(take.worktree) : take[key]
    return value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]
  })
  const rows = take.rows.map((row) =>
    [row.letter, row.mode || '-', row.hash || '-', row.letter === 'D' ? '-' : row.size, printPath(row.path)].join(' '),
  )
  const left = take.left.map(({ why, detail, path }) => ['-', why, detail || '-', printPath(path)].join(' '))
  return [FENCE, 'dogear-snapshot: 1', `id: ${JSON.stringify(take.id)}`, ...head, FENCE, ...rows, ...left, ''].join(
    '\n',
  )
}

const ROW = /^([MAS]) (1[02]\d{4}|10\d{4}) ([0-9a-f]{64}) (\d{1,15}) (.+)$/
const GONE = /^D - - - (.+)$/
const LEFT = /^- (too-large|over-limit|secret|waiting|unsettled|repository|unreadable) (\S+) (.*)$/

/** Null: it is no take, or one that a later version wrote. */
export function parseTake(text: string): Take | null {
  const [open, version, ...lines] = text.split('\n')
  const end = lines.indexOf(FENCE)
  if (open !== FENCE || version !== 'dogear-snapshot: 1' || end < 0 || lines.pop() !== '') return null
  const head = readHead(lines.slice(0, end))
  const rows: Row[] = []
  const left: Left[] = []
  for (const line of lines.slice(end + 1)) {
    const row = parseRow(line)
    const one = row ? null : parseLeft(line)
    if (row) rows.push(row)
    else if (one) left.push(one)
    else return null
  }
  const worktree = typeof head?.['worktree'] === 'string' ? parsePath(head['worktree']) : null
  if (!head || worktree === null || typeof head['id'] !== 'string') return null
  return { complete: false, ...head, id: head['id'], worktree, rows, left } as Take
}

function readHead(lines: readonly string[]): Record<string, unknown> | null {
  const known: readonly string[] = [...KEYS, 'id']
  try {
    return Object.fromEntries(
      lines.flatMap((line) => {
        const at = line.indexOf(': ')
        const key = line.slice(0, at)
        return known.includes(key) ? [[key, JSON.parse(line.slice(at + 2)) as unknown]] : []
      }),
    )
  } catch {
    return null
  }
}

function parseRow(line: string): Row | null {
  const gone = GONE.exec(line)?.[1]
  if (gone !== undefined) {
    const path = parsePath(gone)
    return path === null ? null : { letter: 'D', mode: '', hash: '', size: 0, path }
  }
  const [, letter, mode = '', hash = '', size, name = ''] = ROW.exec(line) ?? []
  const path = letter === undefined ? null : parsePath(name)
  return path === null ? null : { letter: letter as Letter, mode, hash, size: Number(size), path }
}

function parseLeft(line: string): Left | null {
  const [, why, detail = '', name] = LEFT.exec(line) ?? []
  const path = name === undefined ? null : parsePath(name)
  return path === null ? null : { why: why as LeftWhy, detail: detail === '-' ? '' : detail, path }
}

/** What stands in the work tree: a staged row is of the index. */
export function treeRows({ rows }: Pick<Take, 'rows'>): Row[] {
  return rows.filter(({ letter }) => letter !== 'S')
}

/** The same state: a second take of it would say nothing. */
export function isSameState(a: Take, b: Take): boolean {
  const stateOf = ({ base, branch, operation, reflog, complete, rows, left, worktree }: Take): string =>
    JSON.stringify([base, branch, operation, reflog, complete, worktree, rows, left])
  return stateOf(a) === stateOf(b)
}

export const LINK = '120000'

/** The permission bits of a row's mode; never setuid. */
export function permissionsOf(mode: string): number {
  return Number.parseInt(mode.slice(-3), 8) & 0o777
}

export function fileMode(permissions: number): string {
  return `100${(permissions & 0o777).toString(8).padStart(3, '0')}`
}
