/**
 * Is a message about the work before it, and nothing else? "whats next", "read your handoff and start", "где мы
 * остановились?", "请继续": it has words that stand around any sentence of its language, a telling one among them, and no
 * other, so it names nothing of its own. Looked at in a session that has done nothing yet, where there is no conversation
 * that it could mean.
 */
import { aboutDense, DENSE, type Meaning, meaningOf } from './before-dense.js'
import { EVERYWHERE, ROWS, type Row } from './before-words.js'

export interface Before {
  means: Meaning['means']
  /** Documents that are named, whose names do not say that they hand something over: perhaps the work before wrote them. */
  documents: string[]
  /** More is said than that, so it may be about other work. */
  more?: true
}

const MAX_LENGTH = 200
const MAX_LENGTH_WITH_MORE = 600

/** Null: it is about something of its own, or about nothing. */
export function aboutBefore(text: string): Before | null {
  if (text.length > MAX_LENGTH_WITH_MORE || text.trim().startsWith('<')) return null
  const whole = text.length <= MAX_LENGTH ? aboutIn(text) : null
  return whole ?? inOneClause(text)
}

/**
 * Does a message name the work that was offered? A label that may be an ordinary word ("auth") only where nothing else is
 * named; one that is spelled like none ("feat-login", "v2.1") anywhere.
 */
export function namesLine(text: string, label: string): boolean {
  if (text.length > MAX_LENGTH_WITH_MORE || label.length < 2) return false
  const [said, name] = [text.normalize('NFC').toLowerCase(), label.normalize('NFC').toLowerCase()]
  const at = said.indexOf(name)
  if (at < 0 || isJoined(said[at - 1], name[0]) || isJoined(said[at + name.length], name.at(-1))) return false
  if (/[-_/\d#.:]/.test(name) && name.length > 3) return true
  const plain = fold(`${text.slice(0, at)} ${text.slice(at + name.length)}`)
  return text.length <= MAX_LENGTH && isAround(plain.match(/[\p{L}\p{M}\p{N}']+/gu) ?? [])
}

/** Part of a longer word or path. */
function isJoined(beside: string | undefined, edge: string | undefined): boolean {
  return beside !== undefined && /[\p{L}\p{N}_/-]/u.test(beside) && /[a-z0-9_-]/.test(edge ?? '')
}

/** "I've lost track of where we are": plainly about the work before, whatever is said beside it. */
function inOneClause(text: string): Before | null {
  for (const clause of text.split(/[.!?…]+(?:\s|$)|[。！？\n]+|,\s/)) {
    const found = clause.length <= MAX_LENGTH ? aboutIn(clause) : null
    if (found?.isPlain && found.means !== 'act') return { means: found.means, documents: found.documents, more: true }
  }
  return null
}

type Found = Before & Meaning

function aboutIn(text: string): Found | null {
  const { rest, documents, handsOver } = takeDocuments(text)
  const plain = fold(rest)
  if (isOwn(plain)) return null
  // Patterns for all scripts are slow to make, and most prompts need none.
  const words = plain.match(isAscii(plain) ? /[a-z\d']+/g : /[\p{L}\p{M}\p{N}']+/gu) ?? []
  const found = DENSE.test(plain) ? aboutDense(words) : aboutSpaced(words)
  // "Read docs/notes.md and start": only where the work before wrote it.
  if (found === null && (handsOver || documents.length > 0) && isAround(words))
    return { means: 'go-on', documents: handsOver ? [] : documents, isPlain: false }
  return found && { ...found, documents: handsOver ? [] : documents }
}

const DOCUMENT = /[`"'(@]*((?:[\w.~-]+[\\/])*[\p{L}\p{N}_.-]+\.(?:md|markdown|mdx|txt|org|rst|adoc))[`"')]*/giu
const HANDS_OVER =
  /hand[-_ ]?(?:off|over)|next[-_ ]?steps?|(?:session|current)[-_ ]?(?:state|status|context)|resume|continue|progress|status|todo|checkpoint|wip|übergabe|traspaso|relevo|passation|passagem|consegne|交接|引き?継ぎ?|인수인계/iu

/** A file that hands work over says so in its name: it is nothing of the prompt's own. */
function takeDocuments(text: string): { rest: string; documents: string[]; handsOver: boolean } {
  const documents: string[] = []
  let handsOver = false
  if (!text.includes('.')) return { rest: text, documents, handsOver }
  const rest = text.replace(DOCUMENT, (_, path: string) => {
    if (HANDS_OVER.test(path.split(/[\\/]/).at(-1) as string)) handsOver = true
    else documents.push(path)
    return ' '
  })
  return { rest, documents, handsOver }
}

/** A document that a session wrote hands its work over, whatever it is called. */
export function isWrittenBy(document: string, files: readonly { path: string; role?: string }[]): boolean {
  const name = document.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const isSame = (path: string): boolean => path === name || path.endsWith(`/${name}`) || name.endsWith(`/${path}`)
  return files.some(({ path, role }) => role !== 'read' && isSame(path))
}

/** Marks of code, of a link, of a number of something: it names what it is about. */
function isOwn(plain: string): boolean {
  return /[{}<>=#$\\]|:\/\/|\w\/\w|\w\.\w|\w_\w|[^\W\d_]\d|\b\d+\b/.test(plain) || NEVER.test(plain)
}

/** A curriculum vitae; a hand-over that is still to be written; a sentence that breaks off. */
const NEVER =
  /\b(?:my|a|his|her) resume\b|\b(?:make|create|write|draft|update|prepare) (?:(?:a|an|the|your|me|us|new|this) )*(?:handoff|handover|recap|plan|todo|todos|list|notes?)\b|\bget back to (?:me|us)\b|\bwhat time\b|\bhow do(?:es)? .*\bwork\b|\b(?:the|dem|den|des|einem|einen)$/

/** Small letters without diacritics, in the spelling of the tables. */
function fold(text: string): string {
  const plain = text.toLowerCase().replace(/[’‘`´]/g, "'")
  return (isAscii(plain) ? plain : withoutMarks(plain))
    .replace(/\bhand[- ](off|over)\b/g, 'hand$1')
    .replace(/\bto[- ]dos?\b/g, 'todo')
    .replace(/\b(step|phase|part|stage|task|schritt|paso|passo|etape|krok|adim|шаг) \d{1,2}\b/g, '$1')
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/đ/g, 'd')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ı/g, 'i')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
}

/** With spaces between the words. */

/** Looked up in one text: to make sets of thousands of words takes longer than to look at a prompt. */
function allOf(row: Row): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = ` ${Object.values(row).join(' ')} ${Object.values(EVERYWHERE).join(' ')} `.replaceAll('+', ' ')
  texts.set(row, text)
  return text
}

const texts = new Map<Row, string>()

function aboutSpaced(words: readonly string[]): Meaning | null {
  for (const row of ROWS) {
    const said = saidIn(words, allOf(row))
    if (!said) continue
    const found = meaningOf(row, (part) => part.every((word) => isSaid(word, said)))
    if (found) return found
  }
  return null
}

function isAround(words: readonly string[]): boolean {
  return ROWS.some((row) => saidIn(words, allOf(row)) !== null)
}

/** Null: one of the words is none of this language. */
function saidIn(words: readonly string[], all: string): Set<string> | null {
  const said = new Set<string>()
  for (const word of words) {
    const forms = formsIn(word, all)
    if (forms.length === 0) return null
    for (const form of forms) said.add(form)
  }
  return said
}

/** Short forms, and what is often mistyped and too short to be told from other words by its letters. */
const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  'nxt:next nex:next netx:next enxt:next nexxt:next whre:where wher:where wehre:where waht:what wahts:whats hwat:what lft:left wnat:want'
    .split(' ')
    .map((pair) => pair.split(':')),
)
/** Words that tell, long enough that hardly another word is a slip of the finger away. */
const TELLING =
  'continue continuing proceed resume handoff handover status progress remaining yesterday previous session recap pending'.split(
    ' ',
  )
const NO_SLIP = new Set([
  'stats',
  'statue',
  'statuses',
  'resumes',
  'presume',
  'progressed',
  'processed',
  'sending',
  'bending',
])

/** "contiune", "reusme": one slip away from a word that tells. */
function meantBy(word: string): string {
  if (Object.hasOwn(SPELLED, word)) return SPELLED[word] as string
  if (word.length < 5 || NO_SLIP.has(word)) return word
  return TELLING.find((one) => isOneSlip(word, one)) ?? word
}

/** A letter too many, too few, another, or two that changed places. */
function isOneSlip(word: string, meant: string): boolean {
  if (word === meant || Math.abs(word.length - meant.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === meant[start]) start++
  const rest = (text: string, from: number): string => text.slice(from)
  const isSwapped = word[start] === meant[start + 1] && word[start + 1] === meant[start]
  return (
    rest(word, start + 1) === rest(meant, start + 1) ||
    rest(word, start + 1) === rest(meant, start) ||
    rest(word, start) === rest(meant, start + 1) ||
    (isSwapped && rest(word, start + 2) === rest(meant, start + 2))
  )
}

/** As it stands in the tables: whole, without the apostrophe, or by its parts. Empty: it is none of this language. */
function formsIn(word: string, all: string): string[] {
  const bare = word.replaceAll("'", '')
  if (bare === '') return [word]
  if (isKnown(bare, all)) return [bare]
  const meant = isAscii(bare) ? meantBy(bare) : bare
  if (meant !== bare && isKnown(meant, all)) return [meant]
  const parts = word.split("'").filter((part) => part !== '')
  if (parts.length > 1 && parts.every((part) => isKnown(part, all))) return parts
  if (!/[\u0600-\u06ff]/.test(bare)) return []
  // "and", "then" and the article are one with their word in Arabic.
  const [, stem] = /^[وف]?(?:ال|لل|ل|ب)?(\p{Script=Arabic}{2,})$/u.exec(bare) ?? []
  return [stem, bare.replace(/^[وف]/, '')].filter(
    (one) => one !== undefined && one !== bare && isKnown(one, all),
  ) as string[]
}

const LONGEST_ENDING = 7

function isKnown(word: string, all: string): boolean {
  if (all.includes(` ${word} `)) return true
  for (let length = word.length; length >= Math.max(2, word.length - LONGEST_ENDING); length--)
    if (all.includes(` ${word.slice(0, length)}* `)) return true
  return false
}

function isSaid(word: string, said: ReadonlySet<string>): boolean {
  if (!word.endsWith('*')) return said.has(word)
  const stem = word.slice(0, -1)
  return [...said].some((one) => one.startsWith(stem))
}
