import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSeal, type SealState, sealText } from './seal.js'

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const TEXT = [
  '---',
  'dogear: 1',
  'name: "auth"',
  '---',
  '',
  '# auth',
  '',
  '## Task',
  'Move the tokens into signed cookies, für alle.',
  '',
  '## Done',
  '- The signer',
  '- Its tests',
  '',
].join('\n')
const SEALED = sealText(TEXT, sha256)
const BYTES = new TextEncoder().encode(SEALED)
const stateOf = (bytes: Uint8Array | string): SealState =>
  checkSeal(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, sha256)

test('the check line is the last of the front matter and holds size and hash of the rest', () => {
  const size = new TextEncoder().encode(TEXT).length
  expect(SEALED).toBe(TEXT.replace('"auth"\n---', `"auth"\ncheck: "${size} ${sha256(TEXT)}"\n---`))
  expect(stateOf(SEALED)).toBe('intact')
})

test('sealing again changes nothing, and sealing an edited text makes it right again', () => {
  expect(sealText(SEALED, sha256)).toBe(SEALED)
  expect(stateOf(sealText(SEALED.replace('signer', 'verifier'), sha256))).toBe('intact')
})

test('every flipped byte is found, whatever it becomes', () => {
  for (let at = 0; at < BYTES.length; at++) {
    for (const mask of [1, 2, 4, 8, 16, 32, 64, 128, 255]) {
      const flipped = BYTES.slice()
      flipped[at] = (flipped[at] as number) ^ mask
      expect(stateOf(flipped), `byte ${at} ^ ${mask}`).toBe('altered')
    }
  }
})

test('every truncation is found, and called so unless it looks like a deliberate deletion', () => {
  expect(stateOf('')).toBe('empty')
  for (let length = 1; length < BYTES.length; length++) {
    const state = stateOf(BYTES.slice(0, length))
    const endsAfterText = /[^\n]\n$/.test(new TextDecoder().decode(BYTES.slice(0, length)))
    expect(endsAfterText ? ['truncated', 'altered'] : ['truncated'], `cut at ${length}`).toContain(state)
  }
})

test('zeroed blocks are found and named, wherever they are', () => {
  fc.assert(
    fc.property(fc.nat(BYTES.length - 1), fc.integer({ min: 1, max: BYTES.length }), (start, length) => {
      const zeroed = BYTES.slice().fill(0, start, start + length)
      const isBlock = length >= 8 || start + length >= BYTES.length
      expect(stateOf(zeroed)).toBe(isBlock ? 'zeroed' : stateOf(zeroed))
      expect(stateOf(zeroed)).not.toBe('intact')
    }),
  )
  expect(stateOf(new Uint8Array(4096))).toBe('zeroed')
})

test('a person editing the text alters it, also when it gets shorter', () => {
  expect(stateOf(SEALED.replace('signer', 'verifier of tokens'))).toBe('altered')
  expect(stateOf(SEALED.replace('- The signer\n', ''))).toBe('altered')
  expect(stateOf(SEALED.replaceAll('\n', '\r\n'))).not.toBe('intact')
})

test('a file that never had a check line is unsealed', () => {
  expect(stateOf(TEXT)).toBe('unsealed')
  expect(stateOf('just some notes\n')).toBe('unsealed')
})

test('text without front matter cannot be sealed', () => {
  expect(() => sealText('# notes\n', sha256)).toThrow('no front matter')
})
