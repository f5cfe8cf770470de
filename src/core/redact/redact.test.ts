import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DogearError } from '../errors.js'
import { allRules, makeRedactor, redact, redactorFor, redactorOfFew } from './redact.js'

// In parts, so that no scanner takes this file for a leak.
const TOKEN = `gh${'p_'}Zk3Qw9Xv7Rt2Lm8Np4Bs6Hd1Jf5Gc0YaVe9T`
const DASHES = '-----'
const LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'

test('the mark says what it was, and the rest of the line stays', () => {
  expect(redact(`git push with ${TOKEN} failed`)).toBe('git push with [redacted: github token] failed')
})

test('in a pair the name stays, and a token with a shape of its own is called by it', () => {
  expect(redact('DB_PASSWORD=hunter2\nPORT=1')).toBe('DB_PASSWORD=[redacted: password]\nPORT=1')
  expect(redact(`"token": "${TOKEN}"`)).toBe('"token": "[redacted: github token]"')
})

test('of a URL only the password goes', () => {
  const url = 'postgres://shop:s3cretpw@db.internal:5432/orders?ssl=true'
  expect(redact(url)).toBe('postgres://shop:[redacted: password in url]@db.internal:5432/orders?ssl=true')
})

test.each([
  ['quotes escaped once', String.raw`{"out":"{\"password\":\"Winter2024!\"}"}`, 'Winter2024!'],
  ['quotes escaped twice', String.raw`"{\\\"password\\\":\\\"Winter2024!\\\"}"`, 'Winter2024!'],
  ['an escaped line break before', String.raw`"first\n${TOKEN}\nlast"`, TOKEN],
  ['percent-encoded', `?next=%2Fhome%3Fv%3D${TOKEN}%26x%3D1`, TOKEN],
  ['in a coloured log', `\u001B[32m${TOKEN}\u001B[0m`, TOKEN],
  ['a flag', 'tool login --password Tr0ub4dor --quiet', 'Tr0ub4dor'],
  ['a flag in a list', '["login","--token","a8f3kQ92mzL0x7Wp"]', 'a8f3kQ92mzL0x7Wp'],
  ['in .netrc', 'machine example.test login me password Zx81spectrum', 'Zx81spectrum'],
  ['in XML', '<password>Zx81spectrum</password>', 'Zx81spectrum'],
])('found: %s', (_, text, secret) => {
  expect(redact(text)).not.toContain(secret)
  expect(redact(text)).toContain('[redacted: ')
})

test('a token broken over two lines goes as a whole, and nothing after it', () => {
  const broken = `value: ${TOKEN.slice(0, 20)}\n    ${TOKEN.slice(20)}\nport: 1`
  expect(redact(broken)).toBe('value: [redacted: github token]\nport: 1')
})

test('a token that was cut off goes too', () => {
  expect(redact(`it printed ${TOKEN.slice(0, 26)}`)).toBe('it printed [redacted: github token]')
})

test('a private key becomes one mark: whole, escaped, behind margins, without its end', () => {
  const key = `${DASHES}BEGIN PRIVATE KEY${DASHES}\n${LINE}\n${LINE}\n${DASHES}END PRIVATE KEY${DASHES}`
  expect(redact(`before\n${key}\nafter`)).toBe('before\n[redacted: private key]\nafter')
  expect(redact(JSON.stringify({ key, port: 1 }))).toBe('{"key":"[redacted: private key]","port":1}')
  expect(redact(`+${key.replaceAll('\n', '\n+')}\n+x`)).toBe('+[redacted: private key]\n+x')
  expect(redact(key.slice(0, 120))).toBe('[redacted: private key]')
})

test('a certificate is public', () => {
  const text = `${DASHES}BEGIN CERTIFICATE${DASHES}\n${LINE}\n${LINE}\n${DASHES}END CERTIFICATE${DASHES}`
  expect(redact(text)).toBe(text)
})

test.each([
  ['a commit', 'commit 3f786850e387550fdab836ed7e6dc881de23001b'],
  ['a SHA-256', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['a UUID', 'id: 0085bf70-cd50-4b6d-aecf-6e4e1f6ac010'],
  [
    'an integrity string',
    `sha512-${'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg'}==`,
  ],
  ['an entry id', '20261115T084200123Z-7-k3f9xq2m7p4w'],
  ['a long name', 'getUserAccountSettingsByOrganizationIdAndRegion2'],
  ['a variable', 'export TOKEN=$OTHER_TOKEN'],
  ['an expression', 'const password = await readPassword(user.id)'],
  ['a type', 'interface A { password: string; token?: string }'],
  ['a count', '"max_tokens": 4096, "input_tokens": 123456'],
  ['a stand-in', 'API_KEY=<your-api-key>'],
  ['a path', 'secret_file: /run/secrets/db_password'],
])('left alone: %s', (_, text) => {
  expect(redact(text)).toBe(text)
})

test('a text is redacted once: doing it again changes nothing', () => {
  const pieces = [
    TOKEN,
    'password',
    '=',
    ': ',
    '"',
    '\\"',
    '\n',
    ' ',
    'hunter2',
    '[redacted: token]',
    'Bearer ',
    'cookie: a=',
    '://a:',
    '@b',
    'x',
    '%3D',
    '--token ',
    LINE,
    `${DASHES}BEGIN PRIVATE KEY${DASHES}`,
  ]
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 14 })
  fc.assert(
    fc.property(texts, (parts) => {
      const once = redact(parts.join(''))
      expect(redact(once)).toBe(once)
    }),
  )
})

test('a redactor made for some texts says of them what all rules say', () => {
  const starts = allRules().flatMap((rule) => rule.starts)
  const piece = fc.oneof(
    fc.constantFrom(TOKEN, ...starts, ...starts.map((start) => start.toUpperCase())),
    fc.constantFrom('=', ': ', '"', ' ', '\n', 'hunter2', 'Zx81spectrum', LINE, 'a8f3kQ92mzL0x7Wp', '@host/'),
    fc.string({ maxLength: 6 }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      expect(texts.map(redactorOfFew(texts.join('\n')))).toEqual(texts.map(redact))
      expect(texts.map(redactorFor(texts))).toEqual(texts.map(redact))
    }),
  )
})

test('wherever the token stands in ordinary text, it goes', () => {
  const around = fc.string({
    unit: fc.constantFrom(' ', '\n', '.', ',', '(', ')', '"', "'", '`', '=', ':', '/', '<', '>', '|', '{', '}'),
  })
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(redact(`see${before} ${TOKEN}${after}`)).not.toContain(TOKEN.slice(4, 20))
    }),
  )
})

test('when any rule fails, at whatever place, nothing comes back: 500 failures, 0 texts', () => {
  const rules = allRules()
  let refused = 0
  for (let i = 0; i < 500; i++) {
    const broken = rules.map((rule, at) => (at === i % rules.length ? { ...rule, find: fail } : rule))
    const start = rules[i % rules.length]?.starts[0] ?? ''
    const text = `${'word '.repeat(i)} ${start}${TOKEN.slice(4)} password=hunter2`
    const error = caught(() => makeRedactor(broken, true)(text))
    if (
      error instanceof DogearError &&
      error.code === 'internal' &&
      !JSON.stringify([error.message, error.cause]).includes('hunter2')
    )
      refused++
  }
  expect(refused).toBe(500)
})

function fail(text: string): never {
  throw new Error(`stack overflow in ${text}`)
}

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
