import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { patient, write } from './support/patient.js'

const HOSTILE: [string, (trap: string) => object][] = [
  [
    'in exec form',
    (trap) => ({ command: trap, args: ['${CLAUDE_PROJECT_DIR}/.claude/hooks/dogear.cjs', 'claude-code'] }),
  ],
  ['as a line', (trap) => ({ command: `'${trap}' "\${CLAUDE_PROJECT_DIR}/.claude/hooks/dogear.cjs" claude-code` })],
  ['as a line that does more', (trap) => ({ command: `${trap}; node .claude/hooks/dogear.cjs claude-code` })],
  ['as another launcher', () => ({ command: 'node', args: ['${CLAUDE_PROJECT_DIR}/dogear.cjs', 'claude-code'] })],
]

test.each(
  HOSTILE.flatMap(([form, handler]) =>
    ['settings.json', 'settings.local.json'].map((name) => [form, name, handler] as const),
  ),
)('a program that a repository names %s in %s is not run, but named [F13]', (_, name, handler) => {
  const { dir, ails } = patient()
  const trap = join(dir, 'trap.sh')
  const sprung = join(dir, 'sprung')
  write(trap, `#!/bin/sh\ntouch '${sprung}'\n`)
  chmodSync(trap, 0o755)
  const launcher = `require('node:fs').writeFileSync(${JSON.stringify(sprung)}, '')`
  for (const path of ['dogear.cjs', '.claude/hooks/dogear.cjs']) write(join(dir, path), launcher)
  const settings = join(dir, '.claude', name)
  write(settings, JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', ...handler(trap) }] }] } }))
  const found = ails().filter(({ message }) => message.includes(settings))
  expect(found).toMatchObject([{ id: 'hooks', status: 'warn', next: expect.stringContaining('look at') as string }])
  expect(readdirSync(dir)).not.toContain('sprung')
})

test('a program that lies in the repository is not run, and not written down, where the PATH leads there', () => {
  const { dir, all } = patient()
  const bin = join(dir, 'node_modules', '.bin')
  const sprung = join(dir, 'sprung')
  for (const name of ['claude', 'node', 'sh']) {
    write(join(bin, name), `#!/bin/sh\ntouch '${sprung}'\necho 2.1.200\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const findings = all({ PATH: [bin, cleanEnv(dir)['PATH']].join(delimiter) })
  expect(findings.find(({ id }) => id === 'hook runs')).toMatchObject({ ok: true })
  expect(readdirSync(dir)).not.toContain('sprung')
})

test('hooks of a project: a launcher that somebody changed is named, and not run', () => {
  const { dir, ails } = patient('--scope', 'project')
  const sprung = join(dir, 'sprung')
  writeFileSync(
    join(dir, '.claude/hooks/dogear.cjs'),
    `require('node:fs').writeFileSync(${JSON.stringify(sprung)}, '')`,
  )
  expect(ails({ DOGEAR_PROGRAM: checkout })).toMatchObject([
    { id: 'hooks', message: expect.stringContaining('is not the launcher of this dogear') as string },
  ])
  expect(readdirSync(dir)).not.toContain('sprung')
})

test('hooks of a project find the program through the launcher', () => {
  const { home, all } = patient('--scope', 'project')
  const bin = join(home, 'bin')
  mkdirSync(bin)
  symlinkSync(join(checkout, 'bin/dogear.js'), join(bin, 'dogear'))
  const findings = all({ PATH: [bin, cleanEnv(home)['PATH']].join(delimiter) })
  expect(findings.find(({ id }) => id === 'hook runs')).toMatchObject({ ok: true })
})

test('hooks of a project need dogear on the PATH: doctor says how a clone gets there, and the page that it must', () => {
  const { ails } = patient('--scope', 'project')
  const root = resolve(checkout)
  expect(ails()).toMatchObject([
    {
      id: 'hook runs',
      message: 'project: dogear is not on the PATH, and these hooks name no other place to find it',
      next: `npm install -g ${root}, or set DOGEAR_PROGRAM=${root} where the agent is started`,
    },
  ])
  expect(ails({ DOGEAR_PROGRAM: root })).toEqual([])
  expect(readFileSync(join(checkout, 'docs/claude-code.md'), 'utf8')).toMatch(
    /whoever uses it needs dogear on the PATH/,
  )
})

test('a session whose calls nobody can tell is named with the version that wrote it', () => {
  const { home, dir, all } = patient()
  const transcript = join(home, '.claude/projects', dir.replaceAll(/[^a-zA-Z0-9]/g, '-'), 's1.jsonl')
  const call = (name: string, i: number): string =>
    JSON.stringify({
      type: 'assistant',
      cwd: dir,
      sessionId: 's1',
      version: '9.8.7',
      message: { content: [{ type: 'tool_use', id: `c${i}`, name, input: { command: 'make' } }] },
    })
  const reading = (name: string): unknown => {
    write(transcript, `${Array.from({ length: 12 }, (_, i) => call(i < 4 ? name : 'Bash', i)).join('\n')}\n`)
    return all().find(({ id }) => id === 'reading')
  }
  expect(reading('Bash')).toMatchObject({
    status: 'ok',
    message: 'claude-code 9.8.7: 12 of 12 calls of the newest session are understood',
  })
  expect(reading('Ponder')).toMatchObject({
    status: 'warn',
    message: 'claude-code 9.8.7: 8 of 12 calls of the newest session are understood, and no more: Ponder (4)',
  })
})
