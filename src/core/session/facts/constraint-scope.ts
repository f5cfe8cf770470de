/** Whether a sentence asks to be kept to, and for how long: it is cut into clauses, and each is asked by the words of its language. */
import {
  ARABIC,
  type ConstraintWords,
  CYRILLIC,
  EAST_ASIAN,
  LATIN,
  LEADS,
  small,
  TELLING,
  wordsOf,
} from './constraint-words.js'
import { isCorrection } from './words/corrections.js'

/** For good or for now; null: it is no constraint. What is set right holds for good. */
export function scopeOf(sentence: string): 'good' | 'now' | null {
  const said = small(sentence).replace(/`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」/g, ' … ')
  const tokens = wordsOf(said)
  let scope: 'good' | 'now' | null = null
  for (const rows of tablesFor(said)) {
    const isSpaced = rows !== EAST_ASIAN
    const hinted = isSpaced ? rows.filter(({ hints }) => tokens.some((token) => hints.has(token))) : rows
    // Most sentences hold none of the words, and the patterns of clauses take long to make.
    if (hinted.length === 0) continue
    const clauses = clausesOf(said, isSpaced)
    for (const words of hinted) {
      const found = clauses.map((clause) => scopeIn(clause, words, isSpaced))
      if (found.includes('now')) return 'now'
      if (!found.includes('good')) continue
      if (words.later.some((word) => has(said, word, isSpaced))) return 'now'
      scope = 'good'
    }
  }
  return scope ?? (isCorrection(sentence) ? 'good' : null)
}

function tablesFor(said: string): (readonly ConstraintWords[])[] {
  const tables: (readonly ConstraintWords[])[] = []
  if (/[a-z]/.test(said)) tables.push(LATIN)
  if (/[а-яё]/.test(said)) tables.push(CYRILLIC)
  if (/[\u0620-\u064a]/.test(said)) tables.push(ARABIC)
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/.test(said)) tables.push(EAST_ASIAN)
  return tables
}

function scopeIn(clause: string, words: ConstraintWords, isSpaced: boolean): 'good' | 'now' | null {
  const starts = (word: string): boolean =>
    clause.startsWith(word) && (!isSpaced || word.endsWith("'") || !isLetter(clause, word.length))
  const holds = (word: string): boolean => has(clause, word, isSpaced)
  if (words.first.some(starts)) return 'now'
  if (isTelling(clause)) return null
  if (words.starts.some(starts) || words.anywhere.some(holds)) return 'good'
  if (words.verbs.some(starts) && words.with.some(holds)) return 'good'
  if (words.ends.some((word) => clause === word || clause.endsWith(isSpaced ? ` ${word}` : word))) return 'good'
  return words.last.some((word) => clause.endsWith(isSpaced ? ` ${word}` : word)) ? 'now' : null
}

/** "don't worry about that", "never mind" */
function isTelling(clause: string): boolean {
  return TELLING.includes(/^(?:(?:don't|dont|do not) (\w+)|never (mind)\b)/.exec(clause)?.slice(1).find(Boolean) ?? '')
}

/** A clause begins behind a mark or one of these words; what leads up to the request itself is cut off. */
const BETWEEN =
  /[,;:，；：、。！،؛—–()]+\s*|[.!]+(?:\s+|$)|\s-\s|\s(?:and|but|or|und|aber|et|mais|y|pero|mas|ma|и|но)\s/
const BEFORE =
  /^(?:(?:please|pls|also|then|so|and|but|ok|okay|now|again|remember|note|important|you|we|i want you to|you should|should|make sure you|make sure to|be sure to|just make sure|bitte|du sollst|wir|aber|auch|und|et|y|e|en|och|и|а|но|та|й|s'il te plaît|por favor|per favore|пожалуйста|proszę|lütfen|alsjeblieft|snälla)\s+)+/
/** Whether `BEFORE` could match: it is slow to make. */
const leads = (clause: string): boolean =>
  LEADS.some((word) => clause.startsWith(word) && !isLetter(clause, word.length))

function clausesOf(said: string, isSpaced: boolean): string[] {
  // "use the token, not the IP" is one.
  const joined = said.replace(/,\s+(?=(?:not|nicht|pas|no|não|non|не)\s)/g, ' ')
  const clauses = joined.split(BETWEEN).map((clause) => clause.trim())
  return isSpaced
    ? clauses.map((clause) => (leads(clause) ? clause.replace(BEFORE, '') : clause))
    : clauses.map((clause) => clause.replace(/^(?:请|也|但|但是|那|那么|麻烦)+/, ''))
}

function has(text: string, word: string, isSpaced: boolean): boolean {
  if (!isSpaced) return text.includes(word)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(text, at - 1) && !isLetter(text, at + word.length)) return true
  return false
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code > 96 && code < 123) || (code > 191 && code < 0x2000 && code !== 0xd7 && code !== 0xf7)
}
