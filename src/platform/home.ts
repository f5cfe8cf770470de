/**
 * Which folder is the home, and a first look at it. Loaded by every hook, so it is small: what to say where something is
 * wrong, and the longer looks, are in check-home.ts.
 */
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { isOwn } from './files/quick-file.js'

export type Env = Readonly<Record<string, string | undefined>>

/** In place of the user's folder where nobody knows it: nothing is there, on any system. */
export const NO_HOME = '/nonexistent'

/** As the environment says, where that is a whole path; else as the system knows this user. */
export function homeOfUser(env: Env = process.env): string {
  const given = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']
  if (given && isAbsolute(given)) return given
  try {
    // Not homedir(), which repeats what the environment says.
    const { homedir } = process.getBuiltinModule('node:os').userInfo()
    return isAbsolute(homedir) ? homedir : NO_HOME
  } catch {
    return NO_HOME
  }
}

/**
 * Where dogear keeps everything: DOGEAR_HOME, else the place where this platform keeps a program's data. Null: that would
 * be no whole path, and so another folder wherever it is asked.
 */
export function homeOfDogear(env: Env, userHome: string, platform: string = process.platform): string | null {
  const given = env['DOGEAR_HOME'] || dataFolder(env, platform)
  if (given) return isAbsolute(given) ? withoutSlash(env['DOGEAR_HOME'] ? given : join(given, 'dogear')) : null
  if (userHome === NO_HOME) return null
  if (platform === 'win32') return join(userHome, 'AppData', 'Local', 'dogear')
  if (platform === 'darwin') return join(userHome, 'Library', 'Application Support', 'dogear')
  return join(userHome, '.local', 'share', 'dogear')
}

function dataFolder(env: Env, platform: string): string | undefined {
  return env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME']
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? withoutSlash(path.slice(0, -1)) : path
}

/** True for nearly every home: it is the user's own, and no repository is around it. */
export function isPlainHome(home: string): boolean {
  try {
    const stat = statSync(home, { throwIfNoEntry: false })
    // The home itself may be reached through a link of the user's, but one that leads somewhere.
    if (stat ? !isOwn(stat) : isThere(home)) return false
    const real = realHome(home)
    return !isInRepository(real) && (real === home || !isInRepository(home))
  } catch {
    return false
  }
}

/** Of one that is not there yet: by the nearest folder around it. */
export function realHome(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realHome(parent), basename(path))
  }
}

/** Not where a file stands for a folder on the way: whoever opens it says so. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function isInRepository(path: string): boolean {
  for (let level = path; level !== ''; level = level.slice(0, level.lastIndexOf('/')))
    if (existsSync(`${level}/.git`)) return true
  return existsSync('/.git')
}
