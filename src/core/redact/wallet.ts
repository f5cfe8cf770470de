/** The words of a wallet: twelve to twenty-four of them in a row, with a name or standing alone. */
import { NONE, type Rule, type Span, untilWarm } from './token-rule.js'

/** Between two words: a space, a comma, a break, a number. */
const GAP = /(?:[ \t]{1,3}|,[ \t]?|[ \t]*\r?\n[ \t]{0,8}|\\n|-|["'],?[ \t]?["'])(?:\d{1,2}[.):][ \t]?)?/y
const WORD = /[a-z]{3,8}(?![A-Za-z])/y
const COUNTS = new Set([12, 15, 18, 21, 24])
/** In every sentence and in no list of these words. */
const PROSE =
  /^(?:the|and|for|are|was|not|but|has|had|from|with|been|were|which|would|could|should|than|them|these|those|its|our|your|their|his|her|she|him|did|does|don|one|how|why|who|can|via|into|also|when|where|because|while|some|more|most|each|both|does|uses|adds|fixes)$/
/** "seed phrase:", "mnemonic is", "recovery words ="; a sign or the word "phrase" has to be there. */
export const NAMED: RegExp =
  /["'`]?(?:[ _-]?(?:phrase|words?|seed|key)["'`]?(?: (?:is|was|are)| for [^\n:]{1,30})?[ \t]{0,4}[:=]?|(?: (?:is|was|are))?["'`]?[ \t]{0,4}[:=])>?[ \t]{0,4}(?:\r?\n[ \t]{0,8}){0,2}(?:[|>][-+]?\r?\n[ \t]{0,8})?["'`[(]{0,2}(?:\d{1,2}[.):][ \t]?)?/iy

const NAMES = ['phrase', 'word', 'seed', 'key']

/** False: `NAMED` cannot match here. A quote and a sign may stand before the second word of a name. */
export function mayBeNamed(text: string, after: number): boolean {
  const near = text.slice(after, after + 12).toLowerCase()
  return near.includes(':') || near.includes('=') || NAMES.some((name) => near.slice(0, name.length + 2).includes(name))
}

const isAsked = untilWarm(mayBeNamed)

interface Words {
  end: number
  words: string[]
}

function readWords(text: string, from: number): Words {
  const words: string[] = []
  let [at, end] = [from, from]
  while (words.length < 25) {
    WORD.lastIndex = at
    if (!WORD.test(text)) break
    words.push(text.slice(at, WORD.lastIndex))
    end = WORD.lastIndex
    GAP.lastIndex = end
    if (!GAP.test(text)) break
    at = GAP.lastIndex
  }
  return { end, words }
}

export const walletRules: readonly Rule[] = [
  {
    type: 'seed phrase',
    starts: ['mnemonic', 'seed', 'recovery', 'secret phrase', 'backup phrase', 'wallet'],
    anyCase: true,
    find: (text, at, after) => {
      NAMED.lastIndex = after
      if (!isAsked(text, after) || !NAMED.test(text)) return NONE
      const from = NAMED.lastIndex
      // The same word again: the last of them is the name.
      if (text.startsWith(text.slice(at, after), from)) return NONE
      const { end, words } = readWords(text, from)
      if (words.length < 11 || isProse(words)) return NONE
      const span: Span = { start: from, end, type: 'seed phrase', vague: true }
      return [span]
    },
  },
]

/** `start` to `end`: words of three to eight letters with one space between them, ended by something else. */
export function findSeedPhrase(text: string, start: number, end: number, count: number): readonly Span[] {
  if (!COUNTS.has(count) || !/^[\s"'`(]?$/.test(text.charAt(start - 1)) || !/^[\s"'`)]?$/.test(text.charAt(end)))
    return NONE
  if (text.charAt(start - 1) === ' ' && text.charAt(start - 2) !== ' ' && !/[:\n]/.test(text.charAt(start - 2)))
    return NONE
  const words = text.slice(start, end).split(' ')
  if (!words.every((word) => /^[a-z]{3,8}$/.test(word)) || isProse(words)) return NONE
  // One line of a list of words.
  if (/[a-z] [a-z]{2,}\r?\n[ \t]*$/.test(text.slice(Math.max(0, start - 24), start))) return NONE
  if (/^\r?\n[ \t]*[a-z]{2,} [a-z]{2,} [a-z]/.test(text.slice(end, end + 48))) return NONE
  return [{ start, end, type: 'seed phrase', vague: true }]
}

/** Sentences have small words, plurals and endings; a list of such words hardly any. */
function isProse(words: readonly string[]): boolean {
  const prose = words.filter((word) => PROSE.test(word)).length
  const endings = words.filter((word) => /(?:[^su]s|ed|ing|ly)$/.test(word)).length
  return prose > 0 || endings > Math.max(2, words.length * 0.2) || new Set(words).size < words.length * 0.6
}

/** A key file of Solana: its 64 bytes as a list of numbers. */
export const KEY_BYTES = 64
const BYTES = /\[((?:(?:25[0-5]|2[0-4]\d|1?\d{1,2}),){63}(?:25[0-5]|2[0-4]\d|1?\d{1,2}))$/

/** `end`: where the list's bracket closes. */
export function findKeyBytes(text: string, end: number): readonly Span[] {
  const bytes = BYTES.exec(text.slice(Math.max(0, end - 4 * KEY_BYTES), end))?.[1]
  // Counted up or all alike it is a table, not a key.
  if (bytes === undefined || new Set(bytes.split(',')).size < 40 || /\b1,2,3,4\b/.test(bytes)) return NONE
  return [{ start: end - bytes.length, end, type: 'private key', vague: true }]
}
