/** Names of files inside other text, and how a file is called in a briefing. All linear in the length of the text. */

const BETWEEN = /[\s"'`()[\]{}<>,;:|&=*?$!#\\]+/
const HAS_ENDING = /\.[A-Za-z][A-Za-z0-9_]{0,9}$/
const LONGEST_PATH = 300
export const LONGEST_LOOKED_AT = 20_000

/** Everything that looks like a file with an ending, in the order of the text, each once. */
export function pathsIn(text: string): string[] {
  const found = new Set<string>()
  for (const word of text.slice(0, LONGEST_LOOKED_AT).split(BETWEEN)) {
    if (word.length < 3 || word.length > LONGEST_PATH || !word.includes('.')) continue
    const path = trimDots(word)
    if (HAS_ENDING.test(path) && !path.includes('//')) found.add(path)
  }
  return [...found]
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** True if `written`, as somebody wrote it, can mean `path`. */
export function canMean(written: string, path: string): boolean {
  return path === written || path.endsWith(`/${written}`) || written.endsWith(`/${path}`)
}

/** Relative to the folder where the work is, with forward slashes; absolute where it lies elsewhere. */
export function shownPath(path: string, cwd: string | undefined): string {
  const plain = path.replaceAll('\\', '/')
  const root = cwd?.replaceAll('\\', '/').replace(/\/$/, '')
  return root && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain
}

/** An absolute path without `.` and `..`. */
export function absolute(path: string, cwd: string | undefined): string {
  if (cwd === undefined || /^(?:[/~]|[A-Za-z]:)/.test(path)) return path
  const parts: string[] = []
  for (const part of `${cwd}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}

const TEST_MARK = /(?:^tests?[._-])|(?:[._-](?:tests?|spec)$)/i

/** What a source file and its test have in common: `token` for token.ts, token.test.ts, test_token.py. */
export function stemOf(path: string): { stem: string; isTest: boolean } {
  const base = baseOf(path)
  const name = base.slice(0, base.lastIndexOf('.') > 0 ? base.lastIndexOf('.') : undefined)
  const stem = name.replace(TEST_MARK, '')
  return { stem, isTest: stem !== name }
}

/** "./a.ts..." at the end of a sentence. */
function trimDots(word: string): string {
  let end = word.length
  while (end > 0 && (word[end - 1] === '.' || word[end - 1] === '/')) end--
  return word.slice(word.startsWith('./') ? 2 : 0, end)
}
