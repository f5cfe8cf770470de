import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entryWith } from '../../test/support/entries.js'
import { scratchRepo, tempDir } from '../../test/support/world.js'
import type { Entry } from '../core/entry/entry.js'
import { mentionedPaths } from '../core/text/mentioned-paths.js'
import { readMentioned } from './mentioned.js'

function missing(dir: string, entry: Entry): string[] {
  return readMentioned(entry, dir, tempDir(), mentionedPaths(entry)).map(({ path, state }) => `${path} ${state}`)
}

test('a file that the next action is to make is not missing; one that was there is [case 25]', () => {
  const repo = scratchRepo({ 'src/old.ts': 'old\n', 'src/kept.ts': 'kept\n' })
  const where = {
    head: repo.git('rev-parse', 'HEAD'),
    dirty: [{ path: 'src/draft.ts', state: 'untracked' as const }],
  }
  const next = { text: 'Create src/new.ts from src/old.ts and src/draft.ts' }
  rmSync(join(repo.dir, 'src/old.ts'))
  expect(missing(repo.dir, entryWith({ where, next }))).toEqual(['src/old.ts missing', 'src/draft.ts missing'])
  const done = [{ text: 'wrote out/report.md' }]
  expect(missing(repo.dir, entryWith({ where, done }))).toEqual(['out/report.md missing'])
})

test('of a folder that git does not know, the words of the next action tell what was in it', () => {
  const repo = scratchRepo()
  const where = { head: repo.git('rev-parse', 'HEAD'), dirty: [{ path: 'src/', state: 'untracked' as const }] }
  const next = { text: 'Create src/new.ts, then run src/check.ts' }
  expect(missing(repo.dir, entryWith({ where, next }))).toEqual(['src/check.ts missing'])
})

test('where no commit was recorded, the words of the next action tell', () => {
  const dir = tempDir()
  const entry = entryWith({ where: {}, next: { text: 'Create src/new.ts, then run src/check.ts' }, done: [] })
  expect(missing(dir, entry)).toEqual(['src/check.ts missing'])
})
