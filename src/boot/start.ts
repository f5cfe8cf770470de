/**
 * The first thing that runs, and the only thing before the program: lets it start with the code that was compiled the
 * last time. It must be tiny, harm nobody and create nothing where dogear has never been used.
 */
import Module from 'node:module'
import { join } from 'node:path'
import { runKept } from '../platform/compiled-code.js'
import { isFolder } from '../platform/folder.js'
import { homeOfDogear } from '../platform/home.js'

/** Differs for every build, so that no build runs another one's code. Put in by the bundler. */
declare const BUILD_ID: string

/** The commands people wait for. Each has its own file: it holds the functions that command uses, and no others. */
const OFTEN = /^(?:save|checkpoint|resume|continue|list|ls|search|find|note|show|history|log|diff|brief|__names)$/

/** True: `program` (the file of cli/main) is running; false: it is for the caller to require it. */
export function start(program: string, word: string | undefined, env: Record<string, string | undefined>): boolean {
  const folder = word !== undefined && OFTEN.test(word) ? codeFolder(env) : null
  if (folder === null) return false
  const { enableCompileCache } = Module as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache) enableCompileCache(folder)
  else runKept(program, join(folder, `${BUILD_ID}-${process.version}-${process.arch}-${word}`))
  return !enableCompileCache
}

/** Null where nothing may be kept. Whatever goes wrong here only costs time, so nothing is said about it. */
function codeFolder(env: Record<string, string | undefined>): string | null {
  const userHome = env['HOME'] ?? env['USERPROFILE']
  if (userHome === undefined || env['DOGEAR_NO_CODE_CACHE']) return null
  try {
    const home = homeOfDogear(env, userHome, process.cwd())
    return isFolder(home) ? join(home, 'index', 'code') : null
  } catch {
    return null
  }
}
