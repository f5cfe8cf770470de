/** Loads the program of an event with the bytecode that was made the last time. */
import { runCached } from '../platform/code-cache.js'
import { cacheFolder } from '../platform/private-folder.js'

/** A digest of the built program, put in by the bundler. */
declare const BUILD_ID: string

export interface Load {
  /** The built program. */
  program: string
  /** One file of bytecode for each kind of event: it holds the functions that kind uses. */
  kind: string
  home: string
  userHome: string
  env: Readonly<Record<string, string | undefined>>
  require: (id: string) => unknown
}

export function load({ program, kind, home, userHome, env, require }: Load): unknown {
  const folder = cacheFolder(env, userHome)
  return folder === null
    ? require(program)
    : runCached(program, { folder, home, build: BUILD_ID, kind: `hook-${kind}` }, require)
}
