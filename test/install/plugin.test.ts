import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hookGroups } from '../../src/agents/claude-code/wiring.js'
import { handlersFor } from '../../src/agents/codex/wiring.js'
import { mcpServer, type Server } from '../../src/agents/common/line.js'
import { hooksFile } from '../../src/agents/copilot-cli/install.js'
import { groupsFor as geminiGroups } from '../../src/agents/gemini-cli/install.js'
import { VERSION } from '../../src/cli/world.js'
import { parsePhrase } from '../../src/core/session/phrase/phrase.js'
import { farewellIn } from '../../src/core/session/triggers/farewell.js'
import { SAVE, CLEAR, LIST, RESUME } from '../../src/mcp/tools/specs.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, tempDir } from '../support/world.js'

const plugin = join(checkout, 'plugin')
const skill = readFileSync(join(plugin, 'skills/dogear/SKILL.md'), 'utf8')
const [, frontMatter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(skill) ?? []
const fields = new Map(
  frontMatter.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
)
const LAUNCHER = '${CLAUDE_PLUGIN_ROOT}/dogear.sh'

test('the plugin registers the hooks and the server that init registers', () => {
  expect(read('hooks/hooks.json')).toEqual({ description: expect.any(String), hooks: lists(hookGroups(LAUNCHER)) })
  expect(read('.mcp.json')).toEqual({ mcpServers: { dogear: mcpServer(LAUNCHER) } })
})

/** What all manifests say of it. */
const {
  displayName: _shown,
  keywords: _words,
  ...KNOWN
} = read('.claude-plugin/plugin.json') as Record<string, unknown>

test('in Copilot CLI it registers the hooks that init registers, and never one that comes before a tool', () => {
  const root = '${COPILOT_PLUGIN_ROOT}/dogear.sh'
  const manifest = read('.github/plugin/plugin.json')
  const { hooks: path, mcpServers, skills, ...about } = manifest as Record<string, unknown>
  expect(about).toEqual(KNOWN)
  expect([mcpServers, skills]).toEqual(['.mcp.json', 'skills'])
  expect(JSON.stringify(read(path as string))).toBe(
    JSON.stringify(JSON.parse(hooksFile('LAUNCHER'))).replaceAll('LAUNCHER', () => String.raw`\"${root}\"`),
  )
  expect(JSON.stringify(read(path as string))).not.toContain('preToolUse')
})

test('in Codex it registers the hooks that init registers, and the server', () => {
  const { hooks: path, mcpServers, skills, ...about } = read('.codex-plugin/plugin.json') as Record<string, string>
  expect([about, skills]).toEqual([KNOWN, './skills/'])
  expect(JSON.stringify(read(path as string))).toBe(
    asInPlugin({ hooks: lists(groupsOf(handlersFor('LAUNCHER'))) }, '${PLUGIN_ROOT}'),
  )
  // It fills in no places there, and a server that names a folder is started in that of the plugin: a shell looks for it.
  const home = tempDir()
  const installed = join(home, '.codex', 'plugins', 'cache', 'any', 'dogear', '1.0.0')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'dogear.sh'), 'echo "$1 in $PWD"')
  const { command, args } = (read(mcpServers as string) as { mcpServers: { dogear: Server } }).mcpServers.dogear
  const ran = spawnSync(command, args, { cwd: home, env: cleanEnv(home), encoding: 'utf8' })
  expect(ran.stdout).toBe(`mcp in ${home}\n`)
})

test('the extension of Gemini CLI registers the hooks that init registers, and holds all that they call', () => {
  const { mcpServers, ...about } = read('gemini/gemini-extension.json') as Record<string, unknown>
  const { author: _, license: __, ...known } = KNOWN
  expect([about, { mcpServers }]).toEqual([known, serverIn('${extensionPath}')])
  expect(JSON.stringify(read('gemini/hooks/hooks.json'))).toBe(
    asInPlugin({ hooks: lists(geminiGroups('LAUNCHER')) }, '${extensionPath}'),
  )
  const built = join(checkout, 'dist', 'gemini-extension')
  for (const path of ['dogear.sh', 'dogear.cjs', 'skills/dogear/SKILL.md'])
    expect(readFileSync(join(built, path), 'utf8')).toBe(readFileSync(join(plugin, path), 'utf8'))
})

test.each([
  ['codex', '.codex/hooks.json'],
  ['copilot-cli', '.copilot/hooks/dogear.json'],
  ['gemini-cli', '.gemini/settings.json'],
])('the plugin in %s stands back where init has set it up', (agent, settings) => {
  const [home, program] = [tempDir(), tempDir()]
  mkdirSync(join(program, 'dist'))
  writeFileSync(join(program, 'dist', 'hook.cjs'), 'process.stdout.write("hook")')
  const env = { ...cleanEnv(home), DOGEAR_PROGRAM: program }
  const fire = (): string =>
    spawnSync('sh', [join(plugin, 'dogear.sh'), agent], { cwd: home, env, input: '{}', encoding: 'utf8' }).stdout
  expect(fire()).toBe('hook')
  const launcher = join(home, 'dogear.sh')
  mkdirSync(dirname(join(home, settings)), { recursive: true })
  writeFileSync(join(home, settings), JSON.stringify({ command: `sh ${launcher} ${agent}` }))
  expect(fire()).toBe('hook')
  writeFileSync(launcher, '')
  expect(fire()).toBe('')
})

test('a server that is started in the folder of the plugin works for the folder of its client', () => {
  const [program, session] = [tempDir(), tempDir()]
  mkdirSync(join(program, 'bin'))
  writeFileSync(join(program, 'bin', 'dogear.js'), 'process.stdout.write(process.cwd())')
  // Its client is the outer shell.
  const line = '(cd "$1" && exec "$2" dogear.cjs mcp "$3"); true'
  const words = ['-c', line, 'sh', plugin, process.execPath, program]
  const ran = spawnSync('sh', words, { cwd: session, env: cleanEnv(session), encoding: 'utf8' })
  expect(ran.stdout).toBe(process.platform === 'linux' ? session : '')
})

test('the manifest has the version of the program, and the marketplace leads to it', () => {
  expect(read('.claude-plugin/plugin.json')).toMatchObject({ name: 'dogear', version: VERSION, license: 'MIT' })
  const market = JSON.parse(readFileSync(join(checkout, '.claude-plugin/marketplace.json'), 'utf8')) as Marketplace
  expect(market.plugins.map(({ name, source }) => ({ name, source }))).toEqual([{ name: 'dogear', source: './plugin' }])
  expect(market.owner.name).not.toBe('')
})

test('the plugin has what the directory of plugins asks for', () => {
  expect(readFileSync(join(plugin, 'README.md'), 'utf8').split(/\s+/).length).toBeGreaterThan(40)
  expect(readFileSync(join(plugin, 'LICENSE'), 'utf8')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
})

test('the skill keeps the rules of Agent Skills', () => {
  const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
  expect([...fields.keys()].filter((key) => !known.includes(key))).toEqual([])
  expect(readdirSync(join(plugin, 'skills'))).toContain(fields.get('name'))
  expect(fields.get('name')).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(fields.get('description')?.length).toBeGreaterThan(0)
  expect(fields.get('description')?.length).toBeLessThanOrEqual(1024)
  expect(fields.get('compatibility')?.length).toBeLessThanOrEqual(500)
  expect(body.split('\n').length).toBeLessThan(500)
  // A colon and a space would begin another field, for strict readers of the front matter.
  for (const value of fields.values()) expect(value).not.toMatch(/: | #|^["'[{>|*&!%@`]/)
})

test('what every session loads of the skill is under 450 tokens', () => {
  // Four characters to a token; a Chinese one counts as two tokens.
  const loaded = `${fields.get('name')}${fields.get('description')}`
  const tokens = [...loaded].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 0.25), 0)
  expect(tokens).toBeLessThan(450)
})

const SAID: [phrase: string, tool: string][] = [
  ['checkpoint auth', 'save'],
  ['checkpoint', 'save'],
  ['save my place', 'save'],
  ['保存检查点', 'save'],
  ['continue auth', 'resume'],
  ['continue', 'resume'],
  ['where did we stop?', 'resume'],
  ['继续', 'resume'],
  ['what was I working on?', 'list'],
  ['list checkpoints', 'list'],
  ['clear checkpoint auth', 'clear'],
  ['清除检查点 auth', 'clear'],
]

test.each(SAID)('the skill leads "%s" to %s, and the program understands it so too [C9]', (phrase, tool) => {
  expect(toolFor(phrase)).toBe(tool)
  expect([SAVE, RESUME, LIST, CLEAR].map(({ name }) => name)).toContain(tool)
  expect(parsePhrase(phrase)?.do).toBe(tool)
})

test.each(['goodnight', 'logout', 'exit', '晚安', '明天见'])('the skill saves at the close word "%s" [C9]', (word) => {
  expect(toolFor(word)).toBe('save')
  expect(farewellIn(word)).not.toBeNull()
})

test('every phrase that makes the skill known is in its description', () => {
  const description = fields.get('description') ?? ''
  for (const word of [
    'checkpoint auth',
    'save my place',
    'continue auth',
    'what was I working on?',
    'clear checkpoint auth',
    '晚安',
    '明天见',
  ])
    expect(description).toContain(word)
})

/** The tool in the row of the table that names the phrase. */
function toolFor(phrase: string): string | undefined {
  const rows = body.split('\n').filter((line) => line.startsWith('|'))
  const row = rows.find((line) =>
    (line.split('|')[1] ?? '').split(/, | "|"$/).some((said) => said.replaceAll('"', '').trim() === phrase),
  )
  return /`(\w+)`/.exec(row?.split('|')[2] ?? '')?.[1]
}

function groupsOf<T>(handlers: [event: string, handler: T][]): Record<string, { hooks: T[] }> {
  return Object.fromEntries(handlers.map(([name, handler]) => [name, { hooks: [handler] }]))
}

/** As text: the order of the events is the order in which they stand. */
function asInPlugin(hooks: object, root: string): string {
  return JSON.stringify(hooks).replaceAll('LAUNCHER', () => String.raw`\"${root}/dogear.sh\"`)
}

function serverIn(root: string): object {
  return { mcpServers: { dogear: { command: 'sh', args: [`${root}/dogear.sh`, 'mcp'] } } }
}

interface Marketplace {
  owner: { name: string }
  plugins: { name: string; source: string }[]
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(plugin, path), 'utf8'))
}

function lists<T>(groups: Record<string, T>): Record<string, T[]> {
  return Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, [group]]))
}
