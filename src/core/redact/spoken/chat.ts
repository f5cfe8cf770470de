/** Secrets as people pass them on in a chat: first the value and then what it is, the key of a network, a PIN. */
import { isPassword, keyFrom } from './spoken.js'
import { NONE, type Rule, type Span } from '../token-rule.js'
import { shapeOf } from '../words.js'

const MAX_WORD = 128
/** Whose it is, and then what; behind it the sentence ends or says what it is for. */
const CALLED =
  /(?:(?:the|our|my|your|a) )?(?:[\w-]{1,20} ){0,3}?(?:(api[ -]?(?:key|token|secret)|(?:access|secret|signing|private)[ -]?key|(?:client|signing|webhook)[ -]?secret|(?:access|auth|bearer|refresh|deploy)[ -]?token)|(token|secret|key)|(?:password|passwd|passphrase|passcode|pass|pw|pwd))(?=[.,;:!?)"'`\]]|\s*(?:[\n(]|$)| (?:for|of|to|on|in|btw|now|here|please)\b)/iy
const QUOTES = '"\'`)]'

/** "X is the api key for staging", "use X, that's the root password". */
const namedBehind: Rule = {
  type: 'secret',
  starts: [' is the ', ' is our ', ' is my ', ' is your ', "that's ", 'that’s ', 'thats ', '<- ', '<-- ', '← '].concat([
    ' as the ',
    ' as password',
    ' as passphrase',
    ' as api key',
    ' as token',
  ]),
  anyCase: true,
  last: true,
  find: (text, at, after) => {
    const word = wordBefore(text, at)
    if (word === null) return NONE
    // `as password` is the name itself.
    CALLED.lastIndex = text.startsWith(' as ', at) ? at + 4 : after
    const isArrow = '<←'.includes(text.charAt(at))
    if (isArrow)
      CALLED.lastIndex +=
        /^(?:thats|that['’]s|this is|its|it['’]s) /i.exec(text.slice(after, after + 12))?.[0].length ?? 0
    const called = CALLED.exec(text)
    if (!called) return NONE
    const [start, end] = word
    const value = text.slice(start, end)
    if (called[1] === undefined && called[2] === undefined)
      return isPassword(value, shapeOf(value), false) ? [{ start, end, type: 'password', vague: true }] : NONE
    const key = keyFrom(text, start, called[1] === undefined ? 'drawn' : 'digits')
    return key && key.end === end ? [key] : NONE
  },
}

/** What stands there, without its quotes and the comma behind it. Null: no digit is in it, or it is too long. */
function wordBefore(text: string, at: number): [start: number, end: number] | null {
  let end = at
  while (end > 0 && at - end < 4 && ` ,;–—-${QUOTES}`.includes(text.charAt(end - 1))) end--
  let start = end
  let digits = 0
  for (; start > 0 && end - start <= MAX_WORD; start--) {
    const code = text.charCodeAt(start - 1)
    if (code <= 32 || '"\'`'.includes(text.charAt(start - 1))) break
    if (code >= 48 && code <= 57) digits++
  }
  return digits === 0 || end - start < 5 || end - start > MAX_WORD ? null : [start, end]
}

const NETWORK = /[^\n]{0,60}?\b(?:key|code)["']?[ \t]?[:=][ \t]?["']?([!-~]{8,63})/iy

/** The password of a network is called its key. */
const networkRule: Rule = {
  type: 'password',
  starts: ['wifi', 'wi-fi', 'wlan', 'ssid'],
  anyCase: true,
  last: true,
  find: (text, _at, after) => matched(NETWORK, text, after, (value) => isPassword(value, shapeOf(value), true)),
}

const PIN =
  /(?: code)?(?: (?:for|of|to) [^\n:]{1,24}?)?(?: is| was|:|=)(?: now)? ?["'`]?(\d{4,8}|\d{3}(?:-\d{3}){2})(?![\w.%-])/y

/** In capitals: a pin is also what sticks out of a chip. */
const pinRule: Rule = {
  type: 'secret',
  starts: [' PIN'],
  last: true,
  find: (text, _at, after) => matched(PIN, text, after, () => true),
}

const SENT = /([!-[\]-~]{6,80})\\[rn]["']/y

/** What a script of expect types where a password is asked for. */
const sentRule: Rule = {
  type: 'password',
  starts: ['send "', "send '", 'send -- "'],
  last: true,
  find: (text, _at, after) => matched(SENT, text, after, (value) => isPassword(value, shapeOf(value), false)),
}

function matched(pattern: RegExp, text: string, from: number, isSecret: (value: string) => boolean): readonly Span[] {
  pattern.lastIndex = from
  const match = pattern.exec(text)
  const value = match?.[1]?.replace(/[.,;)"'`]$/, '')
  if (!match || value === undefined || !isSecret(value)) return NONE
  const start = from + match[0].lastIndexOf(value)
  return [{ start, end: start + value.length, type: 'secret', vague: true }]
}

export const chatRules: readonly Rule[] = [namedBehind, networkRule, pinRule, sentRule]
