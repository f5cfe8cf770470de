/** Fingerprints as words that can be read aloud: each word is 16 bits, consonant and vowel in turn. */

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'
/** Four words are 64 bits: nobody finds a second key for them by trying. */
const WORDS = 4

/** `hex`: at least 16 digits. */
export function wordsOf(hex: string): string {
  return Array.from({ length: WORDS }, (_, i) => wordOf(Number.parseInt(hex.slice(4 * i, 4 * i + 4), 16))).join('-')
}

/** Whether somebody typed these words, or the digits they stand for. */
export function isFingerprint(typed: string, hex: string): boolean {
  const text = typed.trim().toLowerCase()
  return text === wordsOf(hex) || (text.length >= 16 && hex.startsWith(text))
}

function wordOf(bits: number): string {
  const consonant = (shift: number): string => CONSONANTS[(bits >> shift) & 15] as string
  const vowel = (shift: number): string => VOWELS[(bits >> shift) & 3] as string
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0)
}
