/** Inputs for readers: plain bytes, and whole samples with harm done to them. */
import fc from 'fast-check'

/** One letter for one byte, so that all harm is done to texts. */
type Bytes = string

interface Harm {
  do: number
  /** Where, as parts of a million. */
  at: number
  length: number
  /** Which of the tokens, or of the samples. */
  pick: number
}

const MAX_BYTES = 300_000
/** For what is repeated and nested: long enough that quadratic code is seen. */
const LONG = 60_000

/** `long`: how long what is repeated may become. */
export function inputsOf(samples: readonly (string | Uint8Array)[], long: number = LONG): fc.Arbitrary<Buffer> {
  const texts = samples.map((sample) => Buffer.from(sample as string).toString('latin1'))
  const harm: fc.Arbitrary<Harm> = fc.record({
    do: fc.nat(HARMS.length - 1),
    at: fc.nat(1_000_000),
    length: fc.oneof(fc.nat(8), fc.nat(400), fc.nat(long)),
    pick: fc.nat(1_000_000),
  })
  const harmed = fc
    .tuple(fc.nat(Math.max(0, texts.length - 1)), fc.array(harm, { minLength: 1, maxLength: 6 }))
    .map(([which, harms]) => harms.reduce((text, one) => doHarm(text, one, texts), texts[which] ?? ''))
  const token = fc.nat(TOKENS.length - 1).map((i) => TOKENS[i] as string)
  return fc
    .oneof(
      { weight: 8, arbitrary: harmed },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1')) },
      { weight: 1, arbitrary: fc.array(token, { maxLength: 40 }).map((parts) => parts.join('')) },
    )
    .map((text) => Buffer.from(text.slice(0, MAX_BYTES), 'latin1'))
}

function doHarm(text: Bytes, harm: Harm, samples: readonly Bytes[]): Bytes {
  const act = HARMS[harm.do] as (text: Bytes, harm: Harm, samples: readonly Bytes[]) => Bytes
  return act(text, harm, samples).slice(0, MAX_BYTES)
}

const utf8 = (text: string): Bytes => Buffer.from(text, 'utf8').toString('latin1')

/** What readers stumble over: ends and beginnings, letters that are none, numbers, keys of every object, marks of formats. */
const TOKENS: readonly Bytes[] = [
  ['\0', '\r', '\r\n', '\n', '\n\n', '\t', ' ', '\u001b[31m', '\u0085', '\u2028', '\ufeff', '\u202e', '\u00a0'].map(
    utf8,
  ),
  ['\xff\xfe', '\xc0\x80', '\xed\xa0\x80', '\xf8\x88\x80\x80\x80', '\xe2\x82', '\x80', '\xff'],
  ['\\ud800', '\\udc00', '\\u0000', '\\u2028', '\\', '\\\\', '"', "'", '`', '```\n', '~~~'],
  [
    '0',
    '-0',
    '-1',
    '1e999',
    '-1e999',
    '1e-999',
    '9007199254740993',
    '99999999999999999999',
    '4294967296',
    '0x10',
    'NaN',
  ],
  [
    'null',
    'true',
    '{}',
    '[]',
    '""',
    '[null]',
    '{"a":{}}',
    '[[[[[[[[',
    '{"a":{"a":{"a":',
    '}',
    ']',
    ',',
    ':',
    '//',
    '/*',
    '*/',
  ],
  [
    '"__proto__":{"polluted":1},',
    '"constructor":{"prototype":{"polluted":1}},',
    '__proto__',
    'constructor',
    'prototype',
  ],
  ['toString', 'hasOwnProperty', 'length', '__defineGetter__', 'valueOf', 'then', 'toJSON'],
  [
    '---\n',
    '# ',
    '## ',
    '### Next action\n',
    '- ',
    '- [ ] ',
    '- [x] ',
    '* ',
    '1. ',
    '> ',
    '|',
    '<!--',
    '-->',
    '&anchor',
    '*a',
    '!!js/function',
  ],
  ['../', '/', '..', '~', '/dev/null', 'C:\\', 'refs/heads/', 'ref: ', 'gitdir: ', '[remote "origin"]\n\turl = '],
  [
    '20261115T084200123Z-7-k3f9xq2m7p4w',
    '2026-13-45T99:99:99Z',
    '275760-09-14',
    '-000001-01-01T00:00:00Z',
    '1969-12-31',
  ],
  ['ß', 'İ', 'é', '日本', '👩‍👩‍👧', 'ﷺ', '\u0301'].map(utf8),
  ['password=', 'AKIA', 'ghp_', '-----BEGIN RSA PRIVATE KEY-----', 'https://a:b@c/', 'continue', 'weiter mit '],
].flat()

/** For the value of a key. */
const VALUES: readonly Bytes[] = TOKENS.concat(
  [
    '[1,null,"a",{"b":[]}]',
    '{"__proto__":{"polluted":1},"constructor":1}',
    '"\\ud800"',
    '"x"',
    '{"text":7}',
    '"\\u0000"',
  ],
  [
    '"../../../etc/passwd"',
    '{"length":1e9}',
    '[{},[],null,0]',
    '{"toString":null,"valueOf":null}',
    '{"toJSON":1,"then":1}',
  ],
)

const tokenOf = (harm: Harm): Bytes => TOKENS[harm.pick % TOKENS.length] as Bytes
const valueOf = (harm: Harm): Bytes => VALUES[harm.pick % VALUES.length] as Bytes
const placeIn = (text: Bytes, { at }: Harm): number => Math.floor((text.length * at) / 1_000_001)
const partOf = (text: Bytes, harm: Harm): Bytes => text.slice(placeIn(text, harm)).slice(0, 1 + (harm.length % 4_000))
const put = (text: Bytes, at: number, what: Bytes, until: number = at): Bytes =>
  text.slice(0, at) + what + text.slice(until)

/** Changes one line. */
function inLines(text: Bytes, harm: Harm, change: (lines: Bytes[], at: number) => void): Bytes {
  const lines = text.split('\n')
  change(lines, placeIn(text.slice(0, lines.length), harm) % lines.length)
  return lines.join('\n')
}

/** The first match behind the place, else the first of all. */
function atMatch(text: Bytes, harm: Harm, pattern: RegExp, what: Bytes): Bytes {
  const start = placeIn(text, harm)
  const found = pattern.exec(text.slice(start))
  if (found) return put(text, start + found.index, what, start + found.index + found[0].length)
  return text.replace(pattern, () => what)
}

const repeated = (part: Bytes, length: number): Bytes =>
  part.repeat(Math.max(1, Math.floor(length / Math.max(1, part.length))))

const HARMS: readonly ((text: Bytes, harm: Harm, samples: readonly Bytes[]) => Bytes)[] = [
  // Cut off, left out, doubled, moved, overwritten.
  (text, harm) => text.slice(0, placeIn(text, harm)),
  (text, harm) => put(text, placeIn(text, harm), '', placeIn(text, harm) + partOf(text, harm).length),
  (text, harm) => put(text, placeIn(text, harm), partOf(text, harm)),
  (text, harm) => text.slice(placeIn(text, harm)) + text.slice(0, placeIn(text, harm)),
  (text, harm) => put(text, placeIn(text, harm), String.fromCharCode(harm.pick % 256), placeIn(text, harm) + 1),
  (text, harm) =>
    put(text, placeIn(text, harm), '\0'.repeat(1 + (harm.length % 500)), placeIn(text, harm) + (harm.length % 500)),
  // With a part of another one.
  (text, harm, samples) => {
    const other = samples[harm.pick % Math.max(1, samples.length)] ?? ''
    return put(text, placeIn(text, harm), partOf(other, { ...harm, at: harm.pick % 1_000_000 }))
  },
  // With a token, also in the place of something.
  (text, harm) => put(text, placeIn(text, harm), tokenOf(harm)),
  (text, harm) => put(text, placeIn(text, harm), tokenOf(harm), placeIn(text, harm) + tokenOf(harm).length),
  (text, harm) => tokenOf(harm) + text,
  (text, harm) => text + tokenOf(harm),
  // In the words of JSON: another value, another key, a key more, another number.
  (text, harm) =>
    atMatch(
      text,
      harm,
      /:\s*(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null|\[[^[\]]*\]|\{[^{}]*\})/,
      `:${valueOf(harm)}`,
    ),
  (text, harm) => atMatch(text, harm, /"(?:[^"\\]|\\.){1,40}"(?=\s*:)/, `"${tokenOf(harm).replaceAll('"', '')}"`),
  (text, harm) =>
    atMatch(
      text,
      harm,
      /\{/,
      `{${harm.pick % 2 ? '"__proto__":{"polluted":1},' : '"constructor":{"prototype":{"polluted":1}},'}`,
    ),
  (text, harm) => atMatch(text, harm, /-?\d+(?:\.\d+)?/, valueOf(harm)),
  (text, harm) => atMatch(text, harm, /"(?:[^"\\]|\\.)*"/, valueOf(harm)),
  // Nested deeply, in brackets of JSON or in those of text.
  (text, harm) =>
    put(text, placeIn(text, harm), ['[', '{"a":', '(', '> ', '  - ', '*'][harm.pick % 6]!.repeat(harm.length % 20_000)),
  (text, harm) => {
    const depth = harm.length % 20_000
    return atMatch(
      text,
      harm,
      /:\s*(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)/,
      `:${'['.repeat(depth)}${']'.repeat(depth)}`,
    )
  },
  // By lines: double, drop, swap, other line ends.
  (text, harm) => inLines(text, harm, (lines, at) => lines.splice(at, 0, lines[at] as Bytes)),
  (text, harm) => inLines(text, harm, (lines, at) => lines.splice(at, 1)),
  (text, harm) => inLines(text, harm, (lines, at) => lines.push(...lines.splice(at, 1))),
  (text, harm) => inLines(text, harm, (lines, at) => (lines[at] += '\r')),
  (text, harm) => inLines(text, harm, (lines, at) => (lines[at] = tokenOf(harm) + lines[at])),
  (text, harm) => text.replaceAll('\n', harm.pick % 2 ? '\r\n' : '\r'),
  // Long: one part again and again.
  (text, harm) =>
    put(text, placeIn(text, harm), repeated(partOf(text, { ...harm, length: harm.length % 60 }), harm.length)),
  (text, harm) => put(text, placeIn(text, harm), repeated(tokenOf(harm), harm.length)),
  (text, harm) => put(text, placeIn(text, harm), repeated(partOf(text, harm), harm.length)),
]
