/** Lines such as `**Status:** paused` above the first section, which the layout does not know. They survive as they are. */

const EXTRA_KEY = 'session-continuity'
const HEAD_LINE = /^\*\*[^*\n]{1,80}(?::\*\*|\*\*:)[^\n]*$/

export function isHeadLine(line: string): boolean {
  return HEAD_LINE.test(line)
}

export function headLinesOf(extraKeys: Record<string, unknown>): string[] {
  const own = extraKeys[EXTRA_KEY]
  const lines = typeof own === 'object' && own !== null ? (own as { head?: unknown }).head : undefined
  return Array.isArray(lines)
    ? lines.filter((line): line is string => typeof line === 'string' && isHeadLine(line))
    : []
}

export function extraKeysOf(headLines: readonly string[]): Record<string, unknown> {
  return headLines.length === 0 ? {} : { [EXTRA_KEY]: { head: [...headLines] } }
}
