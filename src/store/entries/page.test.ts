import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { plantEntry } from '../../../test/support/planted-entries.js'
import { tempDir } from '../../../test/support/world.js'
import type { Entry } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { randomBytes } from '../../platform/files/hash.js'
import { type Project, projectAt } from '../paths.js'
import { readEntry } from './entries.js'
import { readPage } from './page.js'

let clock = Date.UTC(2026, 10, 15)

/** As 0.1.0 saved it: only what was said then. */
function saveOld(project: Project, parents: readonly string[], fields: Partial<Entry>): string {
  const id = makeId(clock++, parents, randomBytes(12))
  plantEntry(project, entryWith({ id, parents: [...parents], ...fields }))
  return id
}

function pageAt(project: Project, id: string): ReturnType<typeof readPage> {
  return readPage(project, readEntry(project, 'auth', id)?.entry as Entry)
}

test('what an old line said first is known at its end, however long the line is', () => {
  const project = projectAt(tempDir(), 'demo-0123456789ab')
  let last = saveOld(project, [], { decisions: [{ text: 'HMAC and no keys' }] })
  const first = last
  for (let n = 0; n < 100; n++) last = saveOld(project, [last], { decisions: [], next: { text: `step ${n}` } })
  const { fields, earlier } = pageAt(project, last)
  expect(fields.decisions).toMatchObject([{ text: 'HMAC and no keys', origin: { entry: first } }])
  expect(fields.next?.text).toBe('step 99')
  expect(earlier).toEqual([])
})

test('what was cleared in an old line stays so for what came after', () => {
  const project = projectAt(tempDir(), 'demo-0123456789ab')
  const before = saveOld(project, [], { decisions: [{ text: 'HMAC and no keys' }] })
  const cleared = saveOld(project, [before], { kind: 'cleared', decisions: [] })
  const after = saveOld(project, [cleared], { decisions: [{ text: 'public keys' }] })
  expect(pageAt(project, after).fields.decisions.map(({ text }) => text)).toEqual(['public keys'])
})

test('forks that were joined again and again are read once each', () => {
  const project = projectAt(tempDir(), 'demo-0123456789ab')
  let last = saveOld(project, [], { decisions: [{ text: 'the first' }] })
  for (let n = 0; n < 40; n++) {
    const sides = ['left', 'right'].map((side) => saveOld(project, [last], { decisions: [{ text: `${side} ${n}` }] }))
    last = saveOld(project, sides, { decisions: [] })
  }
  expect(pageAt(project, last).fields.decisions).toHaveLength(81)
})
