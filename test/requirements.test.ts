import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requirements } from './requirements.js'
import { checkout, listSources } from './support/checkout.js'

const cited = readCitations()
const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))

test('every id of the six groups is listed exactly once', () => {
  const sizes = { A: 16, B: 11, C: 13, D: 8, E: 15, F: 21 }
  const ids = Object.entries(sizes).flatMap(([group, size]) =>
    Array.from({ length: size }, (_, i) => `${group}${i + 1}`),
  )
  expect(requirements.map(({ id }) => id)).toEqual(ids)
})

test('every promise that has landed is cited by a test', () => {
  const open = requirements.filter(({ id, landed }) => landed && !cited.has(id))
  expect(
    open.map(({ id, text }) => `${id}: ${text}`),
    'landed without a test: write one that would fail without the behaviour and cite the id in its title, like [A1]',
  ).toEqual([])
})

test('tests cite only ids that exist', () => {
  const unknown = [...cited].filter(([id]) => !byId.has(id)).map(([id, files]) => `${id} in ${files.join(', ')}`)
  expect(unknown, 'no such id in test/requirements.ts').toEqual([])
})

test('a promise that has not landed has no test yet', () => {
  const early = requirements.filter(({ id, landed }) => !landed && cited.has(id))
  expect(
    early.map(({ id }) => `${id} in ${cited.get(id)?.join(', ')}`),
    'set `landed` in test/requirements.ts: the list of open promises only shrinks',
  ).toEqual([])
})

/** Which test files cite which id, e.g. [A1] or [A1, F4]. */
function readCitations(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const files = [...listSources('src', ['.test.ts']), ...listSources('test', ['.test.ts'])]
  for (const file of files.filter((path) => path !== 'test/requirements.test.ts')) {
    for (const id of citationsIn(readFileSync(join(checkout, file), 'utf8'))) {
      found.set(id, [...(found.get(id) ?? []), file])
    }
  }
  return found
}

function citationsIn(text: string): Set<string> {
  const groups = text.matchAll(/\[((?:[A-F]\d{1,2})(?:, ?[A-F]\d{1,2})*)\]/g)
  return new Set([...groups].flatMap(([, ids]) => (ids ?? '').split(/, ?/)))
}
