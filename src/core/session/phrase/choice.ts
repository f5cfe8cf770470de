/** The answer to "which of these?": a number of the list, or a word for one. Only as the whole message. */
const WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const CHINESE = '一二三四五六七八九十'

const SAID = new RegExp(
  `^(?:(?:please )?(?:continue|resume|take|use|pick)(?: with)? )?(?:(?:number |no\\. ?|#)?(\\d{1,2})|(?:the )?(${WORDS.join('|')}|last)(?: one)?)$`,
  'i',
)
const SAID_IN_CHINESE = /^(?:继续|选|选择)?第?([一二三四五六七八九十]|\d{1,2})个?$/

/** The place in a list of `count`, from 0; null: it answers no such question. */
export function choiceIn(text: string, count: number): number | null {
  const said = text.trim().replace(/(?<![.!。！])[.!。！]+$/, '')
  const [, digits, word] = SAID.exec(said) ?? []
  const chinese = SAID_IN_CHINESE.exec(said)?.[1]
  const place = placeOf(digits ?? chinese, word?.toLowerCase(), count)
  return place >= 0 && place < count ? place : null
}

function placeOf(digits: string | undefined, word: string | undefined, count: number): number {
  if (word === 'last') return count - 1
  if (word !== undefined) return WORDS.indexOf(word)
  if (digits === undefined) return -1
  return CHINESE.includes(digits) ? CHINESE.indexOf(digits) : Number(digits) - 1
}
