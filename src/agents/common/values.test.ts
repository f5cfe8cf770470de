import { expect, test } from 'vitest'
import { clip } from './values.js'

test('a long text keeps its first and last lines', () => {
  const text = Array.from({ length: 1000 }, (_, i) => `line ${i}`).join('\n')
  expect(clip(text)).toMatch(/^line 0\nline 1\n[^]*\n…\n[^]*\nline 999$/)
  expect(clip(text).length).toBeLessThanOrEqual(1200)
  expect(clip(`a${'😀'.repeat(3000)}`)).not.toMatch(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
  )
  expect(clip('short')).toBe('short')
})
