/** A repository with uncommitted work of every kind, an agent that runs commands in it, and what is there to the byte. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { undo, type Undone } from '../../src/app/undo/apply.js'
import { callEnds, callStarts, turnIsOver } from '../../src/app/undo/calls.js'
import { turnLines } from '../../src/app/undo/turn.js'
import { placeOf } from '../../src/app/undo/undo.js'
import type { Loss } from '../../src/core/undo/loss.js'
import type { World } from '../../src/app/world.js'
import { readRecords } from '../../src/store/takes/record.js'
import { desk } from '../support/in-process.js'
import { cleanEnv, preparedRepo, type Repo } from '../support/world.js'

export interface UndoDesk extends Agent {
  repo: Repo
}

export interface Agent {
  world: World
  /** As an agent runs it: dogear is told before and after. */
  call(command: string, session?: string): void
  /** As its edit tool does it. */
  edit(path: string, write: () => void, session?: string): void
  /** By nobody who tells. */
  quietly(command: string): void
  undo(asked?: Partial<Parameters<typeof undo>[1]>): Undone
  /** Plans and does it. */
  undoNow(asked?: Partial<Parameters<typeof undo>[1]>): Undone
  losses(): Loss[]
  /** What the user is told at the end of the turn. */
  turnEnds(session?: string): string | null
}

/** `files`: committed. `goOn`: what else happens in the repository, the same for all that name it. */
export function undoDesk(files: Record<string, string> = COMMITTED, goOn?: (repo: Repo) => void): UndoDesk {
  const ready = preparedRepo(`undo ${goOn?.name} ${JSON.stringify(files)}`, (fresh) => {
    fresh.git('init', '--quiet', '--initial-branch=main')
    for (const [path, text] of Object.entries({ 'src/a.ts': 'export {}\n', ...files })) put(fresh.dir, path, text)
    fresh.commit('committed')
    goOn?.(fresh)
  })
  const { repo, world } = desk(Date.now(), ready)
  return { repo, ...agentIn({ ...world, now: () => ({ ms: Date.now(), offsetMinutes: 0 }) }) }
}

/** One that works in the folder of this world. */
export function agentIn(world: World): Agent {
  const startedMs = world.now().ms
  const quietly = (command: string): void => {
    const env = { ...cleanEnv(world.userHome), GIT_COMMITTER_DATE: new Date().toISOString(), BY_AGENT: '1' }
    spawnSync('sh', ['-c', command], { cwd: world.cwd, env, stdio: 'ignore' })
  }
  const deadline = (): number => world.now().ms + 10_000
  const plan = (asked: Partial<Parameters<typeof undo>[1]> = {}): Undone =>
    undo(world, { paths: [], redo: false, exact: false, dryRun: false, ...asked })
  return {
    world,
    quietly,
    call(command, session = 's1') {
      const use = { session, agent: 'claude-code', command }
      callStarts(world, use, deadline())
      quietly(command)
      callEnds(world, use, deadline())
    },
    edit(path, write, session = 's1') {
      const use = { session, agent: 'claude-code', edits: path }
      callStarts(world, use, deadline())
      write()
      callEnds(world, use, deadline())
    },
    undo: plan,
    undoNow: (asked) => plan({ apply: plan(asked).plan.id }),
    turnEnds(session = 's1') {
      turnIsOver(world, session, { untilMs: deadline() })
      return turnLines(world, session, startedMs)
    },
    losses: () => readRecords(placeOf(world).shelf).flatMap((one) => (one.did === 'lose' ? [one.loss] : [])),
  }
}

const COMMITTED = {
  'src/auth.ts': 'export const auth = () => "committed and reviewed by many people"\n',
  'src/login.ts': 'export const login = () => "committed as well, and never touched"\n',
  'src/deep/one.ts': 'export const one = 1 // the first of many numbers in this file\n',
  'docs/guide.md': '# Guide\n\nHow to use what we have built here, in many words.\n',
  'tool.sh': '#!/bin/sh\necho committed tool that does something useful\n',
  '.gitignore': 'ignored/\n',
}

/** Two branches and two commits to go between, and uncommitted work on top of them. */
export function readyToWreck(repo: Repo): void {
  for (const [path, text] of Object.entries(COMMITTED)) put(repo.dir, path, text)
  repo.commit('committed')
  repo.git('checkout', '-q', '-b', 'other')
  put(repo.dir, 'other.txt', 'other\n')
  repo.commit('other')
  repo.git('checkout', '-q', 'main')
  put(repo.dir, 'more.txt', 'more\n')
  repo.commit('more')
  dirtyUp({ repo })
}

/** Modified, new, staged, with other rights, a link, a name with a line break, an ignored file. */
export function dirtyUp({ repo }: Pick<UndoDesk, 'repo'>): void {
  const { dir } = repo
  put(dir, 'src/auth.ts', 'export const auth = () => "three hours of uncommitted work on this function"\n')
  put(dir, 'src/deep/one.ts', 'export const one = 2 // worked on all the morning, not committed yet\n')
  put(dir, 'docs/guide.md', '# Guide\n\nWritten anew in the train, without a network, over two hours.\n')
  put(dir, 'notes.md', 'Ideas that stand nowhere else: first this, then that, and then the rest of it.\n')
  put(dir, 'data/seed.json', '{"rows": [1, 2, 3], "made": "by hand, over a weekend of careful work"}\n')
  put(dir, 'data/line\nbreak.txt', 'a name that is hard to write down, with work in it all the same\n')
  put(dir, 'src/staged.ts', 'export const staged = "added to the index, in no commit so far"\n')
  put(dir, 'ignored/cache.bin', 'made by the machine')
  chmodSync(join(dir, 'tool.sh'), 0o755)
  put(dir, 'private.txt', 'readable by its owner alone, and written by hand this very morning\n')
  chmodSync(join(dir, 'private.txt'), 0o600)
  rmSync(join(dir, 'latest'), { force: true })
  symlinkSync('src/auth.ts', join(dir, 'latest'))
  repo.git('add', 'src/staged.ts')
}

export function put(dir: string, path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true })
  writeFileSync(join(dir, path), text)
}

/** Every file of the work tree: its SHA-256, mode and link target. */
export function treeOf(dir: string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(dir, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (path === '.git') continue
      const stat = lstatSync(join(dir, path))
      if (stat.isDirectory()) walk(path)
      else if (stat.isSymbolicLink()) found.set(path, `-> ${readlinkSync(join(dir, path))}`)
      else found.set(path, `${(stat.mode & 0o7777).toString(8)} ${sha256(readFileSync(join(dir, path)))}`)
    }
  }
  walk('')
  return found
}

/** HEAD, index, stash, refs and all the rest that git keeps, to the byte. */
export function gitOf(dir: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of readdirSync(join(dir, '.git'), { recursive: true, encoding: 'utf8' }))
    if (lstatSync(join(dir, '.git', path)).isFile()) found.set(path, sha256(readFileSync(join(dir, '.git', path))))
  return found
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
