/** What strace wrote, as operations. Only the main thread counts: all disk work of the program is synchronous. */

export interface Op {
  call: string
  /** How many calls of this name the main thread had made, this one included: what strace counts for `when=`. */
  k: number
  /** The paths it names, or the path behind its descriptor. */
  paths: string[]
  fd: number | null
  /** The arguments as strace prints them. */
  args: string
  /** Null: the process was killed before it returned. */
  result: number | null
  errno: string | null
  injected: boolean
}

const CALL = /^(\w+)\((.*)\)\s+= (-?\d+|\?)(.*)$/
const QUOTED = /"((?:[^"\\]|\\.)*)"/g
const PATH_CALLS =
  /^(?:open|openat|creat|link|rename|unlink|mkdir|rmdir|symlink|truncate|chmod|fchmodat|utimensat|mknod)/

export function parseLog(text: string): Op[] {
  const lines = joinUnfinished(text)
  const counts = new Map<string, number>()
  return lines.flatMap((line) => {
    const op = parseCall(line)
    if (!op) return []
    const k = (counts.get(op.call) ?? 0) + 1
    counts.set(op.call, k)
    return [{ ...op, k }]
  })
}

/** The lines of the first process named in the log; a call that another thread interrupted in the log is put together. */
function joinUnfinished(text: string): string[] {
  const lines: string[] = []
  let main: string | null = null
  let open = ''
  for (const line of text.split('\n')) {
    const [, pid, rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined) continue
    main ??= pid
    if (pid !== main) continue
    if (rest.endsWith(' <unfinished ...>')) open = rest.slice(0, -' <unfinished ...>'.length)
    else if (rest.startsWith('<... ')) lines.push(open + rest.replace(/^<\.\.\. \w+ resumed>/, ''))
    else lines.push(rest)
  }
  return lines
}

function parseCall(line: string): Omit<Op, 'k'> | null {
  const [, call, args = '', result, rest = ''] = CALL.exec(line) ?? []
  if (call === undefined) return null
  const fd = /^(\d+)(?:<|[,)]|$)/.exec(args)?.[1]
  return {
    call,
    args,
    fd: fd === undefined || PATH_CALLS.test(call) ? null : Number(fd),
    paths: PATH_CALLS.test(call) ? namedPaths(args) : behindDescriptor(args),
    result: result === '?' ? null : Number(result),
    errno: /^ (E[A-Z0-9]+) /.exec(rest)?.[1] ?? null,
    injected: rest.includes('(INJECTED)'),
  }
}

function namedPaths(args: string): string[] {
  return [...args.matchAll(QUOTED)].map((match) => unescapeText(match[1] ?? ''))
}

/** `18</home/x (deleted)>` */
function behindDescriptor(args: string): string[] {
  const path = /^\d+<((?:[^>\\]|\\.)*)>/.exec(args)?.[1]
  return path === undefined ? [] : [unescapeText(path).replace(/ ?\(deleted\)$/, '')]
}

/** strace prints bytes outside ASCII as octal numbers. */
function unescapeText(text: string): string {
  const bytes: number[] = []
  for (const [part] of text.matchAll(/\\[0-7]{1,3}|\\.|[^\\]/gs)) {
    if (/^\\[0-7]/.test(part)) bytes.push(Number.parseInt(part.slice(1), 8))
    else bytes.push(...Buffer.from(part.length > 1 ? part.slice(1) : part))
  }
  return Buffer.from(bytes).toString('utf8')
}

/** What changes the disk, or makes a change durable. */
const CHANGES = new Set([
  'creat',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'fsync',
  'fdatasync',
  'sync_file_range',
  'link',
  'linkat',
  'rename',
  'renameat',
  'renameat2',
  'unlink',
  'unlinkat',
  'mkdir',
  'mkdirat',
  'rmdir',
  'symlink',
  'symlinkat',
  'truncate',
  'ftruncate',
  'fallocate',
  'chmod',
  'fchmod',
  'fchmodat',
  'utimensat',
])

export const TRACED: string = [...CHANGES, 'open', 'openat', 'close', 'execve'].join(',')

export function isChange(op: Op): boolean {
  if (op.call === 'open' || op.call === 'openat') return /O_CREAT|O_TRUNC/.test(op.args)
  return CHANGES.has(op.call)
}

/** The answer to the user: whatever is said there must be true for good. */
export function isAcknowledgement(op: Op): boolean {
  return op.call === 'write' && op.fd === 1
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** A place in the program where a fault can strike: one call on something below the home, or the answer. */
export interface Point {
  call: string
  k: number
  /** The call without what differs from run to run (random names, times, the home). */
  shape: string
  paths: string[]
  acknowledgement: boolean
  /** The answer had been given before this call. */
  afterAnswer: boolean
}

export function pointsOf(ops: readonly Op[], home: string): Point[] {
  let answered = false
  const points: Point[] = []
  for (const op of ops) {
    const acknowledgement = isAcknowledgement(op)
    if (acknowledgement || (isChange(op) && op.paths.some((path) => isBelow(path, home)))) {
      const { call, k, paths } = op
      points.push({ call, k, paths, shape: shapeOf(op, home), acknowledgement, afterAnswer: answered })
    }
    answered ||= acknowledgement
  }
  return points
}

export function shapeOf(op: Op, home: string): string {
  if (isAcknowledgement(op)) return 'write answer'
  const paths = op.paths.map((path) =>
    path
      .replace(home, '')
      .replace(/\.[0-9a-z]+\.\d+\.\d+\.\d+\.[0-9a-f]{32}\.tmp/g, '.TEMP')
      .replace(/\d{8}T\d{9}Z-\d+-[0-9a-z]{12}/g, 'ID')
      .replace(/\d{8}T\d{9}Z-t[0-9a-z]{7}/g, 'TAKE')
      .replace(/\b[0-9a-f]{20}\b/g, 'PLAN')
      .replace(/\.\d+\.tmp/g, '.TEMP')
      .replace(/[0-9a-f]{32}/g, 'RANDOM')
      .replace(/\.[0-9a-z]+\.\d+\.\d+\.\d+\.(RANDOM|bak)/g, '.TAG.$1')
      .replace(/\/taken\/[^/]+/g, '/taken/TAG')
      .replace(/(\/takes\/)[0-9a-f]{13,14}/g, '$1SHELF')
      .replace(/\d{8}T\d{9}Z-t[0-9a-z]{7}/g, 'TAKE')
      // Made with the key of the home, which every run makes anew.
      .replace(/(\/places\/\.?)[0-9a-f]{16}/g, '$1MARK'),
  )
  return `${op.call} ${paths.join(' ')}`
}
