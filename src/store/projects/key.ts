/** The name of a project's folder: readable first, then what makes it unique. */
import { basename, dirname } from 'node:path'
import { sha256Hex } from '../../platform/files/hash.js'

const KEY = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?-[0-9a-f]{12}$/

/** `dir` is the real path of what identifies the project: the common git folder, or the folder itself. */
export function projectKey(dir: string, platform: NodeJS.Platform = process.platform): string {
  const path = comparablePath(dir, platform)
  return `${slugOf(folderName(path, platform))}-${sha256Hex(path).slice(0, 12)}`
}

/** For a place whose own key belongs to a project that has moved away from it. */
export function successorKey(key: string, identity: string): string {
  return `${slugOfKey(key)}-${sha256Hex(`${key} ${identity}`).slice(0, 12)}`
}

export function isProjectKey(text: string): boolean {
  return KEY.test(text)
}

export function slugOfKey(key: string): string {
  return key.slice(0, -13)
}

export function slugOf(name: string): string {
  const slug = plainLetters(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}

/** Most names are plain, and asking for the marks of all scripts makes V8 read a large table. */
function plainLetters(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** One spelling per folder. Linux needs none: there two spellings are two folders. */
export function comparablePath(path: string, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return path.normalize('NFC')
  if (platform !== 'win32') return path
  const bare = path.replaceAll('/', '\\').replace(/^\\\\\?\\(?=[a-z]:)/i, '')
  const upper = bare.replace(/^[a-z]:/, (drive) => drive.toUpperCase())
  return /^[A-Z]:\\$/.test(upper) ? upper : upper.replace(/[\\. ]+$/, '')
}

// `auth/.git` and `auth/.bare` are called auth, `auth.git` too.
function folderName(path: string, platform: NodeJS.Platform): string {
  const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path
  const name = basename(slashed)
  return name.startsWith('.') && dirname(slashed) !== '/' ? basename(dirname(slashed)) : name.replace(/\.git$/, '')
}
