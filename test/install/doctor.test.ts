import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Finding } from '../../src/agents/install.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogear, scratchRepo, tempDir } from '../support/world.js'
import { edit, type Patient, patient, write } from './support/patient.js'

test('in good health every check says so, and the hook was really run [F13]', () => {
  const { run, all, ails } = patient()
  expect(ails()).toEqual([])
  expect(run(['doctor']).code).toBe(0)
  const others = all().filter(({ id }) => id !== 'client')
  expect(others.map(({ id, status }) => `${status} ${id}`)).toEqual([
    'ok program',
    'ok home',
    'ok hooks',
    'ok tools',
    'ok hook runs',
    'ok store',
    'ok last save',
    'note last briefing',
    'note hook log',
    'ok takes',
    'ok locks',
    'ok memory',
  ])
  // Of twelve agents it speaks of the one that is here.
  expect(all().find(({ id }) => id === 'takes')?.message).toMatch(/KB; Claude Code before and after calls$/)
})

test('before init it says to run init, and nothing is written [F13]', () => {
  const home = tempDir()
  const { dir } = scratchRepo()
  const { code, stdout } = dogear(['doctor'], { cwd: dir, home })
  expect(code).toBe(1)
  expect(stdout).toMatch(/not told to call dogear\n.*→ dogear init/)
  expect(readdirSync(home)).toEqual([])
})

let shared: Patient | undefined

test.each<[string, (one: Patient) => void, id: string, says: RegExp, next: RegExp]>([
  [
    'all hooks switched off in the project',
    ({ dir }) => write(join(dir, '.claude/settings.local.json'), '{"disableAllHooks":true}'),
    'hooks',
    /switched off/,
    /remove "disableAllHooks" from .*settings\.local\.json/,
  ],
  [
    'settings that cannot be read',
    ({ settings }) => edit(settings, (text) => text.replace('}', '')),
    'settings',
    /settings\.json: line \d+/,
    /mend/,
  ],
  [
    'a program that is gone',
    ({ home }) => edit(join(home, '.claude/hooks/dogear.sh'), (text) => text.replace(/^root=.*$/m, "root='/gone'")),
    'hooks',
    /\/gone\/dist\/hook\.cjs, which is not there/,
    /dogear init claude-code --scope user/,
  ],
  [
    'a launcher that is gone',
    ({ home }) => rmSync(join(home, '.claude/hooks'), { recursive: true }),
    'hooks',
    /dogear\.sh, which is not there/,
    /dogear init claude-code --scope user/,
  ],
  [
    'an event that is not registered',
    ({ settings }) => edit(settings, (text) => text.replace('"PreCompact"', '"Setup"')),
    'hooks',
    /not call dogear for PreCompact/,
    /dogear init claude-code --scope user/,
  ],
  [
    'a Node that is gone',
    ({ home }) =>
      edit(join(home, '.claude/hooks/dogear.sh'), (text) => text.replace(/^node=.*$/m, "node='/gone/node'")),
    'hooks',
    /names \/gone\/node, which is gone; hooks run by the Node on the PATH/,
    /dogear init claude-code --scope user/,
  ],
  ['no MCP server', ({ home }) => write(join(home, '.claude.json'), '{}'), 'tools', /no MCP server/, /dogear init/],
  [
    'a hook that failed the last time',
    ({ store }) => write(join(store, 'log/hooks.jsonl'), `${line('Stop', true)}${line('Stop', false)}torn`),
    'hook log',
    /Stop failed just now: ENOSPC: no space left/,
    /free some space/,
  ],
  [
    'a config.json that says nonsense',
    ({ store }) => write(join(store, 'config.json'), 'nonsense'),
    'config',
    /config\.json is not a JSON object/,
    /mend or remove/,
  ],
  [
    'a damaged entry',
    ({ store }) => {
      for (const path of entriesIn(store)) writeFileSync(path, 'noise')
    },
    'store',
    /1 of 1 entries are damaged/,
    /dogear verify --all --repair/,
  ],
  [
    'a home that is read-only',
    ({ store }) => chmodSync(join(store, 'projects'), 0o500),
    'home',
    /cannot be written/,
    /chmod/,
  ],
  [
    'an installation by another version',
    ({ store }) =>
      edit(join(store, 'installed/claude-code-user.json'), (text) =>
        text.replace(/"version": "[^"]+"/, '"version": "0.0.9"'),
      ),
    'version',
    /set up by dogear 0\.0\.9/,
    /dogear init/,
  ],
])('%s is found, with the way to mend it [F13] [E15]', (_, spoil, id, says, next) => {
  // Set up once and put back each time: setting up is most of the work.
  const one = (shared ??= patient())
  const healthy = tempDir()
  cpSync(one.home, healthy, { recursive: true, verbatimSymlinks: true })
  onTestFinished(() => {
    for (const folder of [one.home, join(one.dir, '.claude')]) rmSync(folder, { recursive: true, force: true })
    cpSync(healthy, one.home, { recursive: true, verbatimSymlinks: true })
  })
  spoil(one)
  const found = one.ails().filter((finding) => finding.id === id)
  expect(found).toMatchObject([
    { message: expect.stringMatching(says) as string, next: expect.stringMatching(next) as string },
  ])
})

test('what failed and has worked since is mended', () => {
  const { store, ails, all } = patient()
  write(join(store, 'log/hooks.jsonl'), `${line('Stop', false)}${line('Stop', true)}`)
  expect(ails()).toEqual([])
  expect(all().find(({ id }) => id === 'hook log')?.message).toContain('none fails now')
})

test('a lock that is not given back is found, and --unlock opens it [E15]', () => {
  const { store, ails, run } = patient()
  const lock = join(store, 'locks', readdirSync(join(store, 'locks'))[0] as string)
  renameSync(join(lock, 'free'), join(lock, `own.${processTag()}.${'0'.repeat(32)}`))
  expect(ails()).toMatchObject([{ id: 'locks', next: expect.stringContaining('dogear doctor --unlock') as string }])
  expect(run(['doctor', '--unlock']).code).toBe(0)
  expect(readdirSync(lock)).toEqual(['free'])
})

test('the last briefing is proven by the transcript, or said to have got lost [F13]', () => {
  const { home, dir, store, all } = patient()
  const transcript = join(home, '.claude/projects', dir.replaceAll(/[^a-zA-Z0-9]/g, '-'), 's1.jsonl')
  const started = JSON.stringify({ type: 'user', cwd: dir, sessionId: 's1', message: { content: 'hello' } })
  write(transcript, `${started}\n`)
  write(join(store, 'log/hooks.jsonl'), line('SessionStart', true, 'briefing auth 20261115T084200123Z-7-k3f9xq2m7p4w'))
  const briefing = (): Finding | undefined => all().find(({ id }) => id === 'last briefing')
  expect(briefing()).toMatchObject({ ok: false, message: expect.stringContaining('does not hold it') as string })
  // Clients before 2.1.98 do not write down what hooks gave them.
  write(transcript, `${started.replace('{', '{"version":"2.0.76",')}\n`)
  expect(briefing()).toMatchObject({ ok: true, message: 'given to session s1, just now' })
  const timestamp = new Date().toISOString()
  const attachment = { type: 'hook_additional_context', content: ['<dogear-briefing>'], hookEvent: 'SessionStart' }
  writeFileSync(
    transcript,
    `${started}\n${JSON.stringify({ type: 'attachment', attachment, timestamp, sessionId: 's1' })}\n`,
  )
  expect(briefing()).toMatchObject({ ok: true, message: 'arrived in session s1, just now' })
})

test('the plugin beside settings is named, and stands back; alone it is fine [F13]', () => {
  const { home, settings, ails, run } = patient()
  const folder = join(home, 'plugins-cache')
  const bin = join(home, 'bin')
  cpSync(join(checkout, 'plugin'), folder, { recursive: true })
  mkdirSync(bin)
  symlinkSync(join(checkout, 'bin/dogear.js'), join(bin, 'dogear'))
  const env = { PATH: [bin, cleanEnv(home)['PATH']].join(delimiter) }
  const plugins = { 'dogear@dogear': [{ scope: 'user', installPath: folder, version: '0.1.0' }] }
  write(join(home, '.claude/plugins/installed_plugins.json'), JSON.stringify({ version: 2, plugins }))
  edit(settings, (text) => text.replace('{', '{ "enabledPlugins": {"dogear@dogear": true},'))
  expect(ails(env)).toEqual([])
  expect(run(['doctor'], env).stdout).toContain('also in the plugin, which stands back')
  run(['uninstall', 'claude-code', '--scope', 'user'])
  expect(ails(env)).toEqual([])
  expect(ails().map(({ id }) => id)).toEqual(['hook runs'])
})

function line(event: string, ok: boolean, did?: string): string {
  const result = ok ? { did: did ?? 'saved' } : { error: 'ENOSPC: no space left on device' }
  return `${JSON.stringify({ at: new Date().toISOString(), event, session: 's1', ms: 3, ok, ...result })}\n`
}

function entriesIn(store: string): string[] {
  const all = readdirSync(join(store, 'projects'), { recursive: true, withFileTypes: true })
  return all
    .filter(({ name, parentPath }) => name.endsWith('.md') && parentPath.includes('entries'))
    .map(({ name, parentPath }) => join(parentPath, name))
}
