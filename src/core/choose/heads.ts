/**
 * Which entries are heads. An entry's generation is one more than the highest of what it continues, so names alone
 * answer for a workstream that never forked, and only around forks must anything be read.
 */

/**
 * The heads among `ids`, in no particular order. `complete`: these are all ids there ever were, which is taken for granted
 * where no generation is missing. Then the only id of a generation is continued as soon as there is a next generation,
 * because that one continues something of this. Otherwise every id must be looked for among the parents.
 *
 * `parentsOf` is asked from the highest generation down, and no further than an answer can still matter.
 *
 * A pack stands among the ids with its last one; `packs` tells from which generation on it covers all. What its last one
 * continues is to be answered with what its first one continues.
 */
export function headsOf(
  ids: readonly string[],
  parentsOf: (id: string) => readonly string[],
  complete?: boolean,
  packs: Packs = NONE,
): string[] {
  if (packs.size > 0) return headsAmongPacks(ids, parentsOf, packs)
  const seen = survey(ids)
  const isWhole = complete ?? isWithoutGap(seen)
  // What never forked: as many generations as ids.
  if (isWhole && seen.generations.size === ids.length && isWithoutGap(seen))
    return ids.length === 0 ? [] : [seen.newest]
  const levels = byGeneration(ids)
  return openHeads(levels, candidates(levels, isWhole), parentsOf)
}

/** By the last id of each pack, the generation of its first. */
export type Packs = ReadonlyMap<string, number>
const NONE: Packs = new Map()

/** As above, where some ids stand for many generations. */
function headsAmongPacks(ids: readonly string[], parentsOf: (id: string) => readonly string[], packs: Packs): string[] {
  const spans = ids.map((id) => ({ id, from: packs.get(id) ?? generationOf(id), to: generationOf(id) }))
  spans.sort((a, b) => a.from - b.from)
  // What never forked: one behind the other.
  if (spans.every(({ from }, i) => i === 0 || from === (spans[i - 1] as (typeof spans)[0]).to + 1))
    return spans.slice(-1).map(({ id }) => id)
  const lowest = spans[0]?.from ?? 0
  const highest = spans.reduce((most, { to }) => Math.max(most, to), -Infinity)
  const width = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  // With fewer than that a generation is missing.
  const covered = width < highest - lowest + 1 ? null : new Uint32Array(highest - lowest + 2)
  if (covered)
    for (const { from, to } of spans)
      for (let at = from; at <= to; at++) covered[at - lowest] = (covered[at - lowest] as number) + 1
  const isWhole = covered?.subarray(0, -1).every((times) => times > 0) ?? false
  const isContinued = (to: number): boolean =>
    isWhole && covered?.[to - lowest] === 1 && (covered[to - lowest + 1] ?? 0) > 0
  const open = new Set(spans.filter(({ to }) => !isContinued(to)).map(({ id }) => id))
  return openHeads(byGeneration(ids), open, parentsOf)
}

function openHeads(
  levels: Map<number, string[]>,
  open: Set<string>,
  parentsOf: (id: string) => readonly string[],
): string[] {
  const heads: string[] = []
  for (const generation of [...levels.keys()].sort((a, b) => b - a)) {
    // Whoever continues an id has a higher generation: everything that could strike these out has been read.
    for (const id of levels.get(generation) ?? []) if (open.delete(id)) heads.push(id)
    if (open.size === 0) break
    for (const id of levels.get(generation) ?? []) for (const parent of parentsOf(id)) open.delete(parent)
  }
  return heads
}

/** True where no generation between the lowest and the highest is missing: no file was taken away behind our back. */
export function isContiguous(ids: readonly string[]): boolean {
  return isWithoutGap(survey(ids))
}

interface Survey {
  generations: Set<number>
  lowest: number
  highest: number
  newest: string
}

function survey(ids: readonly string[]): Survey {
  const generations = new Set<number>()
  let [lowest, highest, newest] = [Infinity, -Infinity, '']
  for (const id of ids) {
    const generation = generationOf(id)
    generations.add(generation)
    if (generation < lowest) lowest = generation
    if (generation > highest) [highest, newest] = [generation, id]
  }
  return { generations, lowest, highest, newest }
}

function isWithoutGap({ generations, lowest, highest }: Survey): boolean {
  return generations.size === 0 || generations.size === highest - lowest + 1
}

function byGeneration(ids: readonly string[]): Map<number, string[]> {
  const levels = new Map<number, string[]>()
  for (const id of ids) {
    const generation = generationOf(id)
    const level = levels.get(generation)
    if (level) level.push(id)
    else levels.set(generation, [id])
  }
  return levels
}

function candidates(levels: Map<number, string[]>, complete: boolean): Set<string> {
  const open = new Set<string>()
  for (const [generation, level] of levels) {
    const surelyContinued = complete && level.length === 1 && levels.has(generation + 1)
    if (!surelyContinued) for (const id of level) open.add(id)
  }
  return open
}

/** Cut out by position: parsing ten thousand ids would be felt. The time has 19 characters, see id.ts. */
function generationOf(id: string): number {
  return Number(id.slice(20, id.indexOf('-', 20)))
}
