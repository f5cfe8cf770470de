import { expect, test } from 'vitest'
import { asks, factsOf, ref, runs } from '../../../testing/session-events.js'
import type { TranscriptEvent } from '../transcript.js'
import { branchIn } from './git-text.js'

test.each([
  ['git commit -m x', '[fix/cart 1a2b3c4] Sum in cents\n 1 file changed', 'fix/cart'],
  ['git commit -m x', '[main (root-commit) 1a2b3c4] A shop', 'main'],
  ['git switch -c fix/cart', "Switched to a new branch 'fix/cart'", 'fix/cart'],
  ['git status', 'On branch fix/cart\nnothing to commit', 'fix/cart'],
  ['git status -sb', '## v1.2...origin/v1.2 [ahead 1]', 'v1.2'],
  ['git commit -m x', '[detached HEAD 1a2b3c4] Sum in cents', null],
  ['cat notes.md', 'On branch fix/cart', null],
  ['cd ../other && git status', 'On branch fix/cart', null],
  ['git -C ../other status', 'On branch fix/cart', null],
])('%s, which prints %j, is on %s', (command, output, branch) => {
  expect(branchIn(command, output)).toBe(branch)
})

test('who notes only where the session began is on the branch that git said last', () => {
  const where = (head?: string): TranscriptEvent => ({
    kind: 'where',
    cwd: '/w/shop',
    branch: 'main',
    ...(head && { head }),
    ref: ref(),
  })
  const switched = runs('git switch -c fix/cart', true, "Switched to a new branch 'fix/cart'")
  expect(factsOf(where('1a2b3c4'), asks('go'), switched).branch).toBe('fix/cart')
  expect(factsOf(where(), asks('go'), switched).branch).toBe('main')
})
