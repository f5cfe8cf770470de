import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { joinAuto } from './join.js'

test('a resume joins the newest named judgement with the newer facts of an autosave [F1]', () => {
  const named = entryWith({
    next: { text: 'Run npm test -- auth' },
    done: [{ text: 'Wrote src/auth.ts' }],
    files: [{ path: 'src/auth.ts', hash: 'aaaaaaaaaaaaaaaa' }],
    intent: { text: 'make login work' },
    plan: { path: 'plan.md', step: 2, of: 5 },
    where: { branch: 'feat', head: 'a' },
  })
  const auto = entryWith({
    lane: 'auto',
    next: { text: 'guessed by a machine', observed: 'transcript' },
    done: [{ text: 'Wrote src/auth.ts' }, { text: 'commit 1234', observed: 'git log' }],
    files: [{ path: 'src/auth.ts', hash: 'bbbbbbbbbbbbbbbb' }, { path: 'src/new.ts' }],
    intent: { text: 'now the logout', observed: 'transcript' },
    plan: { path: 'plan.md', step: 3, of: 5 },
    where: { branch: 'feat', head: 'b' },
  })
  expect(joinAuto(named, auto)).toMatchObject({
    lane: 'named',
    next: { text: 'Run npm test -- auth' },
    done: [{ text: 'Wrote src/auth.ts' }, { text: 'commit 1234', observed: 'git log' }],
    files: [{ path: 'src/auth.ts', hash: 'bbbbbbbbbbbbbbbb' }, { path: 'src/new.ts' }],
    intent: { text: 'now the logout' },
    plan: { step: 3 },
    where: { head: 'b' },
  })
})

test('the plan of another piece of work does not replace the one that was meant', () => {
  const joined = joinAuto(
    entryWith({ plan: { path: 'mine.md', step: 1 } }),
    entryWith({ lane: 'auto', plan: { path: 'other.md', step: 9 } }),
  )
  expect(joined.plan).toEqual({ path: 'mine.md', step: 1 })
})
