/** What somebody probably meant who mistyped a word. */

/** The word that was probably meant, or undefined when none is near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase().slice(0, MAX_TYPED)
  const ranked = words.map((word) => ({ word, cost: costOf(wanted, word) })).toSorted((a, b) => a.cost - b.cost)
  const best = ranked[0]
  return best && best.cost <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined
}

const MAX_TYPED = 40

/** A beginning ("hist") or a longer form ("next-action") counts as near. */
function costOf(typed: string, word: string): number {
  if (typed.length >= 3 && (word.startsWith(typed) || typed.startsWith(`${word}-`) || typed === `${word}s`)) return 0.5
  return editDistance(typed, word)
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      next.push(cost)
    }
    before = row
    row = next
  }
  return row[b.length] as number
}
