/** Somebody who used a checkpoint skill sets dogear up: its ways hold at once, and its file can be switched off and back. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slugOf } from '../../src/agents/claude-code/folders.js'
import { desk, everything, read } from './support/desk.js'

const SESSION = 'Write <memory_dir>/checkpoint-{name}.md\n\n## Left Off\n'
const NAMED = 'Write <memory_dir>/checkpoint-{name}.md\n\n## Next Action\n'
const LOG = 'Read .claude/state-index.json, then write .claude/checkpoints/{time}.json\n'
const AT = '.claude/skills/session-checkpoint/SKILL.md'

test('with nothing open, the policy of the skill holds after init, also in other folders, and goes with uninstall [B1, B7]', () => {
  const one = desk({ [AT]: SESSION })
  const before = everything(one.home)
  one.run('init')
  const asked = one.run('save')
  expect(asked.code).toBe(3)
  expect(asked.stdout).toContain('(Recommended)')
  expect(one.run('save', 'thumbs', '--left-off', 'Half of it').stdout).toBe(
    'Checkpoint "thumbs" saved. Resume anytime: `continue thumbs`\n',
  )
  const memory = join(one.home, '.claude', 'projects', slugOf(one.dir), 'memory')
  expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toContain('- **thumbs** (main, ')
  expect(one.run('resume').stdout).toContain('Half of it')
  expect(existsSync(join(memory, 'MEMORY.md'))).toBe(false)
  one.run('uninstall')
  expect(everything(one.home)).toEqual(before)
  expect(one.run('config', 'new-layout').stdout).toContain('none')
})

test('an autosave begins no layout: only a save that somebody meant does', () => {
  const one = desk({ '.claude/skills/log/SKILL.md': LOG })
  one.run('init')
  one.run('save', '--auto', '--done', 'src/a.ts: edited')
  expect(existsSync(join(one.dir, '.claude'))).toBe(false)
  one.run(
    'save',
    '--task',
    'Queue the export',
    '--next',
    'Run npm test -- export',
    '--decision',
    'BullMQ — no AWS here',
  )
  expect(existsSync(join(one.dir, '.claude/checkpoints'))).toBe(true)
})

test.each([
  ['skills of two layouts', { [AT]: SESSION, '.claude/skills/checkpoint/SKILL.md': NAMED }, undefined],
  [
    'a choice that the user made before',
    { [AT]: SESSION, '.local/share/dogear/config.json': '{"newLayout":"quoin"}' },
    'quoin',
  ],
])('%s: init chooses none', (_, files, chosen) => {
  const one = desk(files)
  one.run('init')
  const path = join(one.home, '.local/share/dogear/config.json')
  expect(existsSync(path) ? read(path)['newLayout'] : undefined).toBe(chosen)
})

test('the old skill is switched off and comes back with uninstall, byte for byte', () => {
  const one = desk({ [AT]: SESSION, '.claude/commands/checkpoint.md': LOG })
  const before = everything(one.home)
  expect(one.run('init', '--dry-run', '--skills', 'off').stdout).toContain(`off      ${join(one.home, AT)}`)
  expect(everything(one.home)).toEqual(before)
  const { stdout } = one.run('init', '--skills', 'off')
  expect(stdout).toContain('is off: it lies beside its place as')
  expect(existsSync(join(one.home, AT))).toBe(false)
  expect(readFileSync(join(one.home, '.claude/commands/checkpoint.md'), 'utf8')).toContain('(dogear)')
  expect(one.run('init').stdout).toContain('set up already')
  one.run('uninstall')
  expect(everything(one.home)).toEqual(before)
})

test('a skill that somebody put back meanwhile is not written over', () => {
  const one = desk({ [AT]: SESSION })
  one.run('init', '--skills', 'off')
  writeFileSync(join(one.home, AT), 'a newer one')
  one.run('uninstall')
  expect(readFileSync(join(one.home, AT), 'utf8')).toBe('a newer one')
  expect(readFileSync(join(one.home, `${AT}.off`), 'utf8')).toBe(SESSION)
})

test('a command of that name that may not be written is named, left alone and stops nothing', () => {
  const one = desk({ '.claude/commands/checkpoint.md': LOG })
  chmodSync(join(one.home, '.claude/commands/checkpoint.md'), 0o400)
  const { code, stdout, stderr } = one.run('init')
  expect(code).toBe(0)
  expect(stderr).toContain('is not the one of dogear; it was left as it is')
  expect(stdout).toContain('commands/checkpoint.md (decision-log) works beside it')
})
