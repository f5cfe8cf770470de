/** Loads the program of an event with the code that was compiled the last time. */
import { runKept } from '../platform/compiled-code.js'

/** Differs for every build. Put in by the bundler. */
declare const BUILD_ID: string
export const BUILD: string = BUILD_ID

export interface Load {
  /** The built program. */
  program: string
  /** One file of compiled code for each kind of event: it holds the functions that kind uses. */
  kind: string
  home: string
  keep: boolean
  require: (id: string) => unknown
}

export function load({ program, kind, home, keep, require }: Load): unknown {
  return keep ? runKept(program, { home, build: BUILD, kind: `hook-${kind}` }, require) : require(program)
}
