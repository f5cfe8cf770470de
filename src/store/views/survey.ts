/** Reads the files of a layout: those it takes, in the folders it names. One bad file never hides the others. */
import { safeName } from '../../core/redact/safe-name.js'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import type { BrokenFile, Layout, TextFile } from '../../layouts/layout.js'
import { readSettled } from '../../platform/files/replace-seen.js'
import { listDir, listFolders, statOf } from '../../platform/files/files.js'
import { guarded } from '../../platform/files/raw-io.js'
import { fileOfAside } from '../../platform/files/temp-file.js'
import { realPathOf } from '../../platform/place.js'
import { homeOfUser } from '../../platform/home.js'

export interface Survey {
  files: TextFile[]
  /** What is there and cannot be read as text. It must not be taken for missing. */
  unreadable: BrokenFile[]
}

/** Nobody's checkpoint is that big; whoever fills a folder with more shall not fill our memory. */
export const MAX_BYTES = 1_000_000
const MAX_FILES = 5000

export function readLayoutFiles(folder: string, layout: Layout): TextFile[] {
  return readSurvey(folder, layout).files
}

export function readSurvey(base: string, layout: Layout): Survey {
  const survey: Survey = { files: [], unreadable: [] }
  for (const folder of foldersOf(base, layout)) {
    collect(survey, folder, () => {
      for (const { path, from } of pathsIn(base, layout, folder)) {
        if (survey.files.length + survey.unreadable.length >= MAX_FILES) throw tooMany(base)
        collect(survey, path, () => survey.files.push(readText(base, layout, path, from)))
      }
    })
  }
  return survey
}

/** The layout's folders that are there, relative to the base; links do not count as folders. */
export function foldersOf(base: string, layout: Layout): string[] {
  const found = layout.folders.flatMap((pattern) =>
    pattern === '' ? [''] : pattern.split('/').reduce<string[]>((above, part) => expand(base, above, part), ['']),
  )
  return [...new Set(found)]
}

function expand(base: string, above: readonly string[], part: string): string[] {
  return above.flatMap((folder) => {
    const names = part === '*' ? safely(() => listFolders(join(base, folder)).sort()) : [part]
    return names
      .map((name) => (folder === '' ? name : `${folder}/${name}`))
      .filter((path) => safely(() => [statOf(join(base, path))?.isDirectory === true])[0])
  })
}

/** A file that was moved aside for a moment, or by a process that died in it, is read there. */
function pathsIn(base: string, layout: Layout, folder: string): { path: string; from: string }[] {
  checkFolders(base, folder === '' ? [] : folder.split('/'))
  const names = listDir(join(base, folder)).sort()
  const there = new Set(names)
  return names.flatMap((name) => {
    const file = name.startsWith('.') ? fileOfAside(name) : null
    if (file !== null && there.has(file)) return []
    const path = folder === '' ? (file ?? name) : `${folder}/${file ?? name}`
    const from = folder === '' ? name : `${folder}/${name}`
    return layout.takes(path) && !statOf(join(base, from))?.isDirectory ? [{ path, from }] : []
  })
}

function readText(base: string, layout: Layout, path: string, from: string): TextFile {
  const target = targetOf(base, layout, from).path
  const stat = statOf(target)
  const bytes = guarded(`cannot read ${target}`, () => readSettled(target, MAX_BYTES))
  if (!stat || bytes === null) throw new DogearError('not-found', `${target} went away while it was read`)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (Buffer.compare(Buffer.from(text, 'utf8'), bytes) !== 0) throw notUtf8(target)
  return { path, text, mtimeMs: Number(stat.mtimeNs / 1_000_000n) }
}

function collect(survey: Survey, path: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    // Gone since it was listed: as if it had never been there.
    if (error instanceof DogearError && error.code !== 'not-found') survey.unreadable.push(brokenBy(error, path))
    else if (!(error instanceof DogearError)) throw error
  }
}

export function brokenBy(error: DogearError, path: string): BrokenFile {
  return {
    path,
    message: cleanLine(error.message),
    expected: cleanLine(error.expected ?? 'a file that can be read and written'),
    next: cleanLine(error.next ?? 'look at it, put it right, then run the command again'),
  }
}

function safely<T>(list: () => T[]): T[] {
  try {
    return list()
  } catch {
    // Said by the listing of the folder itself, where the layout wants that.
    return []
  }
}

function notUtf8(path: string): DogearError {
  return new DogearError('unsafe', `${path} is not UTF-8, so writing it back would change it`, {
    expected: 'text in UTF-8',
    next: `convert it: iconv -f ISO-8859-1 -t UTF-8 '${path}'`,
  })
}

function tooMany(folder: string): DogearError {
  return new DogearError(
    'too-big',
    `${folder} holds more than ${MAX_FILES} files of this layout; the rest was not read`,
    {
      expected: `at most ${MAX_FILES} files`,
      next: 'move old ones away',
    },
  )
}

/**
 * Which file an edit or a listing really means: no path leaves the base, and no link leads out of it. `path` is where to write; `linked`: a link stands in its place and leads there.
 */
export interface Target {
  path: string
  linked: boolean
}

const LINKABLE = 'MEMORY.md'

/** Throws a DogearError that says why the path is not for us. The file need not exist. */
export function targetOf(folder: string, layout: Layout, path: string): Target {
  const parts = path.split('/')
  // Neither up, nor nowhere, nor into git's own files.
  const isOdd = (part: string): boolean =>
    ['', '.', '..'].includes(part) || /[\\:\0]/.test(part) || part.toLowerCase() === '.git'
  if (parts.some(isOdd)) throw leaves(path)
  checkFolders(folder, parts.slice(0, -1))
  const plain = join(folder, ...parts)
  if (!statOf(plain)?.isLink) return { path: plain, linked: false }
  if (layout.base !== 'memory' || basename(plain) !== LINKABLE) throw linkRefused(plain)
  return { path: followed(folder, plain), linked: true }
}

/** Every level below the base that is there is a real folder. */
function checkFolders(folder: string, parts: readonly string[]): void {
  let level = folder
  for (const part of parts) {
    level = join(level, part)
    const stat = statOf(level)
    if (!stat) return
    if (stat.isLink) throw linkRefused(level)
    if (!stat.isDirectory)
      throw new DogearError('unsafe', `${level} is not a folder`, {
        expected: 'a folder',
        next: 'move what is there away',
      })
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
  if (isBelow(real, realPathOf(folder)) || isBelow(real, realPathOf(homeOfUser()))) return real
  throw new DogearError('unsafe', `${link} is a symbolic link to ${real}, which is not yours to be edited from here`, {
    expected: 'a link to a file in the same folder or in your home folder',
    next: 'replace the link by a file, or move the file it names into your home folder',
  })
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path)
  return inside !== '' && !isAbsolute(inside) && inside.split(sep)[0] !== '..'
}

function leaves(path: string): DogearError {
  return new DogearError('unsafe', `"${safeName(path).slice(0, 200)}" is not a path below the folder of the layout`, {
    expected: 'names joined by slashes',
  })
}

function linkRefused(path: string): DogearError {
  return new DogearError('unsafe', `${path} is a symbolic link, and links are not followed there`, {
    expected: 'a real file or folder',
    next: `look where it leads (ls -l '${path}'), then replace it by what it names`,
  })
}
