/** The branch of a device as git keeps it: a commit for each run, a new file in each, and in that the records. */
import type { Sealed } from '../../core/sync/record.js'
import { MAX_BATCH_BYTES, sealedIn } from '../../platform/records.js'
import type { GitRepository } from './calls.js'

const BATCH_PATH = /^\d+\/\d{6,}\/\d{12}$/

export interface Batch {
  first: number
  blob: string
}

/**
 * The commits since last time are looked at: one that does more than add a batch was not made by a device, and from then on
 * the branch is not followed.
 */
export async function isForward(git: GitRepository, kept: string | undefined, commit: string): Promise<boolean> {
  const range = kept === undefined ? [commit] : [`^${kept}`, commit]
  const log = await git.local([
    'log',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    '-m',
    '--root',
    '--format=commit %P',
    ...range,
  ])
  return !log.toString().split('\n').some(isRewriting)
}

/** In their order. */
export async function batchesAt(git: GitRepository, tip: string): Promise<Batch[]> {
  const tree = (await git.local(['ls-tree', '-r', '--full-tree', tip])).toString()
  return tree
    .split('\n')
    .flatMap((line) => {
      const [, type, blob = '', path = ''] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/.exec(line) ?? []
      return type === 'blob' && BATCH_PATH.test(path) ? [{ first: Number(path.slice(-12)), blob }] : []
    })
    .sort((a, b) => a.first - b.first)
}

/** A merge, a removal, a change, or a file that is no batch. */
function isRewriting(line: string): boolean {
  if (line.startsWith('commit ')) return line.trim().split(' ').length > 2
  if (!line.startsWith(':')) return false
  const [, mode, status, path = ''] = /^:\d+ (\d+) \S+ \S+ (\w+)\t(.*)$/.exec(line) ?? []
  return mode !== '100644' || status !== 'A' || !BATCH_PATH.test(path)
}

/** What one answer of git may hold, a single batch that is longer aside. */
const ANSWER_BYTES = 2_000_000
/** `<id> blob <size>` and two line ends: of a SHA-256 at most. */
const LINE_BYTES = 100

/** A few megabytes at a time. What is too long for a batch is passed over: no device wrote it. */
export async function* readBatches(git: GitRepository, batches: readonly Batch[]): AsyncGenerator<Sealed> {
  if (batches.length === 0) return
  const sizes = (await git.local(['cat-file', '--batch-check=%(objectsize)'], linesOf(batches))).toString()
  const sized = sizes.trim().split('\n').map(Number)
  const small = batches.flatMap((batch, at) => {
    const size = sized[at] as number
    return size <= MAX_BATCH_BYTES ? [{ batch, size }] : []
  })
  for (let from = 0; from < small.length;) {
    let [to, bytes] = [from, 0]
    do bytes += (small[to++]?.size ?? 0) + LINE_BYTES
    while (to < small.length && bytes + (small[to]?.size ?? 0) <= ANSWER_BYTES)
    const wanted = small.slice(from, to).map(({ batch }) => batch)
    const answer = await git.local(['cat-file', '--batch'], linesOf(wanted), bytes)
    for (const blob of blobsIn(answer)) yield* sealedIn(blob)
    from = to
  }
}

function linesOf(batches: readonly Batch[]): Uint8Array[] {
  return [Buffer.from(batches.map(({ blob }) => `${blob}\n`).join(''))]
}

/** `<id> blob <size>`, the bytes, a line end. */
function blobsIn(answer: Buffer): Uint8Array[] {
  const blobs: Uint8Array[] = []
  for (let at = 0; at < answer.length;) {
    const end = answer.indexOf(10, at)
    const size = Number(answer.toString('latin1', at, end).split(' ')[2])
    if (end < 0 || !Number.isInteger(size)) break
    blobs.push(answer.subarray(end + 1, end + 1 + size))
    at = end + 2 + size
  }
  return blobs
}

/** No clock and no name: whoever reads the remote learns neither from git. */
export function importStream(ref: string, before: string, fresh: readonly Sealed[]): Uint8Array[] {
  const [first] = fresh as [Sealed]
  const bytes = fresh.reduce((sum, record) => sum + record.bytes.length, 0)
  const lo = String(first.seq).padStart(12, '0')
  const hi = String(Math.floor(first.seq / 1000)).padStart(6, '0')
  const message = `${fresh.length} records\n`
  const head = `blob\nmark :1\ndata ${bytes}\n`
  const commit = [
    `\ncommit ${ref}`,
    'committer dogear <dogear@localhost> 0 +0000',
    `data ${message.length}\n${message}`,
    ...(before === '' ? [] : [`from ${before}`]),
    `M 100644 :1 ${first.epoch}/${hi}/${lo}\n`,
    'done\n',
  ].join('\n')
  return [Buffer.from(head), ...fresh.map((record) => record.bytes), Buffer.from(commit)]
}
