import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeId } from '../entry/id.js'
import { planPacks } from '../entry/pack.js'
import { addLink, type Author, compareHeads, emptyLineage, type Link, sureHeads } from './heads.js'

const at = (parents: string[], n: number): string =>
  makeId(
    1_800_000_000_000 + n,
    parents,
    Uint8Array.from({ length: 12 }, (_, i) => (n >> (i * 5)) & 31),
  )

const author = fc.constantFrom<Author>(null, null, 'ada', 'eve')

/** Each step continues some of what is there already, whoever wrote that: chains, forks, merges and new beginnings. */
const histories: fc.Arbitrary<Link[]> = fc
  .array(fc.tuple(fc.array(fc.nat(), { maxLength: 3 }), author), { maxLength: 40 })
  .map((steps) => {
    const links: Link[] = []
    steps.forEach(([picks, by], n) => {
      // Mostly what is newest, as real saves do.
      const parents = new Set(picks.flatMap((pick) => links.at(-1 - (pick % 4))?.id ?? []))
      links.push({ id: at([...parents], n), parents: [...parents], author: by })
    })
    return links
  })

/** Any of them, in any order. */
const deliveries = histories.chain((links) => fc.shuffledSubarray(links))

/** What the law says: nobody who is here and may end it names it. */
function isHead(one: Link, here: readonly Link[]): boolean {
  return !here.some((by) => by.parents.includes(one.id) && (by.author === null || by.author === one.author))
}

function headsOf(
  links: readonly Link[],
  packed: ReadonlySet<string> = new Set(),
): { heads: string[]; missing: string[] } {
  const lineage = emptyLineage()
  const known = new Set<string>()
  for (const link of links) {
    addLink(lineage, link, (id) => known.has(id) || packed.has(id))
    known.add(link.id)
  }
  return { heads: [...lineage.heads.keys()].sort(), missing: [...lineage.missing.keys()].sort() }
}

/** K6: any subset of any set of entries, delivered in any order, hides no head of that subset. */
function keepsLaw(heads: (links: readonly Link[]) => string[]): boolean {
  const law = fc.property(deliveries, (here) => {
    const expected = here.filter((one) => isHead(one, here)).map(({ id }) => id)
    expect(heads(here).toSorted()).toEqual(expected.sort())
  })
  return !fc.check(law, { numRuns: 300 }).failed
}

test('any subset of any set of entries, delivered in any order, hides no head of that subset (K6)', () => {
  expect(keepsLaw((here) => headsOf(here).heads)).toBe(true)
})

/** As 0.2.0 did it: where no generation is missing, the only one of its generation is continued by the next. */
function byGeneration(links: readonly Link[]): string[] {
  const generations = links.map(({ id }) => Number(id.split('-')[1]))
  const isWhole = new Set(generations).size === links.length
  return isWhole
    ? links.flatMap(({ id }, i) => (generations[i] === Math.max(...generations) ? id : []))
    : headsOf(links).heads
}

test.each<[string, (links: readonly Link[]) => string[]]>([
  ['generations prove something', byGeneration],
  ['anybody ends anything', (links) => headsOf(links.map((link) => ({ ...link, author: null }))).heads],
  [
    'what comes late was never continued',
    (links) => links.filter((one, i) => isHead(one, links.slice(i))).map(({ id }) => id),
  ],
])('the law finds the defect: %s', (_, heads) => {
  expect(keepsLaw(heads)).toBe(false)
})

test('what is named as a parent and is not here is a gap', () => {
  fc.assert(
    fc.property(deliveries, (here) => {
      const ids = new Set(here.map(({ id }) => id))
      const gaps = new Set(here.flatMap(({ parents }) => parents.filter((id) => !ids.has(id))))
      expect(headsOf(here).missing).toEqual([...gaps].sort())
    }),
  )
})

test("nobody else's entry ends mine, whatever it says", () => {
  fc.assert(
    fc.property(deliveries, (here) => {
      const mine = here.filter((one) => one.author === null)
      const { heads } = headsOf(here)
      for (const id of headsOf(mine).heads) expect(heads).toContain(id)
    }),
  )
})

test('where an entry is missing, an older head may be what it continued, and is no side of a fork', () => {
  const first = at([], 0)
  const second = at([first], 1)
  const third = at([second], 2)
  const other = at([third], 3)
  const idOf = (id: string): { id: string } => ({ id })
  expect(sureHeads([third, first].map(idOf), [second])).toEqual([{ id: third }])
  expect(sureHeads([other, third].map(idOf), [])).toHaveLength(2)
  expect(sureHeads([other, third].map(idOf), [first]), 'from before the fork').toHaveLength(2)
})

test("one's own come before those of others, and a time in the future is no reason to be first", () => {
  const [old, now, future] = [0, 1000, 5000].map((n) => at([], n)) as [string, string, string]
  const heads = [{ id: future, foreign: true }, { id: now, foreign: true }, { id: old }]
  expect(heads.toSorted((a, b) => compareHeads(a, b, 1_800_000_002_000)).map(({ id }) => id)).toEqual([
    old,
    now,
    future,
  ])
})

/** A row of autosaves behind every step, by whoever wrote the step. */
const rows: fc.Arbitrary<Link[]> = fc
  .array(fc.tuple(fc.array(fc.nat(30), { maxLength: 2 }), fc.integer({ min: 1, max: 9 }), author), { maxLength: 12 })
  .map((steps) => {
    const links: Link[] = []
    for (const [picks, length, by] of steps) {
      for (let n = 0; n < length; n++) {
        const parents = n > 0 ? links.slice(-1) : picks.flatMap((pick) => links.at(-1 - pick) ?? [])
        const ids = [...new Set(parents.map(({ id }) => id))]
        links.push({ id: at(ids, links.length), parents: ids, author: by })
      }
    }
    return links
  })

test('a pack answers as what is in it would: one node, its last entry, that continues what the first one does', () => {
  let packed = 0
  fc.assert(
    fc.property(rows, (links) => {
      const packs = planPacks(
        links.map(({ id, parents, author: by }) => {
          const whose = by === null ? { user: 'me' } : { user: by, foreign: true as const }
          return { id, parents: [...parents], lane: 'auto', kind: 'saved', bytes: 1, ...whose }
        }),
        [],
      )
      const inside = new Set(packs.flatMap(({ ids }) => ids.slice(0, -1)))
      const parentOf = new Map(packs.map(({ ids, parent }) => [ids.at(-1), parent === null ? [] : [parent]]))
      const nodes = links
        .filter(({ id }) => !inside.has(id))
        .map((link) => ({ ...link, parents: parentOf.get(link.id) ?? link.parents }))
      packed += inside.size
      expect(headsOf(nodes, inside)).toEqual(headsOf(links))
    }),
  )
  expect(packed).toBeGreaterThan(50)
})
