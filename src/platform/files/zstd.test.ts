import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { withDecompressed } from './zstd.js'

const zlib = process.getBuiltinModule('node:zlib') as { zstdCompressSync?: (text: string) => Uint8Array }
const pack = zlib.zstdCompressSync

// test/nodes.test.ts runs them with a later Node where this one cannot.
test.skipIf(!pack)('what was compressed comes back, and leaves nothing behind', () => {
  const path = join(tempDir(), 'a.zst')
  writeFileSync(path, pack?.('line\n'.repeat(10_000)) ?? '')
  let plain = ''
  const text = withDecompressed(path, (made) => readFileSync((plain = made), 'utf8'))
  expect(text).toBe('line\n'.repeat(10_000))
  expect(existsSync(plain)).toBe(false)
})

test.skipIf(!pack)('a damaged file and a missing one are told apart', () => {
  const path = join(tempDir(), 'a.zst')
  expect(() => withDecompressed(path, () => null)).toThrow(expect.objectContaining({ code: 'not-found' }))
  writeFileSync(path, 'no zstd')
  expect(() => withDecompressed(path, () => null)).toThrow(/damaged or no Zstandard file/)
})

test.skipIf(pack)('where this Node cannot, the error says which one can', () => {
  const path = join(tempDir(), 'a.zst')
  writeFileSync(path, 'x')
  expect(() => withDecompressed(path, () => null)).toThrow(
    expect.objectContaining({ code: 'bad-input', expected: 'Node 22.15 or later' }),
  )
})
