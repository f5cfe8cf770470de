import { join, resolve } from 'node:path'
import type { FoundLayout } from '../../../app/carry/import.js'
import type { ImportResult } from '../../../app/carry/transfer.js'
import type { World } from '../../../app/world.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { LayoutId } from '../../../layouts/layout.js'
import { listDir, statOf } from '../../../platform/files/files.js'
import { realPathOf } from '../../../platform/place.js'
import { valueOf } from '../../args/parse.js'
import { readInput, readNamedFile } from '../../args/written.js'
import type { Context } from '../../context.js'
import type { Output } from '../../print/output.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const dryRun = args.on.has('dry-run')
  const { texts, found } = await findImports(world, args.positionals, valueOf(args, 'layout') as LayoutId | undefined)
  const results: ImportResult[] = []
  if (texts.length > 0) {
    const { importEntries } = await import('../../../app/carry/transfer.js')
    results.push(importEntries(world, { texts, dryRun }))
  }
  if (found.length > 0) {
    const { importDocuments } = await import('../../../app/carry/import.js')
    results.push(importDocuments(world, { found, dryRun }))
  }
  const result = joinResults(results)
  printResult(output, result, dryRun)
  return result.refused.length > 0 ? EXIT.findings : EXIT.ok
}

function joinResults(results: readonly ImportResult[]): ImportResult {
  return {
    imported: results.flatMap((one) => one.imported),
    already: results.reduce((sum, one) => sum + one.already, 0),
    refused: results.flatMap((one) => one.refused),
  }
}

function printResult(output: Output, result: ImportResult, dryRun: boolean): void {
  const { imported, already, refused } = result
  if (output.json) output.printJson({ ...result, dryRun })
  else if (output.quiet) output.print(imported.map((one) => `${one.id}\n`).join(''))
  else
    output.print(
      `${dryRun ? 'Would import' : 'Imported'} ${imported.length}, already here ${already}, refused ${refused.length}.`,
    )
  if (!output.json)
    for (const one of refused) output.warn(`refused ${cleanLine(one.source)}: ${cleanLine(one.message)}`)
}

// What the words after `import` stand for: entries that were exported, or the files of other checkpoint systems.

interface Imports {
  texts: Source[]
  found: FoundLayout[]
}

async function findImports(world: World, typed: readonly string[], layout?: LayoutId): Promise<Imports> {
  const { findLayoutsAt, findLayoutsHere } = await import('../../../app/carry/import.js')
  if (typed.length === 0) {
    const found = findLayoutsHere(world, layout)
    if (found.length === 0) throw nothingFound('this project', layout)
    return { texts: [], found }
  }
  const all: Imports = { texts: [], found: [] }
  for (const word of typed) {
    const found = word === '-' ? [] : findLayoutsAt(realPathOf(resolve(world.cwd, word)), layout)
    if (found.length > 0) all.found.push(...found)
    else if (layout !== undefined) throw nothingFound(word, layout)
    else all.texts.push(...readSources(world.cwd, word))
  }
  return all
}

function nothingFound(where: string, layout: LayoutId | undefined): DogearError {
  return new DogearError('not-found', `there are no checkpoint files of ${layout ?? 'a known system'} in ${where}`, {
    expected: 'the folder with the files, one above it, or one of the files',
    next: 'dogear import FOLDER',
  })
}

// The texts behind what was typed after `import`: a file, a folder with all below it, or standard input.

interface Source {
  source: string
  text: string
}

/** An export of many entries is one document. */
const MOST_BYTES = 256_000_000
const DEEPEST = 16

function readSources(cwd: string, typed: string): Source[] {
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
