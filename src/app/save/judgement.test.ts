/** With real entries on a real disk. */
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { tempDir } from '../../../test/support/world.js'
import type { Entry } from '../../core/entry/entry.js'
import { withJudgement } from '../../core/session/triggers/autosaved.js'
import { createEntry } from '../../store/entries/entries.js'
import { type Project, projectAt } from '../../store/paths.js'
import { findJudgement, judgementBehind } from './judgement.js'

function line(): { project: Project; add: (n: number, parts: Partial<Entry>) => Entry } {
  const project = projectAt(tempDir(), 'shop-0123456789ab')
  const idOf = (n: number): string => `20261115T0842${String(n).padStart(2, '0')}123Z-${n}-k3f9xq2m7p4w`
  const add = (n: number, { parents, ...parts }: Partial<Entry>): Entry => {
    const entry = entryWith({ id: idOf(n), name: 'auth', parents: parents ?? (n > 1 ? [idOf(n - 1)] : []), ...parts })
    createEntry(project, entry, 'test')
    return entry
  }
  return { project, add }
}

test('what an autosave tells is believed without reading the line', () => {
  const { project, add } = line()
  const named = add(1, { lane: 'named' })
  const head = withJudgement(add(9, { lane: 'auto' }), named.id)
  // Those between are not there at all.
  expect(findJudgement(project, head)?.id).toBe(named.id)
})

test('where it tells nothing, or of an entry that is no judgement or not there, the line is walked back [F5]', () => {
  const { project, add } = line()
  const named = add(1, { lane: 'named' })
  const first = add(2, { lane: 'auto' })
  const head = add(3, { lane: 'auto' })
  expect(findJudgement(project, head)?.id).toBe(named.id)
  expect(findJudgement(project, withJudgement(head, first.id))?.id).toBe(named.id)
  expect(findJudgement(project, withJudgement(head, '20260101T000000000Z-1-aaaaaaaaaaaa'))?.id).toBe(named.id)
})

test('somebody on the way tells for all who come after', () => {
  const { project, add } = line()
  const told = withJudgement(entryWith({ lane: 'auto' }), null)
  add(2, { lane: 'auto', parents: [], extraKeys: told.extraKeys })
  const head = add(3, { lane: 'auto' })
  expect(findJudgement(project, head)).toBeNull()
})

test('of a fork that is joined, the newest judgement counts', () => {
  const { project, add } = line()
  const [older, newer] = [add(1, { lane: 'named' }), add(2, { lane: 'named', parents: [] })]
  expect(judgementBehind(project, [newer, older])).toBe(newer.id)
  expect(judgementBehind(project, [])).toBeNull()
})
