import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandNamed } from './specs/commands.js'
import { parseCommandArgs } from './args/parse.js'
import { DEFAULT_CONFIG } from '../app/world.js'
import { homeOfDogear } from '../platform/home.js'
import { readConfig, readWorld } from './world.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dogear-test-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const none = parseCommandArgs(commandNamed('save'), [])

test('the home is DOGEAR_HOME, else where the platform keeps data', () => {
  expect(homeOfDogear({ DOGEAR_HOME: '/x/' }, '/home/u')).toBe('/x')
  expect(homeOfDogear({ XDG_DATA_HOME: '/data' }, '/home/u', 'linux')).toBe('/data/dogear')
  expect(homeOfDogear({}, '/home/u', 'linux')).toBe('/home/u/.local/share/dogear')
  expect(homeOfDogear({}, '/Users/u', 'darwin')).toBe('/Users/u/Library/Application Support/dogear')
  expect(homeOfDogear({ LOCALAPPDATA: '/local' }, '/home/u', 'win32')).toBe('/local/dogear')
  // From another folder it would be another home.
  for (const env of [{ DOGEAR_HOME: 'rel' }, { DOGEAR_HOME: '~/x' }, { XDG_DATA_HOME: 'data' }])
    expect(homeOfDogear(env, '/home/u', 'linux')).toBeNull()
})

test('flags win over the environment, which wins over the file', () => {
  mkdirSync(home, { recursive: true })
  expect(readConfig(home, {}, none)).toEqual(DEFAULT_CONFIG)
  writeFileSync(join(home, 'config.json'), '{"names":"ask","budget":900,"later":true}')
  expect(readConfig(home, {}, none)).toEqual({ ...DEFAULT_CONFIG, names: 'ask', budget: 900, hookBudget: 900 })
  expect(readConfig(home, { DOGEAR_NAMES: 'strict' }, none).names).toBe('strict')
  const flag = parseCommandArgs(commandNamed('save'), ['--names', 'lower'])
  expect(readConfig(home, { DOGEAR_NAMES: 'strict' }, flag).names).toBe('lower')
})

test.each(['[]', '{', '"x"', '{"names":"loud"}', '{"budget":"many"}', '{"layouts":["x"]}', '{"layouts":1}'])(
  'a broken config.json is refused by name: %s',
  (text) => {
    writeFileSync(join(home, 'config.json'), text)
    expect(() => readConfig(home, {}, none)).toThrow(/config\.json/)
  },
)

test('who saves comes from flags, then the environment; the host only where entries are made', async () => {
  const env = { DOGEAR_HOME: home, HOME: home, USER: 'ada', CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' }
  const reading = await readWorld(env, { args: none, host: false })
  expect(reading.by).toEqual({ agent: 'claude-code', session: 's1', user: 'ada' })
  const args = parseCommandArgs(commandNamed('save'), ['--agent', 'codex', '--session', 's2', '--user', 'bob'])
  const writing = await readWorld(env, { args, host: true })
  expect(writing.by).toMatchObject({ agent: 'codex', session: 's2', user: 'bob', host: expect.any(String) as string })
})
