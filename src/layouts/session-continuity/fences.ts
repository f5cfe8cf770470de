/** Where fenced code and comments end. Found in one pass over the lines, however many of them look like a beginning. */

const FENCE = /^(`{3,}|~{3,})/
export const COMMENT = '<!--'

/** Asked line by line from the top: the last line of what begins at `at`, or null where nothing does or it never ends. */
type EndFinder = (at: number) => number | null

export function isFence(line: string): boolean {
  return FENCE.test(line)
}

export function fenceEnds(lines: readonly string[]): EndFinder {
  // Where a fence was never closed, no later one of that length is.
  const shortestOpen = new Map<string, number>()
  return (at) => {
    const fence = FENCE.exec(lines[at] as string)?.[1]
    if (fence === undefined) return null
    const sign = fence[0] as string
    if (fence.length >= (shortestOpen.get(sign) ?? Number.POSITIVE_INFINITY)) return null
    for (let end = at + 1; end < lines.length; end++) if (closes(lines[end] as string, fence)) return end
    shortestOpen.set(sign, fence.length)
    return null
  }
}

/** A comment with text behind it is text. */
export function commentEnds(lines: readonly string[]): EndFinder {
  let end = -1
  return (at) => {
    if (!(lines[at] as string).startsWith(COMMENT)) return null
    while (end < lines.length && (end < at || !(lines[end] as string).includes('-->'))) end = Math.max(end + 1, at)
    return lines[end]?.trimEnd().endsWith('-->') ? end : null
  }
}

function closes(line: string, fence: string): boolean {
  const end = FENCE.exec(line)?.[1]
  return end !== undefined && end.startsWith(fence) && line.trimEnd() === end
}
