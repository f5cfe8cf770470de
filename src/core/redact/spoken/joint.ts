/**
 * What stands between a name and its value, as a pattern. One that knows the letters of all languages, in any case, takes a
 * hundred times as long to make as one of ASCII. Where the text goes on without other letters, as most do, that finds the same:
 * the marks that dogear's own lists and briefings are full of (`…`, `·`, `→`) are no letters.
 */

/** Where it ends that begins there, or -1. */
export type Joint = (text: string, from: number) => number

/** How far the longest of them reaches, and more. */
const REACH = 600
/** ASCII, and blocks of signs and punctuation that hold no letter, number or mark. */
export const NO_OTHER_LETTERS: RegExp = /^[\0-\x7f\xa0-\xa9\xab-\xb1\xb7\xbb\u2000-\u206f\u2190-\u21ff\u2500-\u2775]*$/

/** `source`: with `\p{L}`, `\p{N}` and `\p{M}` for letters; bounded. */
export function jointOf(source: string, flags: 'iy' | 'y' = 'iy'): Joint {
  let [plain, any]: (RegExp | undefined)[] = []
  return (text, from) => {
    const pattern = NO_OTHER_LETTERS.test(text.slice(from, from + REACH))
      ? (plain ??= new RegExp(inAscii(source, flags), flags))
      : (any ??= new RegExp(source, `${flags}u`))
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : -1
  }
}

function inAscii(source: string, flags: string): string {
  const letters = flags.includes('i') ? 'a-z' : 'A-Za-z'
  return source.replaceAll(/\[[^\]]*\]|\\p\{L\}/g, (part) =>
    part.startsWith('[')
      ? part.replace('\\p{L}', letters).replace('\\p{N}', '0-9').replace('\\p{M}', '')
      : `[${letters}]`,
  )
}
