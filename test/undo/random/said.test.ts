/** What a take reads from git's answer to a save is what git says to a take: in repositories of every kind. */
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { askStatus } from '../../../src/capture/git-status.js'
import { readDirtyStatus } from '../../../src/capture/undo/dirty-status.js'
import { findGit } from '../../../src/platform/git/folder.js'
import { fewer } from '../../support/property-runs.js'
import { spawnSync } from 'node:child_process'
import { cleanEnv } from '../../support/world.js'
import { KINDS, makePool } from './pool.js'
import { change, NAMES } from './work.js'

const number = (max: number): fc.Arbitrary<number> => fc.nat({ max: max - 1 })
const changes = fc.array(fc.record({ name: number(NAMES.length), how: number(12), text: number(8) }), { maxLength: 8 })
/** What the index is told beside it: moved, announced, all of it, nothing. */
const COMMANDS = [
  'true',
  'git add -A',
  'git mv src/auth.ts src/moved.ts; git mv docs/guide.md guide.md; echo more >> guide.md',
  'mv src/auth.ts src/moved.ts; git add -N .',
  'cp src/auth.ts copy.ts; echo x >> src/auth.ts; git add -A; git config status.renames copies',
  'git rm -q --cached src/auth.ts notes.md; git mv tool.sh src/tool.sh; echo again > tool.sh',
  'mkdir -p fresh/deep ignored/x; echo 1 > fresh/deep/1; echo 2 > fresh/2; git init -q fresh/own; echo 3 > fresh/own/3',
]

test('one answer of git is enough for a save and its take [F9]', () => {
  const poolOf = makePool()
  const tried = fc.record({ kind: fc.constantFrom(...KINDS), made: changes, command: fc.constantFrom(...COMMANDS) })
  fc.assert(
    fc.property(tried, ({ kind, made, command }) => {
      const { dir, root } = poolOf(kind)
      for (const one of made) change(dir, one)
      spawnSync('sh', ['-c', command], { cwd: dir, env: { ...cleanEnv(root), BY_AGENT: '1' }, stdio: 'ignore' })
      const git = findGit(dir)
      const said = git && askStatus(dir, 0)
      if (!git || !said) return
      const request = { git, nowMs: () => 0, untilMs: 10_000 }
      expect(sorted({ ...request, said })).toEqual(sorted(request))
    }),
    fewer(60),
  )
})

function sorted(request: Parameters<typeof readDirtyStatus>[0]): unknown {
  // Only who asks anew can tell how long that took.
  const { paths = [], gitMs: _, ...rest } = readDirtyStatus(request) ?? {}
  return { ...rest, paths: paths.map((one) => JSON.stringify(one)).toSorted() }
}
