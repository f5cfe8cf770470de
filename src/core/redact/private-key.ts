/** Private keys behind a BEGIN line, as they stand in a file or encoded as one value. */
import { BASE64, runEnd } from './chars.js'
import { NONE, one, type Rule, type Span } from './token-rule.js'

const BEGIN =
  /-{4,5} ?BEGIN ([A-Za-z0-9 ]{0,40}?)(PRIVATE KEY(?: BLOCK)?|Static key V\d|CERTIFICATE|PUBLIC KEY(?: BLOCK)?|CERTIFICATE REQUEST|X509 CRL|SIGNATURE|MESSAGE) ?-{4,5}/y
const END = /-{1,5} ?END [A-Za-z0-9 ]{1,50}-{0,5}/y
/** Between two lines of the body: breaks (real, or escaped once or twice), margins, quotes, line numbers. */
const GAP = /(?:\s|\\{1,8}[nr]|["'`+>|*#,]|%0[AaDd]|\d{1,6}[→\t:|]|-(?=\s)|\\(?=\s))+/y
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Subject|Key-Type|Encryption):[^\n\\]{0,200}/y
const MAX_LINE = 100_000

/** Private keys between BEGIN and END lines: whole, cut off, on one line with `\n`, behind margins. */
export const pemRule: Rule = {
  type: 'private key',
  starts: ['-----BEGIN ', '---- BEGIN '],
  find: (text, at) => {
    BEGIN.lastIndex = at
    const begin = BEGIN.exec(text)
    if (!begin) return NONE
    const { end, body } = readBody(text, at + begin[0].length)
    if (body < 16) return NONE
    return one(at, end, /^(?:PRIVATE|Static)/.test(begin[2] ?? '') ? 'private key' : null)
  },
}

/** Consumes line after line, so that a thousand keys without an end cost no more than their length. */
function readBody(text: string, from: number): { end: number; body: number } {
  let [at, end, body] = [from, from, 0]
  for (;;) {
    const next = skip(text, at, GAP)
    END.lastIndex = next
    if (END.test(text)) return { end: END.lastIndex, body }
    const header = skip(text, next, HEADER)
    if (header > next) {
      at = header
      continue
    }
    const stop = runEnd(text, next, BASE64, MAX_LINE)
    if (stop === next || !isBodyLine(text, next, stop, body)) return { end, body }
    body += stop - next
    ;[at, end] = [stop, stop]
  }
}

/** The last line may be short; a short one that goes on with a space is prose after a key that was cut off. */
function isBodyLine(text: string, start: number, stop: number, body: number): boolean {
  if (text.startsWith('--', start)) return false
  if (stop - start >= 40) return true
  if (body === 0) return stop - start >= 16
  return stop === text.length || (/[\n\r"'`\\%]/.test(text.charAt(stop)) && !/^[a-z]+$/i.test(text.slice(start, stop)))
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** The same key as a value of its own: Base64 of `-----BEGIN … PRIVATE KEY`, as in a Kubernetes secret. */
export const encodedPemRule: Rule = {
  type: 'private key',
  starts: ['LS0tLS1CRUdJTiB'],
  find: (text, at) => {
    const end = runEnd(text, at, BASE64, MAX_LINE)
    const head = text.slice(at, at + 80)
    const isPrivate = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW/.test(head)
    const span: Span = { start: at, end, type: isPrivate ? 'private key' : null }
    return [span]
  },
}

const PUTTY_LINES = /Private-Lines: \d{1,3}(?:\r?\n|\\n)/
const PUTTY_MAC = /(?:\s|\\[nr])*Private-MAC: [0-9a-f]{40,64}/y

/** PuTTY has a format of its own, without BEGIN and END. */
export const puttyRule: Rule = {
  type: 'private key',
  starts: ['PuTTY-User-Key-File-'],
  find: (text, at, after) => {
    const head = text.slice(after, after + 2000)
    const next = head.indexOf('PuTTY-User-Key-File-')
    const lines = PUTTY_LINES.exec(next < 0 ? head : head.slice(0, next))
    if (lines === null) return NONE
    const from = after + lines.index + lines[0].length
    const { end, body } = readBody(text, from)
    return body < 16 ? NONE : one(at, skip(text, end, PUTTY_MAC), 'private key')
  },
}
