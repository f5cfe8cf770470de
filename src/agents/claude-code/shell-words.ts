/** Lines for a shell: written from words, and read back where a shell would do nothing but split them. */

/** Filled in by the client or by the shell; what follows it in our lines needs no quotes of its own. */
const VARIABLE = /^\$\{CLAUDE_\w+\}[\w./-]*$/

export function shellLine(words: readonly string[]): string {
  return words.map((word) => (VARIABLE.test(word) ? `"${word}"` : quoteIfNeeded(word))).join(' ')
}

export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)
}

const PART = String.raw`'[^']*'|"(?:[^"\\$\u0060]|\$\{\w+\})*"|\\'|\$\{\w+\}|[^\s'"\\;&|<>()$\u0060*?{}~#!]`
const LINE = new RegExp(`^(?:${PART})+(?: +(?:${PART})+)*$`)
const WORD = new RegExp(`(?:${PART})+`, 'g')

/** Null: it is more than a program and its words. Variables stay as they are. */
export function plainWords(line: string): string[] | null {
  return LINE.test(line) ? (line.match(WORD) ?? []).map(unquote) : null
}

function unquote(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"([^"]*)"|\\'/g,
    (_, single: string | undefined, double: string | undefined) => single ?? double ?? "'",
  )
}
