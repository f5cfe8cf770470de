import { expect, test } from 'vitest'
import type { TextFile } from './layout.js'
import { memoryLayoutOf } from './memory-layout-of.js'

const idOf = (files: readonly TextFile[]): string | null => memoryLayoutOf(files)?.id ?? null

const NEXT = '# Checkpoint: a\n\n## Next Action: x\n'
const LEFT_OFF = '# Checkpoint: a\n\n## Left Off\nx\n'

function index(bullet: string, resume = ''): TextFile {
  return { path: 'MEMORY.md', text: `## Active Checkpoints\n${bullet}\n\n${resume}\n`, mtimeMs: 0 }
}

function file(path: string, text: string, mtimeMs = 0): TextFile {
  return { path, text, mtimeMs }
}

test('the first section of a checkpoint tells the layout, the newest file first [A6, B5]', () => {
  expect(idOf([file('checkpoint-a.md', NEXT)])).toBe('named-checkpoints')
  expect(idOf([file('checkpoint-a.md', LEFT_OFF)])).toBe('session-checkpoint')
  const mixed = [
    file('checkpoint-a.md', NEXT, 1),
    file('checkpoint-b.md', LEFT_OFF, 2),
    file('checkpoint-c.md', 'x', 3),
  ]
  expect(idOf(mixed)).toBe('session-checkpoint')
  expect(idOf([...mixed, file('checkpoint-d.md', NEXT, 4)])).toBe('named-checkpoints')
})

test('where no checkpoint tells, the resume line does, then the date of a bullet [A7, B6]', () => {
  expect(idOf([index('- **a** (x, Feb 06) — y', 'Resume any: `continue {name}`')])).toBe('named-checkpoints')
  expect(idOf([index('- **a** (x)', 'Resume any: `continue` or `continue {name}`')])).toBe('session-checkpoint')
  expect(idOf([index('- **a** (x, Feb 06 14:20) — y')])).toBe('named-checkpoints')
  expect(idOf([index('- **a** (x, Feb 06) — y')])).toBe('session-checkpoint')
})

test('in doubt it is the layout that keeps what is resumed, and none where there is nothing', () => {
  expect(idOf([file('checkpoint-a.md', 'prose')])).toBe('named-checkpoints')
  expect(idOf([file('MEMORY.md', '# Project Memory\n')])).toBeNull()
  expect(idOf([])).toBeNull()
})
