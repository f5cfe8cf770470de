/** What must be so after anything that dogear does to a work tree, whatever was asked: looked at from outside. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { undo } from '../../../src/app/undo/apply.js'
import { findTake } from '../../../src/app/undo/target.js'
import { placeOf } from '../../../src/app/undo/undo.js'
import { DogearError } from '../../../src/core/errors.js'
import { treeRows } from '../../../src/core/undo/take.js'
import { gitBlobId, gitBlobId256, sha256Hex } from '../../../src/platform/files/hash.js'
import { readRecords } from '../../../src/store/takes/record.js'
import { contentOf, readTake, takeIds } from '../../../src/store/takes/takes.js'
import type { Agent } from '../support.js'
import { cleanEnv } from '../../support/world.js'
import { type Meddling, whileMeddling } from './meddler.js'
import type { Prepared } from './pool.js'
import { bytes, changedBetween, hashOf, treeBelow, type Tree } from './tree.js'

export type Asked = Partial<Parameters<typeof undo>[1]>

export interface Judged {
  /** Empty: all is well. */
  wrong: string[]
  /** Whether anything was planned that could be done. */
  planned: boolean
  /** Why paths were not done after all. */
  left: string[]
}

/** Plans, applies, and looks at every byte before and after. */
export function undoJudged(agent: Agent, { root, dir }: Prepared, asked: Asked, meddling: readonly Meddling[]): Judged {
  const before = treeBelow(root)
  const plan = planned(agent, asked)
  const wrong = sameTree(before, treeBelow(root), 'the plan')
  if (!plan || plan.steps.length === 0) return { wrong, planned: plan !== null, left: [] }
  const paths = plan.steps.map(({ path }) => path)
  let receipt: ReturnType<Agent['undo']>['receipt']
  let failed: unknown
  const meddled = whileMeddling(dir, paths, meddling, () => {
    try {
      receipt = agent.undo({ apply: plan.id }).receipt
    } catch (error) {
      failed = error
    }
  })
  if (failed !== undefined && meddling.length === 0)
    return { wrong: [...wrong, `apply threw ${String(failed)}`], planned: true, left: [] }
  // What was cut off is ended by the next command.
  if (failed !== undefined) receipt ??= settled(agent)[0]
  const after = treeBelow(root)
  const kept = hashesKept(agent, before)
  const here = new Set([...after.values()].map(hashOf))
  for (const [path, what] of before)
    if (
      !isGit(path) &&
      !meddled.released.has(hashOf(what) ?? '') &&
      !here.has(hashOf(what)) &&
      !kept.has(hashOf(what) ?? '')
    )
      wrong.push(`bytes that are nowhere: ${path}`)
  for (const hash of meddled.written)
    if (!here.has(hash) && !meddled.released.has(hash)) wrong.push('bytes of somebody else are nowhere')
  const asides = new Set(receipt?.left.map(({ aside }) => aside))
  for (const path of after.keys())
    // In a folder that somebody moved away meanwhile, nobody finds it.
    if (
      path.includes('.dogear-undo.') &&
      !path.startsWith('moved-') &&
      !asides.has(path.slice(dir.length - root.length))
    )
      wrong.push(`left over: ${path}`)
  for (const [path, what] of after)
    if (path.startsWith('outside/') && !before.has(path) && !meddled.written.has(hashOf(what) ?? ''))
      wrong.push(`written outside: ${path}`)
  if (meddling.length === 0)
    wrong.push(
      ...onlyAsPlanned(before, after, plan, dir.slice(root.length + 1)),
      ...(receipt?.left ?? []).map(({ path, why }) => `left: ${path} ${why}`),
    )
  return { wrong, planned: true, left: (receipt?.left ?? []).map(({ why }) => why) }
}

function planned(agent: Agent, asked: Asked): ReturnType<Agent['undo']>['plan'] | null {
  try {
    return agent.undo(asked).plan
  } catch (error) {
    if (error instanceof DogearError && error.code === 'not-found') return null
    throw error
  }
}

function settled(agent: Agent): ReturnType<Agent['undo']>['settled'] {
  try {
    return agent.undo().settled
  } catch (error) {
    if (error instanceof DogearError && error.code === 'not-found') return []
    throw error
  }
}

function sameTree(before: Tree, after: Tree, who: string): string[] {
  return changedBetween(before, after).map((path) => `${who} changed ${path}`)
}

/** Nothing but the steps, each to the byte, and nothing that git keeps. */
function onlyAsPlanned(
  before: Tree,
  after: Tree,
  plan: NonNullable<ReturnType<typeof planned>>,
  below: string,
): string[] {
  const steps = new Map(plan.steps.map((step) => [`${below}/${step.path}`, step]))
  const unasked = changedBetween(before, after).filter((path) => !steps.has(path))
  const short = [...steps].filter(([path, { do: act, hash, mode }]) => {
    const now = after.get(path)
    const wanted = act === 'link' ? `l ${hash} 777` : `f ${hash} ${mode.slice(-3).replace(/^0+(?=.)/, '')}`
    return act === 'delete' ? now !== undefined : now !== wanted
  })
  return [
    ...unasked.map((path) => `unasked: ${path}`),
    ...short.map(([path]) => `not as planned: ${path} ${after.get(path)}`),
  ]
}

function isGit(path: string): boolean {
  return /(?:^|\/)(?:\.git|elsewhere\.git)(?:\/|$)/.test(path)
}

/** Of all takes, as far as the bytes can really be read. */
function hashesKept(agent: Agent, wanted: Tree): Set<string> {
  const { shelf } = placeOf(agent.world)
  const asked = new Set([...wanted.values()].map((what) => hashOf(what) ?? ''))
  const found = new Set<string>()
  for (const id of takeIds(shelf)) {
    const pack = readTake(shelf, id)
    for (const hash of pack?.heldBy.keys() ?? [])
      if (pack && asked.has(hash) && !found.has(hash) && contentOf(shelf, pack, hash)) found.add(hash)
  }
  return found
}

/**
 * A call of the agent: what it took must be in the loss that was found, or be named among what no take holds. `missed`: git did not
 * answer in time, which is written down: nothing is known of this call then.
 */
export function callJudged(
  agent: Agent,
  { root, dir, kind }: Prepared,
  command: string,
): { wrong: string[]; missed: boolean } {
  const before = contentsBelow(dir)
  const dirty = dirtyPaths(dir)
  if (kind.includes('left alone by a bit')) for (const path of ['src/login.ts', 'docs/guide.md']) dirty.add(path)
  const losses = agent.losses().length
  const misses = missesOf(agent)
  agent.call(command)
  const wrong = existsSync(join(root, 'RAN')) ? ['a program of the repository ran'] : []
  const missed = missesOf(agent) > misses
  if (missed || !existsSync(join(dir, '.git'))) return { wrong, missed }
  const after = treeBelow(dir, true)
  const here = new Set([...after.values()].map(hashOf))
  const lost = new Map(
    agent
      .losses()
      .slice(losses)
      .flatMap(({ lost: some }) => some.map((one) => [one.path, one.hash])),
  )
  const left = leftPaths(agent)
  const open = [...before].filter(([path, content]) => {
    const hash = sha256Hex(content)
    if (!dirty.has(path) || here.has(hash)) return false
    return lost.get(path) !== hash && !left.some((one) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`))
  })
  const known = open.length === 0 ? new Set<string>() : blobsOfGit(dir)
  for (const [path, content] of open)
    if (!formsOf(content).some((form) => known.has(gitBlobId(form)) || known.has(gitBlobId256(form))))
      wrong.push(`\`${command}\` took ${path}, and nobody says so`)
  return { wrong, missed }
}

function missesOf(agent: Agent): number {
  return readRecords(placeOf(agent.world).shelf).filter(({ did }) => did === 'miss').length
}

function formsOf(content: Buffer): Buffer[] {
  return [content, Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')]
}

function contentsBelow(dir: string): Map<string, Buffer> {
  return new Map(
    [...treeBelow(dir, true)].flatMap(([path, what]) =>
      what.startsWith('f') ? [[path, readFileSync(bytes(dir, path))]] : [],
    ),
  )
}

function git(dir: string, ...args: string[]): string {
  const env = { ...cleanEnv(dir), BY_AGENT: '1', GIT_OPTIONAL_LOCKS: '0' }
  return spawnSync('git', args, { cwd: dir, env, encoding: 'latin1', maxBuffer: 64_000_000 }).stdout ?? ''
}

function dirtyPaths(dir: string): Set<string> {
  const status = git(dir, 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames')
  return new Set(status.split('\0').map((record) => record.slice(3)))
}

function blobsOfGit(dir: string): Set<string> {
  const stashes = git(dir, 'rev-list', '-g', 'stash')
    .split('\n')
    .filter((one) => one !== '')
  const reachable = git(dir, 'rev-list', '--objects', '--all', 'HEAD', ...stashes).split('\n')
  const index = git(dir, 'ls-files', '-s', '-z').split('\0')
  return new Set([
    ...reachable.map((line) => line.split(' ')[0] ?? ''),
    ...index.map((line) => line.split(' ')[1] ?? ''),
  ])
}

function leftPaths(agent: Agent): string[] {
  const { shelf } = placeOf(agent.world)
  return takeIds(shelf).flatMap((id) => readTake(shelf, id)?.take.left.map(({ path }) => path) ?? [])
}

/** Handles of takes one may go back to. */
export function takesOf(agent: Agent): string[] {
  try {
    return takeIds(placeOf(agent.world).shelf)
  } catch {
    return []
  }
}

export function pathsIn(agent: Agent, take: string): string[] {
  return treeRows(findTake(placeOf(agent.world).shelf, take).take).map(({ path }) => path)
}
