/** What a message means by its telling words, and the languages that are written without spaces or join endings to a word. */
import { CHINESE, EVERYWHERE, JAPANESE, KOREAN, type Row } from './before-words.js'

export interface Meaning {
  /** `where`: it asks how things stand. `act`: what is there is to be committed, merged, finished. */
  means: 'go-on' | 'where' | 'act'
  /** Several words tell it, so it means the work before whatever stands beside it. */
  isPlain: boolean
}

/** `EVERYWHERE` counts in every language. */
export function meaningOf(row: Row, isThere: (part: string[]) => boolean): Meaning | null {
  const found = (key: keyof Row): string[][] => partsOf(`${row[key]} ${EVERYWHERE[key]}`).filter(isThere)
  const asks = found('asks').length > 0
  const [goOn, where] = [found('goOn'), found('where')]
  // One word may mean much else beside other words; two tell.
  const isPlain = [...goOn, ...where].some((part) => part.length > 1)
  if (goOn.length > 0) return { means: 'go-on', isPlain }
  const isNext = found('next').length > 0
  if (where.length > 0) return { means: isNext && !asks ? 'go-on' : 'where', isPlain }
  if (isNext) return { means: asks ? 'where' : 'go-on', isPlain: false }
  return !asks && found('act').length > 0 ? { means: 'act', isPlain: false } : null
}

function partsOf(cell: string): string[][] {
  return cell.split(' ').flatMap((part) => (part === '' ? [] : [part.split('+')]))
}

export const DENSE: RegExp = /[\u2e80-\uffef]/
const HANGUL = /\p{Script=Hangul}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const KOREAN_ENDINGS =
  /^[은는이가을를에의로와과도만야요까지서부터게하해할함합한했줘주세자니다인입일죠지었았던더라나네거것고면봐볼보려싶을야까죠셔시으랑]*$/u

export function aboutDense(words: readonly string[]): Meaning | null {
  const text = words.join('')
  const rows = HANGUL.test(text) ? [KOREAN] : KANA.test(text) ? [JAPANESE] : [CHINESE, JAPANESE]
  for (const row of rows) {
    const pieces = piecesOf(row)
    const covers = row === KOREAN ? coversKorean : row === JAPANESE ? coversJapanese : coversChinese
    if (!words.every((word) => isAroundEverywhere(word) || covers(word, pieces))) continue
    const found = meaningOf(row, ([part = '']) => words.some((word) => has(word, part, row)))
    if (found) return found
  }
  return null
}

/** In Korean a word begins with what it means; in a row of signs it may stand anywhere. */
function has(word: string, part: string, row: Row): boolean {
  return row === KOREAN ? word.startsWith(part) : word.includes(part)
}

function isAroundEverywhere(word: string): boolean {
  return Object.values(EVERYWHERE).some((cell: string) => cell.split(' ').includes(word))
}

function piecesOf(row: Row): string[] {
  return [...new Set(Object.values(row).flatMap((cell: string) => cell.split(' ')))].filter((piece) => piece !== '')
}

function coversKorean(word: string, pieces: readonly string[]): boolean {
  return pieces.some((piece) => {
    if (!word.startsWith(piece)) return false
    const ending = word.slice(piece.length)
    return KOREAN_ENDINGS.test(ending) || (ending.length < word.length && coversKorean(ending, pieces))
  })
}

function coversChinese(word: string, pieces: readonly string[]): boolean {
  return isCovered(word, pieces, () => false)
}

/** What is written in hiragana alone joins the rest. */
function coversJapanese(word: string, pieces: readonly string[]): boolean {
  return isCovered(word, pieces, (sign) => /[\p{Script=Hiragana}ー]/u.test(sign))
}

function isCovered(word: string, pieces: readonly string[], isFree: (sign: string) => boolean): boolean {
  const reached = Array.from({ length: word.length + 1 }, () => false)
  reached[0] = true
  for (let at = 0; at < word.length; at++) {
    if (!reached[at]) continue
    if (isFree(word[at] as string)) reached[at + 1] = true
    for (const piece of pieces) if (word.startsWith(piece, at)) reached[at + piece.length] = true
  }
  return reached[word.length] as boolean
}
