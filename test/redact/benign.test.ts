/** What is left alone (bar S1): hashes, ids, lock files, code, and our own files to the last byte. */
import { expect, test } from 'vitest'
import { redact } from '../../src/core/redact/redact.js'
import { scratchRepo } from '../support/world.js'
import { type Benign, makeBenign, ownFiles } from './benign.js'

test('our own code, documents and lock file are not changed by a byte', () => {
  const files = ownFiles()
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(({ text }) => redact(text) !== text).map(({ name }) => name)).toEqual([])
})

test('at most 0.5 % of the bytes of harmless text are changed; hardly any in truth [F7]', () => {
  const texts = makeBenign()
  const share = changedBytes(texts) / texts.reduce((sum, { text }) => sum + text.length, 0)
  process.stdout.write(`\nharmless bytes changed: ${(share * 100).toFixed(4)} %\n`)
  expect(share, changedLines(texts).slice(0, 20).join('\n')).toBeLessThanOrEqual(0.001)
})

test('what git prints about a repository stays as it is', () => {
  const repo = scratchRepo({ 'a.ts': 'export const token = readToken()\n', 'b/c.md': '# Passwords\n' })
  const printed = ['log -p --format=fuller', 'cat-file -p HEAD', 'ls-tree -r HEAD', 'rev-list --all'].map((line) =>
    repo.git(...line.split(' ')),
  )
  for (const text of printed) expect(redact(text)).toBe(text)
})

test('a text without secrets comes back as the same string', () => {
  const text = makeBenign().find(({ name }) => name === 'git log')?.text ?? ''
  expect(redact(text) === text).toBe(true)
})

function changedLines(texts: readonly Benign[]): string[] {
  return texts.flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter((line) => redact(line) !== line)
      .map((line) => `${name}: ${line.slice(0, 160)}`),
  )
}

/** Bytes of every line in which anything was replaced: stricter than counting the replaced ones. */
function changedBytes(texts: readonly Benign[]): number {
  const kept = texts.map(({ text }) => {
    const lines = new Set(redact(text).split('\n'))
    return text.split('\n').filter((line) => !lines.has(line))
  })
  return kept.flat().reduce((sum, line) => sum + line.length, 0)
}
