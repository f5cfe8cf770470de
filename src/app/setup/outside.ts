/** The environment in which programs are looked for: none that lies in the work tree is run, or written into settings. */
import { delimiter } from 'node:path'
import { foldersOf, isInside } from '../../platform/git/safe.js'
import { realPathOf } from '../../platform/place.js'
import type { World } from '../world.js'

/** `npm run` puts `node_modules/.bin` first, and a repository may bring along a `claude`, a `node` or a `sh` there. */
export function envOutside({ env, userHome }: Pick<World, 'env' | 'userHome'>, root: string): World['env'] {
  // Who keeps the whole home in git has every program in that work tree.
  if (isInside(userHome, root)) return env
  const folders = foldersOf(env['PATH'] ?? '', root).filter((folder) => !isInside(realPathOf(folder), root))
  return { ...env, PATH: folders.join(delimiter) }
}
