import fc from 'fast-check'
import { expect, test } from 'vitest'
import { present } from '../present.js'
import { choose, type Candidate, type Here } from './selection.js'

const here: Here = { session: 's1', worktree: '/w', branch: 'main' }

interface Parts {
  id?: string
  session?: string
  worktree?: string
  branch?: string
}

function candidate(name: string, { id, session, ...where }: Parts = {}): Candidate {
  return {
    name,
    id: id ?? `20261115T08420000${name.length % 10}Z-1-${name.padEnd(12, '0').slice(0, 12)}`,
    from: { by: present<{ session?: string }>({ session }), ...where },
  }
}

test('nothing saved: nothing chosen [A9]', () => {
  expect(choose([], here)).toEqual({ kind: 'none' })
})

test('one checkpoint is taken, and why is said [A9]', () => {
  expect(choose([candidate('auth', { worktree: '/w' })], here)).toMatchObject({
    kind: 'chosen',
    why: 'the only checkpoint here',
  })
  expect(choose([candidate('auth', { worktree: '/elsewhere' })], here)).toMatchObject({
    kind: 'chosen',
    why: 'the only checkpoint of this project, saved in another worktree',
  })
})

test.each([
  [
    'this session before this worktree',
    { session: 's1', worktree: '/other' },
    { worktree: '/w', branch: 'main' },
    'saved by this session',
  ],
  [
    'this worktree before this branch',
    { worktree: '/w', branch: 'x' },
    { worktree: '/other', branch: 'main' },
    'saved in this worktree',
  ],
  [
    'this branch before the rest of the project',
    { worktree: '/other', branch: 'main' },
    { worktree: '/other', branch: 'x' },
    'saved on this branch',
  ],
])('%s [F4]', (_, near, far, why) => {
  const choice = choose([candidate('far', far), candidate('near', near)], here)
  expect(choice).toMatchObject({ kind: 'chosen', candidate: { name: 'near' }, why })
})

test('two that are equally near are listed, not guessed, even if one is five days old [F4]', () => {
  const choice = choose(
    [
      candidate('a', { worktree: '/w', branch: 'main', id: '20261110T080000000Z-1-a00000000000' }),
      candidate('b', { worktree: '/w', branch: 'main' }),
    ],
    here,
  )
  expect(choice).toMatchObject({ kind: 'ambiguous', candidates: [{}, {}] })
})

test('an unknown session matches nobody, also not those without one [F4]', () => {
  const choice = choose([candidate('a'), candidate('b')], { worktree: '/w' })
  expect(choice.kind).toBe('ambiguous')
})

test('what is chosen never depends on the order it was found in [F4]', () => {
  const value = fc.option(fc.constantFrom('s1', 's2'), { nil: undefined })
  const one = fc.record({ session: value, worktree: fc.constantFrom('/w', '/v'), branch: fc.constantFrom('main', 'x') })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), fc.integer(), (parts, seed) => {
      const all = parts.map((part, i) =>
        candidate(`c${i}`, {
          ...part,
          id: `20261115T084200${String(i).padStart(3, '0')}Z-1-000000000000`,
        } as Parts),
      )
      const shuffled = all.toSorted((a, b) => ((a.name.charCodeAt(1) * seed) % 7) - ((b.name.charCodeAt(1) * seed) % 7))
      expect(choose(shuffled, here)).toEqual(choose(all, here))
    }),
  )
})
