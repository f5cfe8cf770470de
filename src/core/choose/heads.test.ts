import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headsOf, isContiguous } from './heads.js'
import { makeId, parseId } from '../entry/id.js'
import { planPacks } from '../entry/pack.js'

type Graph = Map<string, string[]>

const at = (parents: string[], n: number): string =>
  makeId(
    1_800_000_000_000 + n,
    parents,
    Uint8Array.from({ length: 12 }, (_, i) => (n >> (i * 5)) & 31),
  )

/** Each step continues some of what is there already: chains, forks, merges and new beginnings. */
const graphs: fc.Arbitrary<Graph> = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 40 }).map((steps) => {
  const graph: Graph = new Map()
  steps.forEach((picks, n) => {
    const ids = [...graph.keys()]
    // Mostly what is newest, as real saves do.
    const parents =
      ids.length === 0 ? [] : [...new Set(picks.map((pick) => ids[Math.max(0, ids.length - 1 - (pick % 4))] as string))]
    graph.set(at(parents, n), parents)
  })
  return graph
})

function naive(graph: Graph): string[] {
  const continued = new Set([...graph.values()].flat())
  return [...graph.keys()].filter((id) => !continued.has(id)).sort()
}

const answer = (graph: Graph, complete: boolean): string[] =>
  headsOf([...graph.keys()], (id) => graph.get(id) ?? [], complete).sort()

test('the heads of any history are those that no parents list names', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      expect(answer(graph, true)).toEqual(naive(graph))
    }),
  )
})

test('with entries missing, the heads are those that nothing still there continues', () => {
  fc.assert(
    fc.property(graphs, fc.infiniteStream(fc.boolean()), (graph, keep) => {
      const left = new Map([...graph].filter(() => keep.next().value))
      expect(answer(left, false)).toEqual(naive(left))
    }),
  )
})

test('the order in which the disk lists ids does not matter', () => {
  fc.assert(
    fc.property(
      graphs.chain((graph) =>
        fc.tuple(fc.constant(graph), fc.shuffledSubarray([...graph.keys()], { minLength: graph.size })),
      ),
      ([graph, ids]) => {
        expect(headsOf(ids, (id) => graph.get(id) ?? [], true).sort()).toEqual(naive(graph))
      },
    ),
  )
})

test('nothing is read where the workstream never forked', () => {
  const ids: string[] = []
  for (let n = 0; n < 50; n++) ids.push(at(ids.slice(-1), n))
  const heads = headsOf(ids, () => expect.fail('an entry was read'), true)
  expect(heads).toEqual(ids.slice(-1))
})

test('an old fork that was closed is read no further than to its lower end', () => {
  const first = at([], 0)
  const [left, right] = [at([first], 1), at([first], 2)]
  const merged = at([left, right], 3)
  const parents = new Map([
    [merged, [left, right]],
    [left, [first]],
    [right, [first]],
  ])
  const read: string[] = []
  const heads = headsOf([first, left, right, merged], (id) => (read.push(id), parents.get(id) ?? []), true)
  expect(heads).toEqual([merged])
  expect(read).toEqual([merged])
})

test('a generation that is missing in between is noticed', () => {
  const first = at([], 0)
  const second = at([first], 1)
  const third = at([second], 2)
  expect(isContiguous([])).toBe(true)
  expect(isContiguous([second, third])).toBe(true)
  expect(isContiguous([first, third])).toBe(false)
})

/** The same with a row behind every step, as a session of autosaves leaves. */
const rows: fc.Arbitrary<Graph> = fc
  .array(fc.tuple(fc.array(fc.nat(30), { maxLength: 2 }), fc.integer({ min: 1, max: 9 })), { maxLength: 12 })
  .map((steps) => {
    const graph: Graph = new Map()
    for (const [picks, length] of steps) {
      for (let n = 0; n < length; n++) {
        const ids = [...graph.keys()]
        const parents = n > 0 ? ids.slice(-1) : picks.flatMap((pick) => ids.at(-1 - pick) ?? [])
        graph.set(at([...new Set(parents)], ids.length), [...new Set(parents)])
      }
    }
    return graph
  })

test('packs answer as what is in them would', () => {
  let packed = 0
  fc.assert(
    fc.property(rows, (graph) => {
      const packs = planPacks(
        [...graph].map(([id, parents]) => ({ id, parents, lane: 'auto', kind: 'saved', user: 'ada', bytes: 1 })),
        [],
      )
      const inside = new Set(packs.flatMap(({ ids }) => ids.slice(0, -1)))
      const parents = new Map(graph)
      for (const { ids, parent } of packs) parents.set(ids.at(-1) as string, parent === null ? [] : [parent])
      const starts = new Map(packs.map(({ ids }) => [ids.at(-1) as string, parseId(ids[0] as string)?.generation ?? 0]))
      const left = [...graph.keys()].filter((id) => !inside.has(id))
      packed += inside.size
      expect(headsOf(left, (id) => parents.get(id) ?? [], undefined, starts).sort()).toEqual(naive(graph))
    }),
  )
  expect(packed).toBeGreaterThan(50)
})
