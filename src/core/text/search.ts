/**
 * What search means, in one place: both engines (the index and the plain scan) feed and ask through these functions, so
 * they cannot disagree. A text is a row of tokens: lower case, without accents, split at everything that is not a letter
 * or digit. Chinese, Japanese and Korean write no spaces between words, so there each character is a token.
 */
import { type Entry, IN_READING_ORDER, readFields } from '../entry/entry.js'
import { DogearError } from '../errors.js'

/** One word or quoted phrase of a query: its tokens must follow each other. All phrases must occur. */
export interface Phrase {
  tokens: string[]
  /** The last token is only the beginning of one. */
  prefix: boolean
}

export interface Query {
  phrases: Phrase[]
}

const MAX_WORDS = 32
const MAX_QUERY = 1000
const ASCII = /^[\x00-\x7f]*$/
const ASCII_TOKEN = /[a-z0-9]{1,100}/g
const ASCII_LETTER = /[a-z0-9]/
// Patterns with scripts are made where a text needs them: V8 reads a table of all letters for each.
// One by one: Han, kana (with the long-vowel mark, which is Common) and Hangul. Longer runs of letters and digits are
// cut at 100, because FTS5 cuts at 32 KB: a base64 blob is a phrase of pieces in both engines.
const ALONE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー'
const TOKEN = (): RegExp => new RegExp(`(?=[\\p{L}\\p{N}])[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{N}]){1,100}`, 'gu')
// Pieces may begin before each character that is a token by itself; not before a bare jamo, which belongs to what precedes it.
const PIECE_START = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}가-힣'
const PIECE = (): RegExp => new RegExp(`[${PIECE_START}]?[^\\s${PIECE_START}]+|[${PIECE_START}]`, 'gu')

/** The parts of an entry that search looks into: its name, its branch and the text of every section. */
export function searchText(entry: Entry): string {
  const lines: (string | undefined)[] = [entry.name, entry.where.branch]
  const unread = (): void => {}
  readFields<void>(IN_READING_ORDER, {
    prose: ({ key }) => void lines.push(entry[key]?.text),
    line: unread,
    plan: unread,
    items: ({ key }) => entry[key].forEach(({ text }) => lines.push(text)),
    reasoned: ({ key }) => entry[key].forEach(({ text, why }) => lines.push(text, why)),
    choices: ({ key }) => entry[key].forEach(({ text, why, rejected = [] }) => lines.push(text, why, ...rejected)),
    files: ({ key }) => entry[key].forEach(({ path }) => lines.push(path)),
  })
  for (const section of entry.extraSections) lines.push(section.title, section.text)
  return lines.filter((line) => line !== undefined).join('\n')
}

export function tokenise(text: string): string[] {
  // Nearly every line of nearly every entry is ASCII, and then this is four times as fast with the same result.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_TOKEN) ?? []
  // NFC puts Hangul syllables, which NFKD takes apart, together again. Lower case makes of Σ two letters, by its place.
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
  return plain.match(TOKEN()) ?? []
}

/** `word` → its tokens in a row; `word*` → the beginning of a word; `"several words"` → in that order. */
export function parseQuery(query: string): Query {
  if (query.length > MAX_QUERY)
    throw badQuery(`The query is ${query.length} characters long; at most ${MAX_QUERY} are allowed.`)
  const phrases: Phrase[] = []
  let words = 0
  for (const match of query.replace(/[“”]/g, '"').matchAll(/"([^"]*)"(\*?)|[^\s"]+/g)) {
    const quoted = match[1] !== undefined
    const text = quoted ? (match[1] as string) : match[0]
    words += text.split(/\s+/).filter((word) => word !== '').length
    if (words > MAX_WORDS) throw badQuery(`The query has more than ${MAX_WORDS} words.`)
    const tokens = tokenise(text)
    const prefix = quoted ? match[2] === '*' : text.endsWith('*')
    if (tokens.length > 0) phrases.push({ tokens, prefix })
  }
  if (phrases.length === 0) throw badQuery(`There is nothing to search for in "${query}": it has no letters or digits.`)
  return { phrases }
}

/** True if every phrase of the query occurs in the tokens of a text. */
export function matches(tokens: readonly string[], query: Query): boolean {
  // Tokens contain no spaces, so a row of tokens is a substring, and the engine's substring search is fast and linear.
  const line = lineOf(tokens)
  return query.phrases.every((phrase) => line.includes(needleOf(phrase)))
}

/** The same for a text, of which tokens are made only where that is needed. */
export function occursIn(text: string, query: Query): boolean {
  const places = placesOfWords(text, query)
  return places?.every((place) => place >= 0) || matches(tokenise(text), query)
}

/** The surroundings of the first match on one line of about `width` characters, "…" where something was cut. */
export function makeSnippet(text: string, query: Query, width: number): string {
  const at = findMatch(text, query)
  // Enough for what is left of it without its blanks.
  const reach = 2 * width
  const before = oneLine(text.slice(Math.max(0, at - reach), at))
  const after = oneLine(text.slice(at, at + reach))
  const room = Math.max(Math.floor(width / 3), width - after.length - 1)
  const left = cutStart(before, at > reach, room)
  const gap = left !== '' && /\s/.test(text[at - 1] as string) ? ' ' : ''
  return left + gap + cutEnd(after, at + reach < text.length, width - left.length - gap.length)
}

/** Where in the text the earliest match of any phrase begins; 0 if there is none. */
function findMatch(text: string, query: Query): number {
  const quick = findWord(text, query)
  if (quick >= 0) return quick
  const lines = text.split('\n')
  const tokens = lines.map(tokenise)
  let token = firstMatch(lineOf(tokens.flat()), query)
  let at = 0
  for (let i = 0; i < lines.length; i++) {
    const inLine = (tokens[i] as string[]).length
    if (token < inLine) return at + placeOfToken(lines[i] as string, token)
    token -= inLine
    at += (lines[i] as string).length + 1
  }
  return 0
}

/** The same for single words in a plain text, which is what people search for, without making tokens. -1: not so simple. */
function findWord(text: string, query: Query): number {
  const places = placesOfWords(text, query)?.filter((place) => place >= 0) ?? []
  if (places.length === 0) return -1
  let at = Math.min(...places)
  while (at > 0 && !/\s/.test(text[at - 1] as string)) at--
  return at
}

/** Where each of them stands, -1 for one that does not; null where they are no single words, or the text is not plain. */
function placesOfWords(text: string, { phrases }: Query): number[] | null {
  if (!ASCII.test(text) || phrases.some(({ tokens, prefix }) => prefix || tokens.length > 1)) return null
  const lower = text.toLowerCase()
  return phrases.map(({ tokens }) => placeOfWord(lower, tokens[0] as string))
}

function placeOfWord(lower: string, word: string): number {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const isWhole = !ASCII_LETTER.test(lower[at - 1] ?? ' ') && !ASCII_LETTER.test(lower[at + word.length] ?? ' ')
    if (isWhole) return at
  }
  return -1
}

/** The number of the token at which the earliest match begins; Infinity if there is none. */
function firstMatch(line: string, query: Query): number {
  const places = query.phrases.map((phrase) => line.indexOf(needleOf(phrase))).filter((place) => place >= 0)
  if (places.length === 0) return Infinity
  let token = 0
  for (
    let space = line.indexOf(' ', 1);
    space > 0 && space <= Math.min(...places);
    space = line.indexOf(' ', space + 1)
  )
    token++
  return token
}

/** Where in a line its token number `token` stands: to the word, which is all that normalisation lets us know. */
function placeOfToken(line: string, token: number): number {
  let left = token
  for (const piece of line.matchAll(ASCII.test(line) ? /\S+/g : PIECE())) {
    left -= tokenise(piece[0]).length
    if (left < 0) return piece.index
  }
  return 0
}

function lineOf(tokens: readonly string[]): string {
  return ` ${tokens.join(' ')} `
}

function needleOf(phrase: Phrase): string {
  return ` ${phrase.tokens.join(' ')}${phrase.prefix ? '' : ' '}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function cutStart(text: string, more: boolean, room: number): string {
  if (text.length <= room && !more) return text
  const part = text.slice(Math.max(0, text.length - room + 1))
  const word = part.indexOf(' ')
  return `…${(word >= 0 && word < part.length - 1 ? part.slice(word + 1) : part).replace(/^[\udc00-\udfff]/, '')}`
}

function cutEnd(text: string, more: boolean, room: number): string {
  if (text.length <= room && !more) return text
  const part = text.slice(0, Math.max(1, room - 1))
  const word = part.length < text.length ? part.lastIndexOf(' ') : -1
  return `${(word > room / 2 ? part.slice(0, word) : part).replace(/[\ud800-\udbff]$/, '')}…`
}

function badQuery(message: string): DogearError {
  return new DogearError('usage', message, {
    expected: 'words, the beginning of a word with a star, or a phrase in quotes: token refresh, auth*, "token bucket"',
    next: 'dogear search "token bucket"',
  })
}
