/** The texts behind what was typed after `import`: a file, a folder with all below it, or standard input. */
import { join, resolve } from 'node:path'
import { DogearError } from '../core/errors.js'
import { listDir, statOf } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'
import { readInput, readNamedFile } from './input.js'

export interface Source {
  source: string
  text: string
}

/** An export of many entries is one document. */
const MOST_BYTES = 256_000_000
const DEEPEST = 16

export function readSources(cwd: string, typed: string): Source[] {
  if (typed === '-') return [{ source: 'standard input', text: readInput(MOST_BYTES) }]
  const path = realPathOf(resolve(cwd, typed))
  if (!statOf(path)?.isDirectory) return [{ source: typed, text: readNamedFile(cwd, typed, MOST_BYTES) }]
  const files = markdownBelow(path, 0)
  if (files.length > 0) return files.map((file) => ({ source: file, text: readNamedFile(cwd, file, MOST_BYTES) }))
  throw new DogearError('not-found', `there are no Markdown files in ${path}`, {
    expected: 'a folder that `dogear export --to` wrote',
  })
}

/** Links inside the folder are not followed. */
function markdownBelow(folder: string, depth: number): string[] {
  if (depth > DEEPEST) return []
  return listDir(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .flatMap((path) => {
      const stat = statOf(path)
      if (stat?.isDirectory) return markdownBelow(path, depth + 1)
      return stat?.isFile && path.endsWith('.md') ? [path] : []
    })
}
