/** The registries of layouts and agents are made from the folders; what is only half a plug-in is refused, not left out. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error a script without types
import * as script from '../scripts/generate-registry.mjs'
import { checkout } from './support/checkout.js'
import { tempDir } from './support/world.js'

interface GeneratedFile {
  path: string
  text: string
}

const { KINDS, generate, staleIn, write } = script as {
  KINDS: Record<string, { folder: string }>
  generate(kind: string, from?: string): GeneratedFile[]
  staleIn(kind: string, from?: string): GeneratedFile[]
  write(kind: string, from?: string): string[]
}

const kinds = Object.keys(KINDS)

test.each(kinds)('the registry of the %s is current', (kind) => {
  const paths = staleIn(kind).map(({ path }) => path)
  expect(paths, 'run: node scripts/generate-registry.mjs').toEqual([])
})

/** The contracts and the template of a kind, and copies of the template under these names. */
function desk(kind: string, ...ids: string[]): { root: string; folder: string } {
  const root = tempDir()
  const folder = join(root, `src/${kind}`)
  const isContract = (path: string): boolean => !/src\/\w+\/(?!_template)[^/.]+\//.test(`${path}/`)
  cpSync(join(checkout, `src/${kind}`), folder, { recursive: true, filter: isContract })
  for (const id of ids) {
    cpSync(join(folder, '_template'), join(folder, id), { recursive: true })
    edit(join(folder, id, 'manifest.ts'), (text) => text.replace(/id: '\w+'/, `id: '${id}'`))
  }
  return { root, folder }
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

test.each(kinds)('a folder of the %s is registered by being there, and leaves by being gone', (kind) => {
  const { root, folder } = desk(kind, 'tin-robot2', 'zebra')
  mkdirSync(join(folder, 'common'), { recursive: true })
  write(kind, root)
  expect(staleIn(kind, root)).toEqual([])
  const all = readFileSync(join(folder, 'all.ts'), 'utf8')
  expect(all).toMatch(/import \{ \w+ as tinRobot2 \} from '.\/tin-robot2\/\w+\.js'/)
  expect(all).toMatch(/\[tinRobot2, zebra\]|'tin-robot2': \(\) => tinRobot2,\n {2}zebra: \(\) => zebra,/)
  expect(all).not.toMatch(/_template|common/)
  rmSync(join(folder, 'zebra'), { recursive: true })
  expect(staleIn(kind, root).map(({ path }) => path)).toContain(`src/${kind}/registry.ts`)
})

test('long lists are broken as the formatter does', () => {
  const ids = Array.from({ length: 20 }, (_, i) => `agent-${i}`)
  const { root } = desk('agents', ...ids)
  expect(generate('agents', root)[0]?.text).toContain('= [\n  agent0,\n')
})

test.each<[kind: string, what: string, spoil: (folder: string) => void, says: string]>([
  ['agents', 'no reader', (folder) => rmSync(join(folder, 'reader.ts')), 'src/agents/toy has no reader.ts'],
  ['layouts', 'no layout', (folder) => rmSync(join(folder, 'layout.ts')), 'src/layouts/toy has no layout.ts'],
  ['layouts', 'no samples', (folder) => rmSync(join(folder, 'samples.ts')), 'src/layouts/toy has no samples.ts'],
  ['agents', 'no manifest', (folder) => rmSync(join(folder, 'manifest.ts')), 'src/agents/toy has no manifest.ts'],
  [
    'agents',
    'a reader of another name',
    (folder) => edit(join(folder, 'reader.ts'), (text) => text.replace('const reader:', 'const toyReader:')),
    'src/agents/toy/reader.ts does not export the constant reader',
  ],
  [
    'agents',
    'an ability that nobody knows',
    (folder) => edit(join(folder, 'manifest.ts'), (text) => text.replace("title: 'Toy',", "title: 'Toy', hook: load,")),
    'src/agents/toy/manifest.ts says hook, which nobody reads: the contract (agent.ts) does not have it',
  ],
  [
    'layouts',
    'an ability that nobody knows',
    (folder) =>
      edit(join(folder, 'layout.ts'), (text) => text.replace(/layout: .* = \{/, '$&\n  restores: () => null,')),
    'src/layouts/toy/layout.ts says restores, which nobody reads: the contract (layout.ts, abilities.ts)',
  ],
  [
    'agents',
    'an ability that its manifest forgets',
    (folder) => edit(join(folder, 'manifest.ts'), (text) => text.replace(/^ +hooks: .*\n/m, '')),
    'src/agents/toy/hooks.ts exports hooks, but its manifest does not name it',
  ],
  [
    'layouts',
    'the id of another',
    (folder) => edit(join(folder, 'manifest.ts'), (text) => text.replace("id: 'toy'", "id: 'ball'")),
    'src/layouts/toy/manifest.ts calls itself ball',
  ],
])('half registered: %s with %s are refused, and nothing is written', (kind, _, spoil, says) => {
  const { root, folder } = desk(kind, 'toy')
  spoil(join(folder, 'toy'))
  const before = readFileSync(join(folder, 'registry.ts'), 'utf8')
  expect(() => write(kind, root)).toThrow(says)
  expect(() => staleIn(kind, root)).toThrow(says)
  expect(readFileSync(join(folder, 'registry.ts'), 'utf8')).toBe(before)
})

test('on the command line the refusal is one line and exit code 1', () => {
  const { root, folder } = desk('agents', 'toy')
  for (const part of ['src/layouts', 'scripts']) cpSync(join(checkout, part), join(root, part), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  rmSync(join(folder, 'toy', 'reader.ts'))
  const ran = spawnSync(process.execPath, ['scripts/generate-registry.mjs', '--check'], { cwd: root, encoding: 'utf8' })
  expect([ran.status, ran.stderr]).toEqual([1, expect.stringMatching(/^src\/agents\/toy has no reader\.ts: .*\n$/)])
})
