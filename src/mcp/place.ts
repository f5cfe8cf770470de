/**
 * Which project a call is about: the folder it names, else where the server was started, else the folder the client has
 * open. Agents start their servers in the project; editors and desktop programs often somewhere else.
 */
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locate } from '../app/locate.js'
import type { World } from '../app/world.js'
import { DogearError, needsAnswer } from '../core/errors.js'
import { cleanLine } from '../core/text/text.js'
import { isFolder } from '../platform/files/folders.js'
import { textOf, type Args } from './arguments.js'

/** `roots`: what the client has open; undefined where it was not asked. 'ask': it has to be, to know. */
export async function placeOf(
  host: Host,
  args: Args,
  roots: readonly string[] | undefined,
  canAsk: boolean,
): Promise<World | 'ask'> {
  const folder = textOf(args, 'folder')
  if (folder !== undefined) return host.worldIn(checked(folder))
  const world = await host.worldIn()
  if (isWorkplace(world)) return world
  if (roots === undefined) return canAsk ? 'ask' : world
  const open = [...new Set(roots.flatMap(pathOf))]
  if (open.length > 1) throw askWhichFolder(open)
  return open[0] === undefined ? world : host.worldIn(open[0])
}

/** Work is done in it: a repository, or saved to before. */
function isWorkplace(world: World): boolean {
  const located = locate(world)
  return located.git !== null || located.exists
}

function checked(folder: string): string {
  if (isAbsolute(folder) && isFolder(folder)) return folder
  throw new DogearError('bad-input', `there is no folder ${cleanLine(folder.slice(0, 200))}`, {
    expected: 'folder: the absolute path of the project, or leave it out',
  })
}

/** Only folders of this machine. */
function pathOf(uri: string): string[] {
  try {
    const path = fileURLToPath(uri)
    return isFolder(path) ? [path] : []
  } catch {
    return []
  }
}

function askWhichFolder(folders: readonly string[]): DogearError {
  return needsAnswer({
    id: 'folder',
    question: 'Several folders are open. Which one is this about?',
    options: folders.map((folder) => ({ value: folder, label: folder })),
    answerWith: 'the argument folder',
  })
}

// What the program gives the server, so that this face reads neither the environment nor the clock by itself.

export interface Host {
  version: string
  /** A fresh World for one call, with the configuration as it is now; in `folder`, else where the server was started. */
  worldIn(folder?: string): Promise<World>
}
