/** The words of a text that say what it is about. */

const LITTLE = new Set(
  `the and for with this that are its you does did was were not yes can could should would let lets how what why when
  where which from about also just then than into out down all any some more most other there here have has had will our
  your test tests file files code`.split(/\s+/),
)

export function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  for (const word of splitWords(text)) {
    if (word.length > 2 && !LITTLE.has(word)) words.add(word.endsWith('s') ? word.slice(0, -1) : word)
  }
  return words
}

/** The patterns for all scripts take half a millisecond to be made, and most texts need none of them. */
function splitWords(text: string): string[] {
  const isAscii = /^[\0-\x7f]*$/.test(text)
  const split = text.replace(isAscii ? /([a-z])([A-Z])/g : /(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return split.match(isAscii ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** What a path says: its last two parts, without the ending. */
export function wordsOfPath(path: string): Set<string> {
  return wordsIn(
    path
      .split('/')
      .slice(-2)
      .join('/')
      .replace(/\.\w+$/, ''),
  )
}
