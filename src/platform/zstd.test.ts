import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { tempDir } from '../../test/support/world.js'
import { withDecompressed } from './zstd.js'

const hasBuiltin = 'zstdDecompressSync' in process.getBuiltinModule('node:zlib')
const hasProgram = spawnSync('zstd', ['--version']).status === 0

afterEach(() => vi.unstubAllEnvs())

test.skipIf(!hasProgram)('what was compressed comes back, and leaves nothing behind', () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'a'), 'line\n'.repeat(10_000))
  spawnSync('zstd', ['-q', join(dir, 'a')])
  let plain = ''
  const text = withDecompressed(join(dir, 'a.zst'), (path) => readFileSync((plain = path), 'utf8'))
  expect(text).toBe('line\n'.repeat(10_000))
  expect(existsSync(plain)).toBe(false)
})

test.skipIf(!hasProgram && !hasBuiltin)('a damaged file and a missing one are told apart', () => {
  const path = join(tempDir(), 'a.zst')
  expect(() => withDecompressed(path, () => null)).toThrow(expect.objectContaining({ code: 'not-found' }))
  writeFileSync(path, 'no zstd')
  expect(() => withDecompressed(path, () => null)).toThrow(/damaged or no Zstandard file/)
})

test.skipIf(hasBuiltin)('where neither Node nor a program can, the error names both ways', () => {
  vi.stubEnv('PATH', tempDir())
  const path = join(tempDir(), 'a.zst')
  writeFileSync(path, 'x')
  expect(() => withDecompressed(path, () => null)).toThrow(
    expect.objectContaining({ code: 'bad-input', expected: 'Node 22.15 or later, or the zstd program on the PATH' }),
  )
})
