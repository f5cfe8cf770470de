/** Which file an edit or a listing really means. No path leaves the base, and no link leads out of it. */
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { DogearError } from '../core/errors.js'
import type { Layout } from '../layouts/layout.js'
import { statOf } from '../platform/files.js'
import { homeFolder } from '../platform/machine.js'
import { realPathOf } from '../platform/place.js'

/** `path` is where to write; `linked`: a link stands in its place and leads there. */
export interface Target {
  path: string
  linked: boolean
}

const LINKABLE = 'MEMORY.md'

/** Throws a DogearError that says why the path is not for us. The file need not exist. */
export function targetOf(folder: string, layout: Layout, path: string): Target {
  const parts = path.split('/')
  if (parts.some((part) => !isPlain(part))) throw leaves(path)
  checkFolders(folder, parts.slice(0, -1))
  const plain = join(folder, ...parts)
  if (!statOf(plain)?.isLink) return { path: plain, linked: false }
  if (layout.base !== 'memory' || basename(plain) !== LINKABLE) throw linkRefused(plain)
  return { path: followed(folder, plain), linked: true }
}

/** Every level below the base that is there is a real folder. */
export function checkFolders(folder: string, parts: readonly string[]): void {
  let level = folder
  for (const part of parts) {
    level = join(level, part)
    const stat = statOf(level)
    if (!stat) return
    if (stat.isLink) throw linkRefused(level)
    if (!stat.isDirectory) throw notFolder(level)
  }
}

/** Agents' memory is kept in one place and linked by people who share it between folders. */
function followed(folder: string, link: string): string {
  const real = realPathOf(link)
  const stat = real === link ? null : statOf(real)
  if (!stat) {
    throw new DogearError('unsafe', `${link} is a symbolic link that leads nowhere`, {
      expected: 'a link to a file, or a file',
      next: `remove the link, or make the file it names: ls -l '${link}'`,
    })
  }
  if (isBelow(real, realPathOf(folder)) || isBelow(real, realPathOf(homeFolder()))) return real
  throw new DogearError('unsafe', `${link} is a symbolic link to ${real}, which is not yours to be edited from here`, {
    expected: 'a link to a file in the same folder or in your home folder',
    next: 'replace the link by a file, or move the file it names into your home folder',
  })
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path)
  return inside !== '' && !isAbsolute(inside) && inside.split(sep)[0] !== '..'
}

/** Neither up, nor nowhere, nor into git's own files. */
function isPlain(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part) && part.toLowerCase() !== '.git'
}

function leaves(path: string): DogearError {
  return new DogearError('unsafe', `"${path.slice(0, 200)}" is not a path below the folder of the layout`, {
    expected: 'names joined by slashes',
  })
}

function linkRefused(path: string): DogearError {
  return new DogearError('unsafe', `${path} is a symbolic link, and links are not followed there`, {
    expected: 'a real file or folder',
    next: `look where it leads (ls -l '${path}'), then replace it by what it names`,
  })
}

function notFolder(path: string): DogearError {
  return new DogearError('unsafe', `${path} is not a folder`, { expected: 'a folder', next: 'move what is there away' })
}
