/** The environment in which programs are looked for: none that lies in the work tree is run, or written into settings. */
import { delimiter } from 'node:path'
import { realPathOf } from '../place.js'
import { findGit } from './folder.js'
import { foldersOf, isInside } from './safe.js'

type Env = Readonly<Record<string, string | undefined>>

/** `npm run` puts `node_modules/.bin` first, and a repository may bring along a `claude`, a `node` or a `less` there. */
export function envOutside({ env, userHome }: { env: Env; userHome: string }, root: string): Env {
  // Who keeps the whole home in git has every program in that work tree.
  if (isInside(userHome, root)) return env
  const folders = foldersOf(env['PATH'] ?? '', root).filter((folder) => !isInside(realPathOf(folder), root))
  return { ...env, PATH: folders.join(delimiter) }
}

/** The same for the repository around a folder; where there is none, for the folder. */
export function envAround(place: { env: Env; userHome: string }, folder: string): Env {
  return envOutside(place, findGit(folder)?.worktree ?? realPathOf(folder))
}
