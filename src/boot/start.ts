/**
 * The first thing that runs, and the only thing before the program: lets it start with the code that was compiled the
 * last time. It must be tiny, harm nobody and create nothing where dogear has never been used.
 */
import { runKept } from '../platform/compiled-code.js'
import { homeOfDogear } from '../platform/home.js'

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

/** Others whose compiled code is worth keeping. Each has its own file: it holds the functions that command uses. */
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
  const home = command !== undefined || OFTEN.test(word) ? homeIn(env) : null
  if (home === null) return program
  runKept(program, { home, build: BUILD_ID, kind: command ?? word }, require)
  return null
}

/** Null where nothing may be kept. Whatever goes wrong here only costs time, so nothing is said about it. */
function homeIn(env: Record<string, string | undefined>): string | null {
  const userHome = env['HOME'] ?? env['USERPROFILE']
  if (userHome === undefined || env['DOGEAR_NO_CODE_CACHE']) return null
  try {
    return homeOfDogear(env, userHome, process.cwd())
  } catch {
    return null
  }
}
