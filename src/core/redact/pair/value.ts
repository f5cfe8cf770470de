/** Where a value ends: in quotes, between tags, in an env file, in a query, over several lines. */
import { afterWrap, isIn, RUN, runEnd } from '../chars.js'
import type { PairForm } from './judge.js'
import { isDrawn, isGenerated, isScrambled, shapeOf } from '../words.js'

const OPEN_VALUE = /(?:[^\s\u001b"'`<>,;&|(){}[\]\\%]|%(?!2[26]|0[AaDd]|3[CcBb]|7[DdCc])|\\(?![nrtu"'\\])){1,400}/y
/** In an env file everything up to the next space belongs to the value. */
const ENV_VALUE = /(?:[^\s\u001b"'`\\<]|<(?!\/)|\\(?![nrtu"'\\])){1,400}/y
/** What is left of a value longer than what it was judged by. */
const REST = /[^\s"'`\\]*/y
export const MAX_VALUE = 400
/** Up to the closing tag. */
export function markupEnd(text: string, from: number): number {
  const end = text.slice(from, from + MAX_VALUE).search(/[<\r\n]|\]\]>/)
  return end < 0 ? Math.min(text.length, from + MAX_VALUE) : from + end
}

/** The next pair of a query, a connection string or a list; what closes a bracket. */
const NEXT_PAIR = /[&;,][A-Za-z][A-Za-z_ .-]{2,30}[=:]|\|[a-z]{4,}$|&(?:quot|amp|apos|lt|gt|#\d{2,3});|[;,)\]]+$/
const NEXT_IN_STRING = /;[A-Za-z][\w .-]{1,30}=|;$/

export function openEnd(text: string, from: number, form: PairForm, nameStart: number): number {
  const pattern = form === 'env' ? ENV_VALUE : OPEN_VALUE
  pattern.lastIndex = from
  const isWide = form === 'open' || form === 'query' || form === 'flag'
  const isString = text.charAt(nameStart - 1) === ';'
  if (!pattern.test(text) && !isWide) return from
  let end = Math.max(from, Math.min(pattern.lastIndex, from + MAX_VALUE))
  if (isWide && '&|;,(){}[]<>%'.includes(text.charAt(end) || ' '))
    end = isName(text, from, end)
      ? end
      : wideEnd(text, from, end, form === 'query' && isString ? NEXT_IN_STRING : NEXT_PAIR)
  while (end > from && '.:!?'.includes(text.charAt(end - 1)) && /\s|^$/.test(text.charAt(end))) end--
  return end
}

/** `models.CharField(`: a name before a bracket. */
function isName(text: string, from: number, end: number): boolean {
  const name = text.slice(from, end)
  return text.charAt(end) === '(' && /^[A-Za-z_][\w.]{2,}$/.test(name) && shapeOf(name).wordiness >= 0.5
}

/** A password with signs that end a value elsewhere: all of it, if nothing but a generator would write that. */
function wideEnd(text: string, from: number, end: number, next: RegExp): number {
  ENV_VALUE.lastIndex = from
  if (!ENV_VALUE.test(text)) return end
  const whole = text.slice(from, Math.min(ENV_VALUE.lastIndex, from + 128))
  const cut = whole.search(next)
  const value = cut < 0 ? whole : whole.slice(0, cut)
  return value.length > end - from && isGenerated(value, shapeOf(value)) ? from + value.length : end
}

export function restEnd(text: string, end: number): number {
  REST.lastIndex = end
  return REST.test(text) ? REST.lastIndex : end
}

/** Up to the same quote, escaped as deeply; an unclosed one ends with the line. */
export function quotedEnd(text: string, from: number, quote: string): number {
  const closing = quote.replace(/^(?:[fbruN@]|new )/, '')
  const first = closing.charCodeAt(0)
  const stop = Math.min(text.length, from + MAX_VALUE)
  for (let at = from; at < stop; at++) {
    const code = text.charCodeAt(at)
    if (code === first && (closing.length === 1 || text.startsWith(closing, at))) return at
    if (code === 10 || code === 13) return at
    // A backslash hides the next character, unless backslashes are how this quote itself is written.
    if (code === 92 && closing.length === 1) at++
  }
  return stop
}

/** A drawn value that goes on in the next line. */
export function wrappedEnd(text: string, end: number): number {
  let last = end
  for (let line = 0; line < 40; line++) {
    const next = afterWrap(text, last)
    if (next < 0 || !isIn(RUN, text.charCodeAt(last - 1))) return last
    const stop = runEnd(text, next, RUN, MAX_VALUE)
    const facts = shapeOf(text.slice(next, stop))
    if (
      stop - next < 8 ||
      !(facts.digits > 0 ? isDrawn(facts) : isScrambled(text.slice(next, stop), facts)) ||
      /[=:]/.test(text.charAt(stop)) ||
      text.slice(next, stop - 2).includes('=')
    )
      return last
    last = stop
  }
  return last
}
