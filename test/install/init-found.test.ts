/** init where a checkpoint skill was used before: it says what it finds. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slugOf } from '../../src/agents/claude-code/folders.js'
import { put } from '../layouts/support/desk.js'
import { index, NAMED } from '../layouts/support/memory-desk.js'
import { desk, everything } from './support/desk.js'

const SKILL = 'Write <memory_dir>/checkpoint-{name}.md\n\n## Left Off\n'

test('the checkpoints that lie here are counted and taken up, and the old skill is named with how to switch it off', () => {
  const one = desk({
    '.claude/skills/session-checkpoint/SKILL.md': SKILL,
    '.claude/commands/other.md': 'Anything else',
  })
  const memory = join(one.home, '.claude', 'projects', slugOf(one.dir), 'memory')
  put(memory, { 'checkpoint-auth.md': NAMED, 'checkpoint-v2.1.md': NAMED, 'MEMORY.md': index('auth', 'v2.1') })
  const { stdout } = one.run('init', 'claude-code')
  expect(stdout).toContain('2 checkpoints found here: dogear list')
  expect(stdout).toContain('skills/session-checkpoint/SKILL.md (session-checkpoint) works beside it')
  expect(stdout).not.toContain('other.md')
  expect(stdout).not.toContain('skills/dogear/SKILL.md (')
  expect(one.run('list').stdout).toMatch(/^v2\.1\t/m)
  const found = JSON.parse(one.run('init', 'claude-code', '--json').stdout) as {
    checkpoints: number
    skills: { layout: string }[]
  }
  expect(found).toMatchObject({ checkpoints: 2, skills: [{ layout: 'session-checkpoint' }] })
})

test('where nothing lies, init says nothing of it', () => {
  expect(desk().run('init', 'claude-code').stdout).not.toMatch(/found here|The skill/)
})

test('where no agent is found init says so and writes nothing, and one that is named is set up beforehand', () => {
  const one = desk()
  const before = everything(one.home)
  const { code, stderr } = one.run('init')
  expect(code).toBe(5)
  expect(stderr).toContain('no coding agent was found on this machine; nothing was written')
  expect(everything(one.home)).toEqual(before)
  expect(one.run('init', 'claude-code').code).toBe(0)
})
