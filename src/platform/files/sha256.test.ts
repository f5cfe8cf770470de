import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sha1Wasm, sha256Wasm } from './sha256.js'

test('the published examples', () => {
  const of = (text: string) => sha256Wasm(new TextEncoder().encode(text))
  expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('it says what node:crypto says, at every length around a block and around its memory', () => {
  const around = [63 * 1024, 2 * 63 * 1024, 200_000].flatMap((n) => [-65, -64, -9, -8, -1, 0, 1, 64].map((d) => n + d))
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), ...around]) {
    const bytes = randomBytes(length)
    expect(sha256Wasm(bytes), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(sha1Wasm(bytes), `${length} bytes`).toBe(createHash('sha1').update(bytes).digest('hex'))
  }
})

test('its code is what the script makes', async () => {
  const path = new URL('../../../scripts/sha256-wasm.mjs', import.meta.url)
  const script = (await import(path.href)) as Record<'sha256Wasm' | 'sha1Wasm', () => string>
  const source = readFileSync(new URL('./sha256.ts', import.meta.url), 'utf8').replaceAll(/' \+\n\s+'/g, '')
  for (const made of [script.sha256Wasm(), script.sha1Wasm()]) expect(source).toContain(`'${made}'`)
})
