/** Names that the seeds allow and no folder can have: file, title and bullet are called as the old skill calls them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk, isThere, put, read, type Desk } from './support/desk.js'
import { LOGIN, PLACE } from './support/login-desk.js'
import { index, NAMED, SESSION } from './support/memory-desk.js'

const NAMES = ['v3.0', 'pay_v3', 'bug#7', '支付', 'größe']

function bullets(one: Desk): string[] {
  return read(one.memory, 'MEMORY.md').match(/^- \*\*.*?\*\*/gm) ?? []
}

test.each(NAMES)(
  'named-checkpoints: %s keeps one file and one bullet, and a clear leaves neither [A7, A14]',
  (name) => {
    const one = desk()
    put(one.memory, { [`checkpoint-${name}.md`]: NAMED.replace('auth', name), 'MEMORY.md': index(name) })
    expect(one.run('save', name, '--next', 'Wire it into src/pay.ts').stdout).toContain(
      `Checkpoint "${name}" saved -> checkpoint-${name}.md`,
    )
    expect(readdirSync(one.memory).toSorted()).toEqual(['MEMORY.md', `checkpoint-${name}.md`])
    expect(bullets(one)).toEqual([`- **${name}**`])
    expect(read(one.memory, `checkpoint-${name}.md`)).toContain(`# Checkpoint: ${name}\n`)
    expect(one.run('clear', name).stdout).toContain(`Cleared checkpoint "${name}"`)
    expect(readdirSync(one.memory)).toEqual(['MEMORY.md'])
    expect(bullets(one)).toEqual([])
    one.run('save', name, '--next', 'Begin again in src/pay.ts', '--layout', 'named-checkpoints')
    expect(isThere(one.memory, `checkpoint-${name}.md`)).toBe(true)
    expect(bullets(one)).toEqual([`- **${name}**`])
  },
)

test.each(NAMES)('session-checkpoint: %s is consumed with its bullet, and a bullet alone goes [B9, B10]', (name) => {
  const one = desk()
  const memory = index(name).replace(' 09:42)', ')').replace('`continue {name}`', '`continue` or `continue {name}`')
  put(one.memory, { [`checkpoint-${name}.md`]: SESSION.replace('auth', name), 'MEMORY.md': memory })
  expect(one.run('save', name, '--left-off', 'Half of it', '--overwrite').stdout).toBe(
    `Checkpoint "${name}" saved. Resume anytime: \`continue ${name}\`\n`,
  )
  expect(bullets(one)).toEqual([`- **${name}**`])
  expect(one.run('resume', name).stdout).toContain('Half of it')
  expect(readdirSync(one.memory)).toEqual(['MEMORY.md'])
  expect(bullets(one)).toEqual([])

  const other = desk()
  put(other.memory, { 'MEMORY.md': memory })
  expect(other.run('resume', name).stderr).toContain('Checkpoint file missing (cleaned up stale entry)')
  expect(bullets(other)).toEqual([])
})

test('two labels of one slug are two checkpoints, and two spellings of one label are one [A1]', () => {
  const one = desk()
  put(one.memory, {
    'checkpoint-v3.0.md': NAMED.replace('the login', 'the dot'),
    'checkpoint-v3-0.md': NAMED.replace('the login', 'the dash'),
    'checkpoint-pay_v3.md': NAMED.replace('the login', 'the pay'),
  })
  one.run('list')
  expect(one.run('show', 'v3.0').stdout).toContain('Finish the dot')
  expect(one.run('show', 'v3-0').stdout).toContain('Finish the dash')
  expect(one.run('show', 'pay-v3').stdout).toContain('Finish the pay')
  one.run('save', 'pay-v3', '--next', 'Finish src/pay.ts')
  one.run('clear', 'v3-0')
  expect(readdirSync(one.memory).toSorted()).toEqual(['MEMORY.md', 'checkpoint-pay_v3.md', 'checkpoint-v3.0.md'])
})

test.each(NAMES)('the layouts of a worktree: %s is saved to its own file and deleted with it [C6, E5]', (name) => {
  const one = desk({ [`${PLACE}/${name}.md`]: LOGIN.replace('build-login-page', name) })
  one.run('list', '--trust', 'yes')
  expect(one.run('save', name, '--next', 'Run npm test -- pay').stdout).toContain(`saved: ${PLACE}/${name}.md`)
  expect(readdirSync(join(one.repo.dir, PLACE))).toEqual([`${name}.md`])
  one.run('clear', name)
  expect(readdirSync(join(one.repo.dir, PLACE))).toEqual([])

  const folder = '.workflow_artifacts/memory/checkpoints'
  const two = desk({ [`${folder}/2026-01-14-${name}.md`]: `## Status\nx\n## Active task\n${name}\n## Branch\nmain\n` })
  two.run('list', '--trust', 'yes')
  two.run('save', name, '--next', 'Run npm test -- pay')
  expect(readdirSync(join(two.repo.dir, folder)).every((file) => file.endsWith(`-${name}.md`))).toBe(true)
  two.run('clear', name)
  expect(readdirSync(join(two.repo.dir, folder))).toEqual([])
})

test.each([
  ['fix: login', 'fix-login'],
  ['(draft)', 'draft'],
  ['ends.', 'ends'],
])(
  '%s is called as a file can be, and what is edited there or said of %s is the same checkpoint [A1, A7]',
  (name, word) => {
    const one = desk()
    one.run('config', 'layout', 'named-checkpoints')
    expect(one.run('save', name, '--next', 'Edit src/login.ts').stdout).toContain(
      `Checkpoint "${word}" saved -> checkpoint-${word}.md`,
    )
    put(one.memory, { [`checkpoint-${word}.md`]: read(one.memory, `checkpoint-${word}.md`).replace('Edit', 'Mend') })
    expect(one.run('list').stdout.trim().split('\n')).toHaveLength(1)
    expect(one.run('resume', word).stdout).toContain('Mend src/login.ts')
    one.run('clear', word)
    expect(readdirSync(one.memory)).toEqual([])
  },
)
