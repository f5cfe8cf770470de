/** What the words after `import` stand for: entries that were exported, or the files of other checkpoint systems. */
import { resolve } from 'node:path'
import type { FoundLayout } from '../app/migrate-find.js'
import type { World } from '../app/world.js'
import { DogearError } from '../core/errors.js'
import type { LayoutId } from '../layouts/layout.js'
import { realPathOf } from '../platform/place.js'
import { readSources, type Source } from './sources.js'

export interface Imports {
  texts: Source[]
  found: FoundLayout[]
}

export async function findImports(world: World, typed: readonly string[], layout?: LayoutId): Promise<Imports> {
  const { findLayoutsAt, findLayoutsHere } = await import('../app/migrate-find.js')
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
