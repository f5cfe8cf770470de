/**
 * A git remote: one branch per device, so that nobody ever has to win a race for a tip. A run adds one commit with one new
 * file, `<epoch>/<thousand>/<first number>`, that holds its records. Only ever forward: what removes or changes a file is a rewrite.
 */
import { DogearError } from '../../core/errors.js'
import type { Sealed } from '../../core/sync/record.js'
import { isWantedOf, wantedBatches } from '../batch.js'
import { type EngineOptions, type Opened, type Published, type Pushed, type Remote, type Vector } from '../remote.js'
import { batchesAt, importStream, isForward, readBatches } from './batches.js'
import { type GitRepository, isHere, networkError, openRepository } from './calls.js'
import { type End, type Fetched, type Notes, readNotes, refsStamp, writeNotes } from './notes.js'

const REF = /^([0-9a-f]+) refs\/(seen|kept)\/([0-9a-f]{32})\/([0-9a-f]{32})$/
const STORE_REF = /\trefs\/(?:heads\/)?dogear\/([0-9a-f]{32})\/[0-9a-f]{32}$/gm
/** Some hosts take branches only. */
const PLACES = ['refs/dogear', 'refs/heads/dogear']

export function gitRemote(url: string, options: EngineOptions): Remote {
  const { store, device, scratch, tag } = options
  let opened: Promise<GitRepository> | undefined
  const repository = (): Promise<GitRepository> => (opened ??= openRepository(url, options))
  const notes = readNotes(scratch)
  const { ends } = notes
  let fetched: Promise<Fetched> | undefined
  const fetchOnce = (): Promise<Fetched> =>
    (fetched ??= repository().then((git) => fetchDevices(git, url, { store, notes })))
  const endOf = async (git: GitRepository, commit: string): Promise<End | undefined> => {
    const there = ends.get(commit)
    if (there) return there
    let last: Sealed | undefined
    for await (const record of readBatches(git, (await batchesAt(git, commit)).slice(-1))) last = record
    if (last) ends.set(commit, { seq: last.seq, tip: last.tip })
    return ends.get(commit)
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
    },
    async *pull(from: Vector): AsyncGenerator<Sealed> {
      const { commits } = await fetchOnce()
      const git = await repository()
      for (const [of, commit] of commits) {
        const have = from.get(of)
        const end = ends.get(commit)
        if (end && have && have.missing.length === 0 && have.to >= end.seq) continue
        const isWanted = isWantedOf(have)
        const batches = wantedBatches(await batchesAt(git, commit), have)
        for await (const record of readBatches(git, batches)) if (isWanted(record)) yield record
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
      if (end && end.seq >= first) {
        const wanted = wantedBatches(await batchesAt(git, before), { to: first - 1, missing: [] })
        for await (const { seq, tip } of readBatches(git, wanted)) there.set(seq, tip)
      }
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
      ends.set(commit, { seq: last.seq, tip: last.tip })
      return answers
    },
    async close() {
      const [git, known] = await Promise.all([opened, fetched]).catch(() => [])
      if (!git || !known) return
      if (notes.stamp !== refsStamp(git.dir, store)) await tidy(git)
      writeNotes(scratch, { git, store, ...known, ends, before: notes.text, tag })
    },
  }
}

/** Git itself never does it here by the way: only one exchange at a time goes on, and this is its end. What fails is tried again. */
async function tidy(git: GitRepository): Promise<void> {
  await git.local(['-c', 'gc.auto=2000', '-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet']).catch(() => {})
}

async function fetchDevices(
  git: GitRepository,
  url: string,
  { store, notes }: { store: string; notes: Notes },
): Promise<Fetched> {
  const isNoted = (): boolean => notes.stamp !== '' && notes.stamp === refsStamp(git.dir, store)
  const asNoted: Fetched = { commits: new Map(notes.commits), rewritten: [] }
  // To look costs half of a fetch; over a network a second connection would cost more.
  if (isHere(url) && isNoted() && (await looksAs(git, url, { store, commits: asNoted.commits }))) return asNoted
  const rewritten = new Set(await fetchAll(git, url, store))
  if (rewritten.size === 0 && isNoted()) return asNoted
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

/** Whether the branches there are exactly these. What cannot be told is fetched. */
async function looksAs(
  git: GitRepository,
  url: string,
  { store, commits }: { store: string; commits: ReadonlyMap<string, string> },
): Promise<boolean> {
  const answer = await git.network(['ls-remote', '--', url, ...PLACES.map((place) => `${place}/${store}/*`)])
  if (answer.code !== 0) return false
  const lines = answer.stdout.toString().trim().split('\n')
  const isKnown = (line: string): boolean => {
    const [commit, ref = ''] = line.split('\t')
    return commits.get(ref.slice(-32)) === commit
  }
  return lines.length === commits.size && lines.every(isKnown)
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
