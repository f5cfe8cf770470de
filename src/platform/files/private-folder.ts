/**
 * A folder of the user's cache that holds what is run: bytecode. V8 runs whatever it is given there, so the only
 * protection is that nobody but the user (and root) can have written it: the folder and its files are the user's own and
 * writable by nobody else, and nobody else can put another folder in its place. It never lies below dogear's home, which
 * may be shared, synced, or come with a repository; nor in a work tree, whose repository could bring it, or a link to it.
 */
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { makeFolders } from './quick-file.js'

type Env = Readonly<Record<string, string | undefined>>

const OTHERS_MAY_WRITE = 0o022
const STICKY = 0o1000

/** Null where there is none: the system does not tell who owns a file, or the cache is switched off. */
export function cacheFolder(env: Env, userHome: string, platform: string = process.platform): string | null {
  if (!process.getuid || env['DOGEAR_NO_CODE_CACHE']) return null
  // A relative XDG folder must be ignored, says its specification.
  if (env['XDG_CACHE_HOME'] && isAbsolute(env['XDG_CACHE_HOME'])) return join(env['XDG_CACHE_HOME'], 'dogear')
  if (!isAbsolute(userHome)) return null
  return platform === 'darwin' ? join(userHome, 'Library', 'Caches', 'dogear') : join(userHome, '.cache', 'dogear')
}

/** Its real path, or null where it is not to be trusted. Throws where it is not there or cannot be made. */
export function openPrivateFolder(
  folder: string,
  home: string,
  { make = false }: { make?: boolean } = {},
): string | null {
  if (isWithin(folder, home) || isInWorkTree(folder)) return null
  if (make) makeFolders(folder)
  // The folder itself must be no link; those above it may be, and are looked at where they lead to.
  const real = join(realpathSync.native(dirname(folder)), basename(folder))
  if (isWithin(real, realOf(home)) || (real !== folder && isInWorkTree(real))) return null
  const fd = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    if (!isPrivate(fstatSync(fd))) return null
  } finally {
    closeSync(fd)
  }
  for (let path = dirname(real); ; path = dirname(path)) {
    if (!isSafeParent(lstatSync(path))) return null
    if (path === dirname(path)) return real
  }
}

export function isPrivate({ uid, mode }: Stats): boolean {
  return uid === process.getuid?.() && (mode & OTHERS_MAY_WRITE) === 0
}

/** In a folder such as /tmp others may make files, but not replace ours. */
function isSafeParent({ uid, mode }: Stats): boolean {
  const isOurs = uid === process.getuid?.() || uid === 0
  return isOurs && ((mode & OTHERS_MAY_WRITE) === 0 || (mode & STICKY) !== 0)
}

/** Not asked what is tracked there: that takes longer than compiling, and nobody wants the file in `git status` either. */
function isInWorkTree(folder: string): boolean {
  for (let path = dirname(folder); ; path = dirname(path)) {
    if (existsSync(`${path}/.git`)) return true
    if (path === dirname(path)) return false
  }
}

function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith('/') ? top : `${top}/`)
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
