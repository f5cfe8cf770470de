/** A repository with the files of a layout in it, or in the memory folder of its agent, and the program to use there. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { slugOf } from '../../../src/agents/claude-code/folders.js'
import { dogear, scratchRepo, tempDir, type Env, type Ran, type Repo } from '../../support/world.js'

export interface Desk {
  repo: Repo
  home: string
  /** Where Claude Code keeps the memory of this repository. */
  memory: string
  run: (...args: string[]) => Ran
  at: (cwd: string, ...args: string[]) => Ran
  withEnv: (env: Env, ...args: string[]) => Ran
  names: (...args: string[]) => string[]
}

export function desk(files?: Record<string, string>): Desk {
  const repo = scratchRepo(files)
  const home = tempDir()
  const at = (cwd: string, ...args: string[]): Ran => dogear(args, { cwd, home })
  const run = (...args: string[]): Ran => at(repo.dir, ...args)
  return {
    repo,
    home,
    memory: join(home, '.claude', 'projects', slugOf(repo.dir), 'memory'),
    at,
    run,
    withEnv: (env, ...args) => dogear(args, { cwd: repo.dir, home, env }),
    names: (...args) =>
      run('list', '--quiet', ...args)
        .stdout.split('\n')
        .filter(Boolean),
  }
}

export function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

export function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

export function isThere(folder: string, path: string): boolean {
  return existsSync(join(folder, path))
}

export function take(folder: string, path: string): void {
  rmSync(join(folder, path))
}
