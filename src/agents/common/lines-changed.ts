/** How many lines an edit added and removed, from what the record holds of it. */

export interface Changed {
  added: number
  removed: number
}

export function linesIn(text: string): number {
  if (text === '') return 0
  let [lines, at] = [text.endsWith('\n') ? 0 : 1, -1]
  while ((at = text.indexOf('\n', at + 1)) >= 0) lines++
  return lines
}

/** One text in place of another: the lines both begin or end with did not change. */
export function countReplaced(before: string, after: string): Changed {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, fresh.length)
  let [head, tail] = [0, 0]
  while (head < shorter && old[head] === fresh[head]) head++
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  return { added: fresh.length - head - tail, removed: old.length - head - tail }
}

/** A unified diff, or the body of a hunk. File headers do not count. */
export function countDiff(diff: string): Changed {
  const changed: Changed = { added: 0, removed: 0 }
  for (const line of diff.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++ ')) changed.added++
    else if (line.startsWith('-') && !line.startsWith('--- ')) changed.removed++
  }
  return changed
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
