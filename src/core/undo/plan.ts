/**
 * The plan of an undo, as a value. It cannot lose anything: it writes a path only where what is there now is known and can be
 * kept, and what it will not touch is a refusal with its reason. Nothing that was wanted is silently missing.
 */
import { type BytePath, isInside } from './bytes.js'

/** What a path shall hold. */
export interface Wanted {
  path: BytePath
  /** Null: nothing; it was not there. */
  hash: string | null
  mode: string
  /** Bytes that may be written over: those seen right after the loss. Nothing there at all is always among them. */
  expected: readonly string[]
  /** The user named this very path. */
  named: boolean
  /** Why its bytes cannot be had. */
  missing?: Reason
}

/** What is at a path now. */
export interface Present {
  kind: 'absent' | 'file' | 'link' | 'folder' | 'other'
  hash: string
  mode: string
  /** More than one: other names lead to the same file. */
  links: number
  /** Of this user, with no rights beyond the permission bits. */
  isOwn: boolean
  /** Device and inode. */
  inode: string
  /** A part of the way that is no real folder. */
  blocked?: BytePath
  /** The same name in other case. */
  twin?: BytePath
  /** Why what is there cannot be kept. */
  unkept?: Reason
}

export type Reason =
  | 'changed-since'
  | 'base-differs'
  | 'parent-is-no-folder'
  | 'is-folder'
  | 'is-no-file'
  | 'hard-links'
  | 'foreign-owner'
  | 'other-case'
  | 'same-file-twice'
  | 'cannot-be-kept'
  | 'holds-a-secret'
  | 'too-large'
  | 'bytes-are-gone'
  | 'filtered'
  | 'would-delete'
  | 'outside'
  | 'left-secret'
  | 'left-too-large'
  | 'left-repository'
  | 'left-other'

export interface Step {
  path: BytePath
  do: 'write' | 'link' | 'delete' | 'mode'
  /** What it shall hold; empty for delete. */
  hash: string
  mode: string
  /** What is there, and is kept before anything is done: its hash and mode. Null: nothing is there. */
  was: { hash: string; mode: string; isLink: boolean } | null
}

export interface Refusal {
  path: BytePath
  why: Reason
}

export interface Plan {
  steps: Step[]
  refused: Refusal[]
  /** As wanted already. */
  same: BytePath[]
}

export interface PlanRequest {
  wanted: readonly Wanted[]
  presentAt: (path: BytePath) => Present
  /** Delete what was not there then. */
  exact: boolean
}

export function planUndo({ wanted, presentAt, exact }: PlanRequest): Plan {
  const plan: Plan = { steps: [], refused: [], same: [] }
  const inodes = countInodes(wanted.map(({ path }) => presentAt(path)))
  for (const one of wanted) {
    const present = presentAt(one.path)
    if (isSame(one, present)) {
      plan.same.push(one.path)
      continue
    }
    const why = refusalOf(one, present, exact, (inodes.get(present.inode) ?? 0) > 1)
    if (why) plan.refused.push({ path: one.path, why })
    else plan.steps.push(stepFor(one, present))
  }
  return withoutClashes(plan)
}

function isSame({ hash, mode }: Wanted, present: Present): boolean {
  if (hash === null) return present.kind === 'absent'
  return (present.kind === 'file' || present.kind === 'link') && present.hash === hash && present.mode === mode
}

function refusalOf(wanted: Wanted, present: Present, exact: boolean, isTwice: boolean): Reason | null {
  if (!isInside(wanted.path)) return 'outside'
  if (present.blocked !== undefined) return 'parent-is-no-folder'
  if (wanted.missing) return wanted.missing
  if (present.kind === 'folder') return 'is-folder'
  if (present.kind === 'other') return 'is-no-file'
  if (present.kind === 'absent') return present.twin === undefined ? null : 'other-case'
  if (wanted.hash === null && !exact && !wanted.named) return 'would-delete'
  // A name for bytes that another name leads to as well: what is undone here would be undone there.
  if (isTwice) return 'same-file-twice'
  if (present.unkept) return present.unkept
  if (!wanted.named) {
    if (present.links > 1) return 'hard-links'
    if (!present.isOwn) return 'foreign-owner'
    if (!wanted.expected.includes(present.hash) && wanted.hash !== present.hash) return 'changed-since'
  }
  return null
}

function stepFor({ path, hash, mode }: Wanted, present: Present): Step {
  const isLink = present.kind === 'link'
  const was = present.kind === 'absent' ? null : { hash: present.hash, mode: present.mode, isLink }
  if (hash === null) return { path, do: 'delete', hash: '', mode: '', was }
  const wantsLink = mode === '120000'
  if (was && !isLink && !wantsLink && was.hash === hash) return { path, do: 'mode', hash, mode, was }
  return { path, do: wantsLink ? 'link' : 'write', hash, mode, was }
}

function countInodes(all: readonly Present[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, inode } of all) if (kind === 'file') counts.set(inode, (counts.get(inode) ?? 0) + 1)
  return counts
}

/** A file where another step needs a folder, or the same name twice: neither is done. */
function withoutClashes(plan: Plan): Plan {
  const written = plan.steps.filter(({ do: act }) => act !== 'delete')
  const seen = new Map<string, number>()
  for (const { path } of plan.steps) seen.set(path.toLowerCase(), (seen.get(path.toLowerCase()) ?? 0) + 1)
  const files = new Set(written.map(({ path }) => path))
  const needsFolder = (path: BytePath): boolean => {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      if (files.has(path.slice(0, at))) return true
    return false
  }
  const clashes = new Set(
    plan.steps
      .filter(({ path, was }) => (was === null && (seen.get(path.toLowerCase()) ?? 0) > 1) || needsFolder(path))
      .map(({ path }) => path),
  )
  if (clashes.size === 0) return plan
  const refused = [...clashes].map((path): Refusal => ({
    path,
    why: needsFolder(path) ? 'parent-is-no-folder' : 'other-case',
  }))
  return {
    ...plan,
    steps: plan.steps.filter(({ path }) => !clashes.has(path)),
    refused: [...plan.refused, ...refused],
  }
}

/** What the plan is about, to the byte: where one of these moved, it is another plan. */
export function planText({ steps, refused }: Plan): string {
  const lines = steps.map(({ path, do: act, hash, mode, was }) =>
    [act, hash, mode, was?.hash ?? '-', was?.mode ?? '-', path].join(' '),
  )
  return [...lines, ...refused.map(({ path, why }) => `refused ${why} ${path}`)].join('\n')
}

/** The way forward again: what the steps wrote becomes what they found. */
export function redoOf(steps: readonly Step[]): Wanted[] {
  return steps.map(({ path, hash, was }) => ({
    path,
    hash: was?.hash ?? null,
    mode: was?.mode ?? '',
    expected: hash === '' ? [] : [hash],
    // It was not there before the undo, and the undo wrote it: nobody else's bytes are in it.
    named: was === null,
  }))
}
