/** A home and a work tree below a scratch folder, for targets that read files. No git is run there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locate } from '../../src/app/locate.js'
import { DEFAULT_CONFIG, type World } from '../../src/app/world.js'
import { sealText } from '../../src/core/entry/seal.js'
import { printEntry } from '../../src/core/entry/print.js'
import { sha256Hex } from '../../src/platform/files/hash.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { entryPath, type Project } from '../../src/store/paths.js'
import { ensureProject, type Located } from '../../src/store/projects/projects.js'
import { ENTRY, SHA } from './samples.js'

export interface FuzzDesk {
  world: World
  located: Located
  project: Project
}

export const NOW_MS: number = Date.UTC(2026, 10, 16, 12)
export const SESSION = 'f00d-1'

/** `git`: the work tree is a repository, as far as files go; a target that would have git asked does without. */
export function makeDesk(scratch: string, git = true): FuzzDesk {
  const [userHome, cwd] = [join(scratch, 'user'), join(scratch, 'shop')]
  const home = join(userHome, 'dogear')
  for (const folder of [home, cwd]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (git) makeGitFolder(join(cwd, '.git'))
  const world: World = {
    home,
    cwd,
    userHome,
    tag: processTag(),
    by: { user: 'ada' },
    env: {},
    now: () => ({ ms: NOW_MS, offsetMinutes: 0 }),
    random: (count) => new Uint8Array(count),
    config: DEFAULT_CONFIG,
  }
  const project = ensureProject(locate(world), world.tag)
  put(entryPath(project, ENTRY.name, ENTRY.id), sealText(printEntry(ENTRY), sha256Hex))
  return { world, located: locate(world), project }
}

/** As git leaves it after the first commit, as far as dogear reads it. */
export function makeGitFolder(folder: string): void {
  put(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  put(join(folder, 'refs', 'heads', 'main'), `${SHA}\n`)
  put(join(folder, 'config'), GIT_CONFIG)
  put(join(folder, 'objects', SHA.slice(0, 2), SHA.slice(2)), '')
  put(join(folder, 'logs', 'HEAD'), GIT_LOG)
}

export const GIT_CONFIG: string =
  '[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = https://ada:pw@example.invalid/shop.git ; mine\n' +
  '\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n[alias]\n\tx = "!a \\"b\\"" # c\n'
export const GIT_LOG: string = `${'0'.repeat(40)} ${SHA} Ada <ada@example.invalid> 1763280000 +0100\tcommit (initial): first\n`

/** Writes a file with all folders above it. */
export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, content, { mode: 0o600 })
}
