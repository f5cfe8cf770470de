/** Can these words of a message be the name of a workstream, or do they make a sentence? */
import { slugFrom } from './name.js'

const MOST_WORDS = 4
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}._/#-]*$/u

/** Words of sentences, not of names. */
const OF_SENTENCES = new Set(
  (
    'a an the this that these those it its me my our your you we i us he she they them all any some more no not ' +
    'to from with without for of in on at by as into onto until till after before while when where why how what which who if then else and or but ' +
    'is are was were be been am do does did done have has had can could should would will must may might ' +
    'please now here there again anyway too also just only next first last ' +
    'work working down up out off through anyways further forward ahead on'
  ).split(' '),
)

/** `known`: one of these may be said in any words that make its name. `noun`: "continue testing" names nothing. */
export function canBeName(text: string, known: readonly string[], kind: 'any' | 'noun' = 'any'): boolean {
  const bare = unquote(text)
  if (known.includes(slugFrom(bare) ?? '')) return true
  if (bare !== text.trim()) return WORDS_OF_A_NAME.test(bare)
  const words = text.split(' ')
  if (words.length > MOST_WORDS || !words.every((word) => WORD.test(word))) return false
  // A dash, a slash or a digit is seldom in a sentence: then it is meant as a name.
  if (words.length === 1 && /[-/_\d]/.test(text)) return true
  if (kind === 'noun' && words.some((word) => /^\p{L}{2,}ing$/iu.test(word))) return false
  return !words.some((word) => OF_SENTENCES.has(word.toLowerCase()))
}

const WORDS_OF_A_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._/#-]{0,79}$/u

/** Without the quotes around it. */
export function unquote(text: string): string {
  return /^(["'`])(.*)\1$/.exec(text.trim())?.[2]?.trim() ?? text.trim()
}
