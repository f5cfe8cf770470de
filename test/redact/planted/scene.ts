/** A machine with secrets at many places, on which every kind of command is run; what it wrote and said is kept. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { slugOf } from '../../../src/agents/claude-code/folders.js'
import { hookDesk } from '../../hook/support.js'
import { dogear, dogearProcess, type Env, scratchRepo, tempDir } from '../../support/world.js'
import * as commands from './commands.js'
import * as newer from './newer.js'
import { dressRepository, hookEvents, settings, workInSession } from './places.js'
import type { Plants } from './secrets.js'

interface Said {
  /** "list --json stdout". */
  sink: string
  text: string
}

export interface Scene {
  said: Said[]
  /** Folders dogear writes to. */
  folders: { sink: string; folder: string }[]
  /** Paths of files that somebody else wrote, whose own text is not ours. */
  planted: Set<string>
}

export async function playScene(plants: Plants): Promise<Scene> {
  const top = tempDir()
  // The folder the repository lies in has a name too.
  const repo = scratchRepo({ 'src/a.ts': 'a\n', 'src/b.ts': 'b\n' }, join(top, 'work', plants.named('worktree path')))
  dressRepository(repo, plants)
  const desk = hookDesk(repo)
  const scene: Scene = {
    said: [],
    folders: [
      { sink: 'home', folder: desk.home },
      { sink: 'cache', folder: join(desk.userHome, '.cache') },
      { sink: 'temporary files', folder: join(top, 'tmp') },
      { sink: 'export', folder: join(top, 'out', 'all') },
      { sink: 'export', folder: join(top, 'out', plants.named('export folder')) },
      { sink: 'layout files', folder: repo.dir },
      { sink: 'memory files', folder: join(desk.userHome, '.claude', 'projects', slugOf(repo.dir), 'memory') },
    ],
    planted: new Set(),
  }
  mkdirSync(join(top, 'tmp'))
  mkdirSync(join(top, 'out'))
  const env: Env = {
    TMPDIR: join(top, 'tmp'),
    DOGEAR_USER: `me ${plants.named('user name')}`,
    DEPLOY_TOKEN: plants.bare('environment'),
    DOGEAR_HOME: desk.home,
    XDG_CACHE_HOME: join(desk.userHome, '.cache'),
    // What runs in the background would go on when the test is over.
    DOGEAR_SYNC: 'off',
  }
  const run = (args: string[], more: Env = {}, cwd = repo.dir, input?: string): string => {
    const options = { cwd, home: desk.userHome, env: { ...env, ...more } }
    const { stdout, stderr } = input === undefined ? dogear(args, options) : dogearProcess(args, { ...options, input })
    const name = args
      .slice(0, 2)
      .filter((word) => /^[a-z-]+$/.test(word))
      .join(' ')
    const form = args.includes('--json') ? ' --json' : ''
    scene.said.push({ sink: `${name}${form} stdout`, text: stdout }, { sink: `${name}${form} stderr`, text: stderr })
    return stdout
  }
  const both = (args: string[], more: Env = {}, cwd = repo.dir): void => {
    run(args, more, cwd)
    run([...args, '--json'], more, cwd)
  }
  const put = (path: string, text: string): string => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    scene.planted.add(path)
    return path
  }

  settings(plants, desk.userHome, put)
  const first = desk.client('s-1')
  await workInSession(first, plants, scene)
  newer.undoes(first, repo, plants, both, run, scene)
  const named = desk.client(plants.named('session id').replace(/[^\w.-]/g, '-'))
  hookEvents(named, plants, scene)
  commands.saves(plants, run)
  commands.agentsOf(plants, top, run, put)
  commands.carries(plants, top, run, both, put)
  commands.worktreeOf(repo, plants, top, run)
  commands.layouts(plants, repo, desk.userHome, run, put, scene)
  commands.damages(plants, desk.home, run)
  commands.looks(plants, both)
  commands.errors(plants, both)
  await commands.overMcp(plants, repo.dir, desk, env, scene)
  commands.keeps(plants, run, both)
  newer.syncs(plants, top, both, run, scene)
  newer.handsOver(plants, top, desk.userHome, both, put, scene)
  both(['doctor'])
  both(['verify', '--repair'])
  both(['list', '--all'])
  return scene
}

export type Run = (args: string[], more?: Env, cwd?: string, input?: string) => string
export type Put = (path: string, text: string) => string
