/**
 * The first thing that runs, and the only thing before the program: lets it start with the bytecode that was made the
 * last time. It must be tiny, harm nobody and create nothing where dogear has never been used.
 */
import { runCached } from '../platform/code-cache.js'
import { homeOfDogear } from '../platform/home.js'
import { cacheFolder } from '../platform/private-folder.js'

/** Differs for every build, so that no build runs another one's code. Put in by the bundler. */
declare const BUILD_ID: string

/** Their words, and the program of each: see scripts/daily.mjs. */
const DAILY: Readonly<Record<string, string>> = {
  save: 'save',
  checkpoint: 'save',
  resume: 'resume',
  continue: 'resume',
  list: 'list',
  ls: 'list',
  search: 'search',
  find: 'search',
}

/** Others whose bytecode is worth keeping. Each has its own file: it holds the functions that command uses. */
const OFTEN = /^(?:note|show|history|log|diff|brief|__names)$/

interface Started {
  /** The folder of the built programs. */
  dist: string
  /** The first word after `dogear`. */
  word: string | undefined
  env: Record<string, string | undefined>
  require: (id: string) => unknown
}

/** The program for the caller to require; null where it is running already. */
export function start({ dist, word = '', env, require }: Started): string | null {
  const command = Object.hasOwn(DAILY, word) ? DAILY[word] : undefined
  const program = command === undefined ? `${dist}/cli/main.cjs` : `${dist}/daily/${command}/main.cjs`
  const cache = command !== undefined || OFTEN.test(word) ? cacheIn(env) : null
  if (cache === null) return program
  runCached(program, { ...cache, build: BUILD_ID, kind: command ?? word }, require)
  return null
}

/** Null where nothing may be cached. Whatever goes wrong here only costs time, so nothing is said about it. */
function cacheIn(env: Record<string, string | undefined>): { folder: string; home: string } | null {
  const userHome = env['HOME'] ?? ''
  const folder = cacheFolder(env, userHome)
  if (folder === null) return null
  try {
    return { folder, home: homeOfDogear(env, userHome, process.cwd()) }
  } catch {
    return null
  }
}
