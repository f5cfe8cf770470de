/**
 * The words of a piece of JavaScript, as far as reading constants of it needs: texts, templates with what stands in them,
 * names, numbers, signs. Comments and patterns are left out. Text that is no JavaScript gives some list too, and no error.
 */

export interface Word {
  kind: 'text' | 'template' | 'number' | 'name' | 'sign'
  /** As it is written, without quotes; for texts what it means. */
  text: string
  /** Of a template: what stands between the values, what it means and as it is written, and the values' own words. */
  parts?: { cooked: string[]; raw: string[]; values: Script[] }
  /** Of `(`, `[`, `{`: where its other end is; of the other end, where it began. */
  other?: number
}

export interface Script {
  words: Word[]
  /** As it is written. */
  source: string
}

const MAX_LENGTH = 400_000
const MAX_DEPTH = 12
const SPACE = /\s+/y
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const NUMBER = /(?:0[xob])?\d[\d_a-f]*(?:\.\d+)?n?/iy
const SIGN = /=>|\?\.(?!\d)|\?\?=?|\|\|=?|&&=?|\.\.\.|[=!]==?|[+\-*/%]=|\+\+|--|[^]/y
const COMMENT = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y
const QUOTED = /(["'])((?:\\[^]|(?!\1)[^\\\n])*)\1/y
const PIECE = /(?:\\[^]|\$(?!\{)|[^`\\$])*/y
/** After these a slash begins a pattern. */
const BEFORE_PATTERN = /^(?:[(,=:[!&|?{};+]|=>|&&|\|\||\?\?|[=!]==?|return|typeof|case)$/
const OTHER_END: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

export function scriptOf(source: string): Script {
  return readScript(source.slice(0, MAX_LENGTH), 0, 0).script
}

/** From `start` to its end, or to the `}` that ends a value in a template. */
function readScript(source: string, start: number, depth: number): { script: Script; end: number } {
  const words: Word[] = []
  const open: number[] = []
  let at = start
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at += found[0].length
    return found
  }
  while (at < source.length) {
    if (take(SPACE) || take(COMMENT)) continue
    const last = words.at(-1)
    if (source[at] === '/' && (!last || BEFORE_PATTERN.test(last.text)) && take(PATTERN)) {
      words.push({ kind: 'sign', text: '/' })
      continue
    }
    const quoted = take(QUOTED)
    if (quoted) {
      words.push({ kind: 'text', text: cooked(quoted[2] as string) })
      continue
    }
    if (source[at] === '`') {
      const read = readTemplate(source, at + 1, depth)
      words.push(read.word)
      at = read.end
      continue
    }
    const named = take(NAME)
    if (named) {
      words.push({ kind: 'name', text: named[0] })
      continue
    }
    const number = take(NUMBER)
    if (number) {
      words.push({ kind: 'number', text: number[0] })
      continue
    }
    const sign = (take(SIGN) as RegExpExecArray)[0]
    if (sign === '}' && depth > 0 && open.length === 0) {
      return { script: { words, source: source.slice(start, at - 1).trim() }, end: at }
    }
    words.push({ kind: 'sign', text: sign })
    pair(words, open)
  }
  return { script: { words, source: source.slice(start).trim() }, end: at }
}

/** Brackets that do not fit are left without another end. */
function pair(words: Word[], open: number[]): void {
  const [here, sign] = [words.length - 1, (words.at(-1) as Word).text]
  if (sign === '(' || sign === '[' || sign === '{') return void open.push(here)
  const begins = open.at(-1)
  if (begins === undefined || OTHER_END[sign] !== words[begins]?.text) return
  open.pop()
  ;(words[begins] as Word).other = here
  ;(words[here] as Word).other = begins
}

function readTemplate(source: string, start: number, depth: number): { word: Word; end: number } {
  const parts: Required<Word>['parts'] = { cooked: [], raw: [], values: [] }
  let at = start
  for (;;) {
    PIECE.lastIndex = at
    const raw = PIECE.exec(source)?.[0] ?? ''
    parts.raw.push(raw)
    parts.cooked.push(cooked(raw))
    at += raw.length
    if (!source.startsWith('${', at) || depth >= MAX_DEPTH) break
    const value = readScript(source, at + 2, depth + 1)
    parts.values.push(value.script)
    at = value.end
  }
  return { word: { kind: 'template', text: '', parts }, end: at + 1 }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' }

function cooked(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([^]))/gi,
    (_, long?: string, four?: string, two?: string, line?: string, one?: string) => {
      const code = long ?? four ?? two
      if (code !== undefined) return charOf(Number.parseInt(code, 16))
      return line === undefined ? (ESCAPES[one as string] ?? (one as string)) : ''
    },
  )
}

function charOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '�'
}
