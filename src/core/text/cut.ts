/** Texts made shorter. Never within a long word: half a token is a secret that no rule knows. */

/**
 * At most so many characters, and a word on what is missing. Never within a long word: half a token is a secret that
 * no rule knows.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const start = cutAt(text, most)
  return `${start.trimEnd()}… (cut: it had ${text.length.toLocaleString('en-US')} characters)`
}

/** The beginning of a text, as `cutText` cuts it. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, Math.max(0, most))
  return (/^[!-~]/.test(text.slice(most, most + 1)) ? withoutHalf(start) : start).replace(/[\ud800-\udbff]$/, '')
}

/** On one line, with a sign where it was cut. */
export function cutLine(text: string, most: number): string {
  return text.length <= most ? text : `${cutAt(text, most - 1).trimEnd()}…`
}

/** Scripts without spaces have no long words of these signs. A path that is all there is ends with a folder. */
function withoutHalf(start: string): string {
  const word = /[!-~]{12,}$/.exec(start.slice(-MAX_WORD))?.[0]
  if (word === undefined) return start
  const rest = start.slice(0, -word.length)
  return rest.trim() === '' ? rest + word.slice(0, word.lastIndexOf('/') + 1) : rest
}

const MAX_WORD = 4_096

const BETWEEN = ' … '

/** The beginning and the end of a text, each up to the end or from the beginning of a sentence or word. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.floor(most * 0.45)
  return `${startOf(text, head)}${BETWEEN}${endOf(text, most - head - BETWEEN.length)}`
}

/** Up to the end of a sentence where one ends in its second half, else of a word. */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, Math.max(0, most)).replace(/[\ud800-\udbff]$/, '')
  const ends = [...start.matchAll(/[.!?:](?=\s)|[。！？]|\n/g)]
  const end = ends.findLast(({ index }) => index > most / 2)
  if (end) return start.slice(0, end.index + 1).trimEnd()
  const space = start.search(/\s\S*$/)
  return (space > most / 2 ? start.slice(0, space) : cutAt(text, most)).trimEnd()
}

function endOf(text: string, most: number): string {
  const end = text.slice(Math.max(0, text.length - most)).replace(/^[\udc00-\udfff]/, '')
  const from = /(?:(?<=[.!?])\s|[。！？]|\n)(?=\S)/.exec(end)
  if (from && from.index < most / 2) return end.slice(from.index + 1).trimStart()
  const space = end.search(/\s/)
  // Where it begins within a long word, that is the other half of what `cutAt` leaves out.
  const isWithin = /^[!-~]{2}/.test(text.slice(text.length - end.length - 1))
  const whole = isWithin ? end.replace(/^[!-~]{12,}/, '') : end
  return (space >= 0 && space < most / 2 ? end.slice(space) : whole).trimStart()
}
