/** plugin/dogear.sh: the line that an agent runs never changes, whatever becomes of Node and of the program. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fillLauncher, lastingNode, placesIn } from '../../src/agents/launcher.js'
import { programAt } from '../../src/platform/process/command.js'
import { checkout } from '../support/checkout.js'
import { dogear, scratchRepo, tempDir } from '../support/world.js'
import { type Desk, desk, read } from './support/desk.js'

const EVENT = JSON.stringify({
  hook_event_name: 'SessionStart',
  source: 'startup',
  session_id: 's1',
  cwd: '/',
  transcript_path: '/none',
})

/** Only what a shell needs: no Node. */
function bareBin(): string {
  const bin = tempDir()
  for (const name of ['sh', 'cat', 'test', 'wc', 'echo'])
    symlinkSync(
      spawnSync('sh', ['-c', `command -v ${name} || echo /bin/${name}`], { encoding: 'utf8' }).stdout.trim(),
      join(bin, name),
    )
  return bin
}

/** As the client runs it. */
function hook({ settings, home }: Desk, path: string): { status: number | null; out: string; ran: boolean } {
  const { hooks } = read(settings) as unknown as { hooks: Record<string, { hooks: { command: string }[] }[]> }
  const command = hooks['SessionStart']?.[0]?.hooks[0]?.command ?? ''
  const env = { HOME: home, PATH: path, CLAUDECODE: '1' }
  const log = join(home, '.local/share/dogear/log/hooks.jsonl')
  rmSync(log, { force: true })
  const ran = spawnSync('/bin/sh', ['-c', command], { cwd: home, env, input: EVENT, encoding: 'utf8' })
  return { status: ran.status, out: ran.stdout + ran.stderr, ran: existsSync(log) }
}

test('a Node that is gone is looked for on the PATH, and the settings stay as they are', () => {
  const one = desk()
  one.run('init', 'claude-code')
  const written = readFileSync(one.settings, 'utf8')
  expect(written).not.toMatch(/\d+\.\d+\.\d+|bin\/node/)
  expect(hook(one, bareBin())).toMatchObject({ status: 0, ran: true })
  const launcher = join(one.home, '.claude/hooks/dogear.sh')
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^node=.*$/m, "node='/Cellar/node/22.1.0/bin/node'"))
  const elsewhere = tempDir()
  symlinkSync(process.execPath, join(elsewhere, 'node'))
  expect(hook(one, `${elsewhere}:${bareBin()}`)).toMatchObject({ status: 0, ran: true })
  one.run('init', 'claude-code')
  expect(readFileSync(one.settings, 'utf8')).toBe(written)
})

test('the launcher names a link outside the folder of one version, where there is one', () => {
  const home = tempDir()
  const [cellar, bin] = [join(home, 'Cellar/node/22.1.0/bin'), join(home, 'opt/bin')]
  for (const folder of [cellar, bin]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(cellar, 'node'), '')
  const program = { ...programAt('/opt/it'), node: join(cellar, 'node') }
  const here = { program, userHome: home, env: { PATH: `${cellar}:${bin}` } }
  expect(lastingNode(here)).toBe(join(cellar, 'node'))
  symlinkSync(join(cellar, 'node'), join(bin, 'node'))
  expect(lastingNode(here)).toBe(join(bin, 'node'))
  const filled = fillLauncher(readFileSync(join(checkout, 'plugin/dogear.sh'), 'utf8'), here)
  expect(placesIn(filled)).toEqual({ node: join(bin, 'node'), root: '/opt/it' })
})

test('without any Node a hook is silent, the tools say so, the status line is the one of before [E15]', () => {
  const one = desk()
  one.run('init', 'claude-code')
  const launcher = join(one.home, '.claude/hooks/dogear.sh')
  const text = readFileSync(launcher, 'utf8')
  // Nowhere, also not at its usual places.
  writeFileSync(
    launcher,
    text.replace(/^node=.*$/m, "node='/gone/node'").replaceAll(/\/(?:opt|usr)\/[\w/]*bin\/node/g, '/gone/node'),
  )
  expect(hook(one, bareBin())).toEqual({ status: 0, out: '', ran: false })
  const run = (...words: string[]): ReturnType<typeof spawnSync> =>
    spawnSync('/bin/sh', [launcher, ...words], {
      env: { HOME: one.home, PATH: bareBin() },
      input: '{}',
      encoding: 'utf8',
    })
  expect(run('mcp')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('no Node') as string })
  expect(run('statusline', '--wrap', 'cat; echo mine')).toMatchObject({ status: 0, stdout: '{}mine\n', stderr: '' })
  expect(run('statusline')).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('a launcher that somebody removed refuses nothing: the line does nothing', () => {
  const one = desk()
  one.run('init', 'claude-code')
  rmSync(join(one.home, '.claude/hooks'), { recursive: true })
  expect(hook(one, bareBin())).toEqual({ status: 0, out: '', ran: false })
})

/** A program of that name which says that it is this version. */
function claude(version: string): string {
  const bin = tempDir()
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho '${version} (Claude Code)'\n`)
  chmodSync(join(bin, 'claude'), 0o755)
  return bin
}

function withClient({ home, dir }: Desk, version: string, ...args: string[]): ReturnType<typeof dogear> {
  return dogear(args, { cwd: dir, home, env: { PATH: `${claude(version)}:${process.env['PATH']}` } })
}

test('init writes what this client takes, and again after it was updated; one too old is refused with the version needed', () => {
  const one = desk()
  const events = (): string[] => Object.keys((read(one.settings) as unknown as { hooks: object }).hooks)
  const old = withClient(one, '1.0.44', 'init')
  expect(old.code).toBe(2)
  expect(old.stderr).toMatch(/Claude Code 1\.0\.44.*\n.*expected: Claude Code 2\.0\.\d+ or later\n.*claude update/)
  expect(existsSync(one.settings)).toBe(false)
  expect(withClient(one, '2.0.45', 'init').code).toBe(0)
  expect(events()).not.toContain('PostToolUseFailure')
  expect(withClient(one, '2.0.45', 'doctor').stdout).toMatch(
    /· client .*2\.0\.45 .*has no PostToolUseFailure, StopFailure: from 2\.1\.78/,
  )
  expect(withClient(one, '2.1.90', 'doctor').stdout).toMatch(
    /does not call dogear for PostToolUseFailure, StopFailure\n.*→ dogear init/,
  )
  expect(withClient(one, '2.1.90', 'init').code).toBe(0)
  expect(events()).toContain('StopFailure')
  expect(withClient(one, '2.1.40', 'doctor').stdout).toMatch(
    /✗ hooks .*Claude Code 2\.1\.40 drops .*because of StopFailure\n.*→ dogear init/,
  )
})

test('settings that the client itself rejects are not called done', () => {
  const one = desk({ '.claude/settings.json': '{\n  // mine\n  "model": "opus"\n}\n' })
  const said = one.run('init', 'claude-code')
  expect(said.code).toBe(1)
  expect(said.stdout).toMatch(
    /does not save and resume by itself yet: .*settings\.json has a comment in line 2, for which Claude Code drops the whole file/,
  )
  expect(one.run('init', 'claude-code', '--json').json()).toMatchObject({
    undone: expect.stringContaining('a comment in line 2') as string,
  })
  expect(one.run('doctor').stdout).toMatch(/✗ settings .*a comment in line 2/)
  writeFileSync(one.settings, readFileSync(one.settings, 'utf8').replace(/.*\/\/ mine\n/, ''))
  expect(one.run('init', 'claude-code').code).toBe(0)
})

test('what a repository brings is not run, wherever the PATH leads: no Node, no dogear [F8]', () => {
  const { dir } = scratchRepo({ 'src/a.ts': 'a' })
  const bin = join(dir, 'node_modules', '.bin')
  const program = join(dir, 'node_modules', 'dogear')
  for (const folder of [bin, join(program, 'bin'), join(program, 'dist')]) mkdirSync(folder, { recursive: true })
  const canary = join(tempDir(), 'ran')
  for (const name of ['node', 'sh', 'cat']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> '${canary}'\n`)
    chmodSync(join(bin, name), 0o755)
  }
  for (const file of ['bin/dogear.js', 'dist/hook.cjs'])
    writeFileSync(join(program, file), `require('node:fs').appendFileSync(${JSON.stringify(canary)}, 'dogear')`)
  symlinkSync('../dogear/bin/dogear.js', join(bin, 'dogear'))
  const link = join(tempDir(), 'link')
  symlinkSync(dir, link)
  const run = (cwd: string, path: string, home: string, word: string): void =>
    void spawnSync('/bin/sh', [join(checkout, 'plugin/dogear.sh'), word], {
      cwd,
      env: { HOME: home, PATH: path, CLAUDECODE: '1' },
      input: EVENT,
    })
  const node = dirname(process.execPath)
  for (const folder of [bin, join(link, 'node_modules/.bin'), './node_modules/.bin'])
    for (const cwd of [dir, join(dir, 'src'), link])
      for (const [rest, word] of [
        [node, 'claude-code'],
        [bareBin(), 'claude-code'],
        [node, 'mcp'],
      ] as const)
        run(cwd, `${folder}:${rest}`, tempDir(), word)
  expect(existsSync(canary)).toBe(false)
  // Who keeps the whole home in git has every program there.
  run(dir, `${bin}:${node}`, join(dir, 'src'), 'claude-code')
  expect(readFileSync(canary, 'utf8')).toBe('node\n')
})
