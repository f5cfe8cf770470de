/**
 * The first thing that runs, and the only thing before the program: lets it start with the bytecode that was made the
 * last time. It must be tiny, harm nobody and create nothing where dogear has never been used.
 */
import { type Load, runProgram } from '../platform/code-cache.js'
import { homeOfDogear, homeOfUser } from '../platform/home.js'
import { cacheFolder } from '../platform/files/private-folder.js'

/** A digest of the built program, put in by the bundler. */
declare const BUILD_ID: string

/** The commands whose bytecode is worth keeping: those people wait for, and those that come often. */
const OFTEN = /^(?:save|checkpoint|resume|continue|list|ls|search|find|note|show|history|log|diff|brief|__names)$/

interface Started {
  /** The folder of the built program. */
  dist: string
  /** The first word after `dogear`. */
  word: string | undefined
  env: Record<string, string | undefined>
  require: (id: string) => unknown
}

/** For the command line. */
export function start({ dist, word = '', env, require }: Started): void {
  const userHome = homeOfUser(env)
  // Null: the program itself will say what is wrong.
  const home = OFTEN.test(word) ? homeOfDogear(env, userHome) : null
  const main = { dist, entry: 'main.cjs', require }
  if (home === null) runProgram(main, null)
  else load({ ...main, kind: word, home, userHome, env })
}

export const load: Load = ({ kind, home, userHome, env, ...program }) => {
  const folder = cacheFolder(env, userHome)
  return runProgram(program, folder === null ? null : { folder, home, build: BUILD_ID, kind })
}
