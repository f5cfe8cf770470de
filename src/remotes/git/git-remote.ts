/**
 * A git remote: one branch per device, so that nobody ever has to win a race for a tip. A run adds one commit with one new
 * file, `<epoch>/<thousand>/<first number>`, that holds its records. Only ever forward: what removes or changes a file is a rewrite.
 */
import { DogearError } from '../../core/errors.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import type { Sealed } from '../../core/sync/record.js'
import { readTextFile, replaceDerived } from '../../platform/files/files.js'
import { MAX_BATCH_BYTES } from '../../platform/records.js'
import { isWantedOf, wantedBatches } from '../batch.js'
import { type EngineOptions, type Opened, type Published, type Pushed, type Remote, type Vector } from '../remote.js'
import { batchesAt, groupsOf, importStream, isForward, readBatches } from './batches.js'
import { type GitRepository, networkError, openRepository } from './calls.js'

const REF = /^([0-9a-f]+) refs\/(seen|kept)\/([0-9a-f]{32})\/([0-9a-f]{32})$/
const STORE_REF = /\trefs\/(?:heads\/)?dogear\/([0-9a-f]{32})\/[0-9a-f]{32}$/gm
/** Some hosts take branches only. */
const PLACES = ['refs/dogear', 'refs/heads/dogear']

export function gitRemote(url: string, options: EngineOptions): Remote {
  const { store, device, scratch, tag } = options
  let opened: Promise<GitRepository> | undefined
  const repository = (): Promise<GitRepository> => (opened ??= openRepository(url, options))
  let fetched: Promise<Fetched> | undefined
  const fetchOnce = (): Promise<Fetched> => (fetched ??= repository().then((git) => fetchDevices(git, url, store)))
  const known = readEnds(scratch)
  const endOf = async (git: GitRepository, commit: string): Promise<End | undefined> => {
    const there = known.get(commit)
    if (there) return there
    const last = (await readBatches(git, (await batchesAt(git, commit)).slice(-1))).at(-1)
    if (!last) return undefined
    known.set(commit, { seq: last.seq, tip: last.tip })
    return known.get(commit)
  }

  return {
    async open(): Promise<Opened> {
      const git = await repository()
      if (store !== '') return { stores: [store], mayWrite: true, rewritten: (await fetchOnce()).rewritten }
      const answer = await git.network(['ls-remote', '--', url, ...PLACES.map((place) => `${place}/*`)])
      if (answer.code !== 0) throw networkError(url, 'read', answer)
      const stores = [...answer.stdout.toString().matchAll(STORE_REF)].map(([, name]) => name as string)
      return { stores: [...new Set(stores)], mayWrite: true, rewritten: [] }
    },
    async *have(): AsyncGenerator<Published> {
      const { commits } = await fetchOnce()
      const git = await repository()
      for (const [of, commit] of commits) {
        const end = await endOf(git, commit)
        if (end) yield { device: of, ...end }
      }
      writeEnds(scratch, new Map([...known].filter(([commit]) => [...commits.values()].includes(commit))), tag)
    },
    async *pull(from: Vector): AsyncGenerator<Sealed> {
      const { commits } = await fetchOnce()
      const git = await repository()
      for (const [of, commit] of commits) {
        const have = from.get(of)
        const end = known.get(commit)
        if (end && have && have.missing.length === 0 && have.to >= end.seq) continue
        const isWanted = isWantedOf(have)
        for (const group of groupsOf(wantedBatches(await batchesAt(git, commit), have)))
          yield* (await readBatches(git, group)).filter(isWanted)
      }
    },
    async push(batch: readonly Sealed[]): Promise<Pushed[]> {
      const { commits, rewritten } = await fetchOnce()
      const git = await repository()
      if (rewritten.includes(device)) return batch.map(() => 'differs')
      const before = commits.get(device) ?? ''
      const there = new Map<number, string>()
      const first = batch[0]?.seq ?? 0
      const end = before === '' ? undefined : await endOf(git, before)
      if (end && end.seq >= first)
        for (const { seq, tip } of await readBatches(
          git,
          wantedBatches(await batchesAt(git, before), { to: first - 1, missing: [] }),
        ))
          there.set(seq, tip)
      const answers = batch.map(({ seq, tip }): Pushed => {
        const one = there.get(seq)
        return one === undefined ? 'stored' : one === tip ? 'same' : 'differs'
      })
      const fresh = batch.filter((_, at) => answers[at] === 'stored')
      const last = fresh.at(-1)
      if (!last || answers.includes('differs')) return answers
      const commit = await pushCommit(git, url, { before, name: `${store}/${device}`, fresh })
      if (commit === null) return batch.map(() => 'differs')
      commits.set(device, commit)
      known.set(commit, { seq: last.seq, tip: last.tip })
      return answers
    },
    async close() {},
  }
}

/** Where a branch ends. */
interface End {
  seq: number
  tip: string
}

interface Fetched {
  /** By device: its last commit. Only of those that can be followed. */
  commits: Map<string, string>
  rewritten: string[]
}

/** Where the branches ended last time, by commit: nothing new costs no look. */
function readEnds(scratch: string): Map<string, End> {
  try {
    const ends = openRecord(readTextFile(`${scratch}/ends.json`, MAX_BATCH_BYTES) ?? '')?.['ends'] as
      | [string, End][]
      | undefined
    return new Map(ends)
  } catch {
    return new Map()
  }
}

function writeEnds(scratch: string, ends: ReadonlyMap<string, End>, tag: string): void {
  replaceDerived(`${scratch}/ends.json`, sealRecord({ ends: [...ends] }), tag)
}

async function fetchDevices(git: GitRepository, url: string, store: string): Promise<Fetched> {
  const rewritten = new Set(await fetchAll(git, url, store))
  const refs = (
    await git.local(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/seen', 'refs/kept'])
  ).toString()
  const [seen, kept] = [new Map<string, string>(), new Map<string, string>()]
  for (const line of refs.split('\n')) {
    const [, commit, kind, of, device] = REF.exec(line) ?? []
    if (commit !== undefined && device !== undefined && of === store)
      (kind === 'seen' ? seen : kept).set(device, commit)
  }
  for (const [device, commit] of seen) {
    if (rewritten.has(device) || kept.get(device) === commit) continue
    if (await isForward(git, kept.get(device), commit))
      await git.local(['update-ref', `refs/kept/${store}/${device}`, commit])
    else rewritten.add(device)
  }
  return { commits: new Map([...seen].filter(([device]) => !rewritten.has(device))), rewritten: [...rewritten] }
}

/** Nothing is forced: a branch that was rewritten stays as it was here, and is named. */
async function fetchAll(git: GitRepository, url: string, store: string): Promise<string[]> {
  const wanted = PLACES.map((place) => `${place}/${store}/*:refs/seen/${store}/*`)
  const answer = await git.network(['fetch', '--no-tags', '--no-write-fetch-head', '--', url, ...wanted])
  if (answer.code === 0) return []
  const rejected = [...answer.stderr.matchAll(/\[rejected\].*\/([0-9a-f]{32})\s/g)].map(([, name]) => name as string)
  if (rejected.length > 0) return rejected
  throw networkError(url, 'read', answer)
}

/** Of the same records the same commit: a try that is made again pushes nothing new. Null: somebody else is on this branch. */
async function pushCommit(
  git: GitRepository,
  url: string,
  { before, name, fresh }: { before: string; name: string; fresh: readonly Sealed[] },
): Promise<string | null> {
  const next = `refs/next/${name}`
  await git.local(['fast-import', '--quiet', '--force', '--done'], importStream(next, before, fresh))
  let last
  for (const place of PLACES) {
    last = await git.network(['push', '--quiet', '--porcelain', '--', url, `${next}:${place}/${name}`])
    if (last.code === 0) {
      const commit = (await git.local(['rev-parse', next])).toString().trim()
      await git.local(['update-ref', `refs/seen/${name}`, commit])
      return commit
    }
    const said = `${last.stderr}${last.stdout.toString()}`
    if (/non-fast-forward|fetch first|stale info/.test(said)) return null
    // Only where the host does not take such a name is the other one tried.
    if (!NAME_REFUSED.test(said)) break
  }
  throw last ? networkError(url, 'written to', last) : new DogearError('internal', 'no place to push to')
}

const NAME_REFUSED =
  /funny refname|deny updating a hidden ref|hook declined|prohibited|not allowed to (?:create|update)|invalid ref/i
