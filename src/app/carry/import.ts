/** Takes in what the words after `import` stand for: entries that were exported, or files of other checkpoint systems. */
import { join, resolve } from 'node:path'
import { DogearError } from '../../core/errors.js'
import type { LayoutId } from '../../layouts/layout.js'
import { listDir, statOf } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import type { World } from '../world.js'
import { findLayoutsAt, findLayoutsHere, importDocuments, type FoundLayout } from './import-documents.js'
import { importEntries, type ImportResult } from './transfer.js'

interface ImportRequest {
  /** Files, folders, or - for standard input. None: the checkpoint files of this project. */
  words: readonly string[]
  /** Only files of this system; else every one is tried. */
  layout?: LayoutId
  dryRun: boolean
  /** Entries from elsewhere were saved by this user. */
  mine?: boolean
  /** The text of a file by the name somebody typed, or of standard input. */
  readText: (word: string) => string
}

export function importFrom(world: World, request: ImportRequest): ImportResult {
  const { words, layout, dryRun } = request
  const found: FoundLayout[] = words.length === 0 ? findLayoutsHere(world, layout) : []
  if (words.length + found.length === 0) throw nothingFound('this project', layout)
  const texts: Source[] = []
  for (const word of words) {
    const there = word === '-' ? [] : findLayoutsAt(realPathOf(resolve(world.cwd, word)), layout)
    if (there.length > 0) found.push(...there)
    else if (layout !== undefined) throw nothingFound(word, layout)
    else texts.push(...readSources(word, world.cwd, request.readText))
  }
  const entries = texts.length > 0 ? importEntries(world, { texts, dryRun, mine: request.mine === true }) : NOTHING
  const documents = found.length > 0 ? importDocuments(world, { found, dryRun }) : NOTHING
  return {
    imported: [...entries.imported, ...documents.imported],
    already: entries.already + documents.already,
    refused: [...entries.refused, ...documents.refused],
    differs: entries.differs,
    foreign: entries.foreign,
  }
}

const NOTHING: ImportResult = { imported: [], already: 0, refused: [], differs: [], foreign: 0 }

function nothingFound(where: string, layout: LayoutId | undefined): DogearError {
  return new DogearError('not-found', `there are no checkpoint files of ${layout ?? 'a known system'} in ${where}`, {
    expected: 'the folder with the files, one above it, or one of the files',
    next: 'dogear import FOLDER',
  })
}

interface Source {
  source: string
  text: string
}

/** A file, a folder with all below it, or standard input. */
function readSources(word: string, cwd: string, readText: ImportRequest['readText']): Source[] {
  if (word === '-') return [{ source: 'standard input', text: readText(word) }]
  const path = realPathOf(resolve(cwd, word))
  if (!statOf(path)?.isDirectory) return [{ source: word, text: readText(word) }]
  const files = markdownBelow(path, 0)
  if (files.length > 0) return files.map((file) => ({ source: file, text: readText(file) }))
  throw new DogearError('not-found', `there are no Markdown files in ${path}`, {
    expected: 'a folder that `dogear export --to` wrote',
  })
}

const MAX_DEPTH = 16

/** Links inside the folder are not followed. */
function markdownBelow(folder: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return []
  return listDir(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .flatMap((path) => {
      const stat = statOf(path)
      if (stat?.isDirectory) return markdownBelow(path, depth + 1)
      return stat?.isFile && path.endsWith('.md') ? [path] : []
    })
}
