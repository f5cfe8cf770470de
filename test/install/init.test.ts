import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanEnv, dogear, scratchRepo, tempDir } from '../support/world.js'
import { desk, read, ROOT } from './support/desk.js'

test.each([
  ['0.1.0, by a program and its words', (node: string, words: string[]) => ({ command: node, args: words })],
  ['0.4.0, by a line that names a Node', (node: string, words: string[]) => ({ command: [node, ...words].join(' ') })],
])('hooks that %s, are named by doctor, replaced by init, removed by uninstall', (_, form) => {
  const { home, run, settings } = desk()
  run('init', 'claude-code')
  const launcher = join(home, '.claude/hooks/dogear')
  const now = readFileSync(settings, 'utf8')
  const line = JSON.stringify({ command: `test ! -f ${launcher}.sh || exec sh ${launcher}.sh claude-code` })
  const handler = form(process.execPath, [`${launcher}.cjs`, 'claude-code', ROOT])
  const [bare, other] = [line, JSON.stringify(handler)].map((text) => text.slice(1, -1).replace('":"', '": "'))
  const old = now.replaceAll(bare as string, other as string)
  expect(old).not.toBe(now)
  writeFileSync(settings, old)
  const { stdout } = dogear(['doctor'], { cwd: home, home })
  expect(stdout).toMatch(/as dogear wrote them before 0\.6\.0.*\n.*→ dogear init claude-code --scope user/)
  run('init', 'claude-code')
  expect(dogear(['doctor'], { cwd: home, home }).stdout).not.toContain('as dogear wrote them')
  expect(read(settings)).toEqual(JSON.parse(now))
  writeFileSync(settings, old)
  run('uninstall')
  expect(existsSync(join(home, '.claude'))).toBe(false)
})

test('a name that is no agent is refused with the nearest that is', () => {
  const { run, home } = desk()
  expect(run('init', 'claude-cod').stderr).toContain('dogear init claude-code')
  expect(existsSync(join(home, '.claude'))).toBe(false)
})

test('a hook line survives spaces and quotes in paths: a shell starts the program it names', () => {
  const home = join(tempDir(), `it's "my" $HOME`)
  const { dir } = scratchRepo()
  mkdirSync(home)
  dogear(['init', 'claude-code'], { cwd: dir, home })
  const { hooks } = read(join(home, '.claude/settings.json')) as unknown as Hooked
  const event = {
    hook_event_name: 'SessionStart',
    source: 'startup',
    session_id: 's',
    cwd: dir,
    transcript_path: '/none',
  }
  const command = hooks['SessionStart']?.[0]?.hooks[0]?.command ?? ''
  const ran = spawnSync('/bin/sh', ['-c', command], { cwd: dir, env: cleanEnv(home), input: JSON.stringify(event) })
  expect({ status: ran.status, stderr: ran.stderr.toString() }).toEqual({ status: 0, stderr: '' })
  expect(existsSync(join(home, '.local/share/dogear/log/hooks.jsonl'))).toBe(true)
})

interface Hooked {
  hooks: Record<string, { hooks: { command: string }[] }[]>
}
