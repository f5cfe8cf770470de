/** Private keys behind a BEGIN line, as they stand in a file or encoded as one value. */
import { BASE64, runEnd } from './chars.js'
import { NONE, one, type Rule, type Span } from './token-rule.js'

const BEGIN =
  /-----BEGIN ([A-Z0-9 ]{0,40}?)(PRIVATE KEY(?: BLOCK)?|CERTIFICATE|PUBLIC KEY(?: BLOCK)?|CERTIFICATE REQUEST|X509 CRL|SIGNATURE|MESSAGE)-----/y
const END = /-{1,5}END [A-Z0-9 ]{1,50}-{0,5}/y
/** Between two lines of the body: breaks (real, or escaped once or twice), margins, quotes, line numbers. */
const GAP = /(?:\s|\\{1,8}[nr]|["'`+>|*#,]|%0[AaDd]|\d{1,6}[→\t:|]|-(?=\s)|\\(?=\s))+/y
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Subject|Key-Type):[^\n\\]{0,200}/y
const MAX_LINE = 100_000

/** Private keys between BEGIN and END lines: whole, cut off, on one line with `\n`, behind margins. */
export const pemRule: Rule = {
  type: 'private key',
  starts: ['-----BEGIN '],
  find: (text, at) => {
    BEGIN.lastIndex = at
    const begin = BEGIN.exec(text)
    if (!begin) return NONE
    const { end, body } = readBody(text, at + begin[0].length)
    if (body < 16) return NONE
    return one(at, end, begin[2]?.startsWith('PRIVATE') ? 'private key' : null)
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
