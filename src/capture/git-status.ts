/** What git says of the work tree. `git status` is one process for the branch, its distance, the stashes and every dirty file. */
import type { DirtyFile } from '../core/entry/entry.js'
import { type GitAnswer, runGit, startGit } from '../platform/git/git.js'

export interface Status {
  branch?: string
  commit?: string
  /** Absent where there is none, or git was told not to count. */
  upstream?: Upstream
  /** Absent where git does not tell: there is none, or git is older than 2.35. */
  stashes?: number
  files: StatusFile[]
}

export interface Upstream {
  name: string
  ahead: number
  behind: number
}

export interface StatusFile extends DirtyFile {
  /** What is to be committed differs from the last commit. */
  staged: boolean
  /** The file differs from what is to be committed. */
  unstaged: boolean
}

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--show-stash',
  '--untracked-files=normal',
  // One at another commit is a change to be committed; what lies in it is not ours, and git would be run there.
  '--ignore-submodules=dirty',
  '--find-renames',
]

const MAX_BYTES = 64_000_000

/** What git said when it was asked once: a save is made of it, and the take that goes with the save. */
export interface Said {
  worktree: string
  /** With one letter for each byte. */
  text: string
  askedMs: number
}

/** null: git could not say. */
export function readStatus(cwd: string): Status | null {
  const said = askStatus(cwd, 0)
  return said && statusOf(said)
}

export function statusOf({ text }: Said): Status {
  return parseStatus(Buffer.from(text, 'latin1').toString('utf8'))
}

export function askStatus(worktree: string, nowMs: number): Said | null {
  return saidOf(runGit(worktree, STATUS, { maxBytes: MAX_BYTES, bytes: true }), worktree, nowMs)
}

/** Asked now and answered later, while the caller goes on. See startGit. */
export function startStatus(worktree: string, scratch: string, nowMs: number): Promise<Said | null> | null {
  const asked = startGit(worktree, STATUS, { maxBytes: MAX_BYTES, bytes: true, scratch })
  return asked && asked.then((answer) => saidOf(answer, worktree, nowMs))
}

function saidOf({ ok, stdout }: GitAnswer, worktree: string, askedMs: number): Said | null {
  return ok ? { worktree, text: stdout, askedMs } : null
}

export function conflictedFiles(worktree: string): string[] {
  return listPaths(worktree, ['diff', '--name-only', '--diff-filter=U', '-z'])
}

/** Tracked files and untracked ones that are not ignored. */
export function listFiles(worktree: string): string[] {
  return listPaths(worktree, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
}

/** Those of the paths that are files of a commit. */
export function filesOf(worktree: string, commit: string, paths: readonly string[]): string[] {
  if (!OBJECT_ID.test(commit)) return []
  return listPaths(worktree, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', ...paths])
}

/** Empty where git cannot tell. */
function listPaths(worktree: string, args: readonly string[]): string[] {
  const { ok, stdout } = runGit(worktree, args, { maxBytes: MAX_BYTES })
  return ok ? [...new Set(stdout.split('\0').filter((path) => path !== ''))] : []
}

export function parseStatus(porcelainV2: string): Status {
  const records = porcelainV2.split('\0')
  const headers = parseHeaders(records)
  const branch = headers.get('branch.head')
  const commit = headers.get('branch.oid')
  const stashes = headers.get('stash')
  const upstream = parseUpstream(headers.get('branch.upstream'), headers.get('branch.ab'))
  return {
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
    ...(commit !== undefined && OBJECT_ID.test(commit) && { commit }),
    ...(upstream && { upstream }),
    ...(stashes !== undefined && { stashes: Number(stashes) }),
    files: parseFiles(records.slice(headers.size)),
  }
}

/** Only those at the start: further down, the old path of a renamed file may look like one. */
function parseHeaders(records: readonly string[]): Map<string, string> {
  const end = records.findIndex((record) => !record.startsWith('# '))
  const headers = records.slice(0, end < 0 ? undefined : end).map((record) => /^# (\S+) (.*)$/s.exec(record) ?? [])
  return new Map(headers.map(([record = '', name = record, value = '']) => [name, value]))
}

function parseUpstream(name: string | undefined, distance: string | undefined): Upstream | null {
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(distance ?? '') ?? []
  return name === undefined || ahead === undefined ? null : { name, ahead: Number(ahead), behind: Number(behind) }
}

function parseFiles(records: readonly string[]): StatusFile[] {
  const files: StatusFile[] = []
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as string
    const file = parseRecord(record)
    if (file) files.push(file)
    // A renamed file is followed by the path it had before.
    if (record.startsWith('2 ')) at++
  }
  return files
}

const FIELDS_BEFORE_PATH: Record<string, number> = { '1': 8, '2': 9, u: 10, '?': 1 }

function parseRecord(record: string): StatusFile | null {
  const kind = record[0] ?? ''
  const fields = FIELDS_BEFORE_PATH[kind]
  if (fields === undefined || record[1] !== ' ') return null
  const path = record.split(' ').slice(fields).join(' ')
  const xy = record.slice(2, 4)
  const isChange = kind === '1' || kind === '2'
  if (path === '') return null
  return { path, state: stateOf(kind, xy), staged: isChange && xy[0] !== '.', unstaged: isChange && xy[1] !== '.' }
}

function stateOf(kind: string, xy: string): DirtyFile['state'] {
  if (kind === 'u') return 'conflicted'
  if (kind === '?') return 'untracked'
  // The second letter is the file on the disk, which is what the user sees.
  if (xy[1] === 'D' || xy === 'D.') return 'deleted'
  if (kind === '2') return xy.includes('R') ? 'renamed' : 'added'
  return xy.includes('A') ? 'added' : 'modified'
}
