/** A new layout is one new folder: the template, copied under another name, works everywhere without any other edit. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Layout } from '../../src/layouts/layout.js'
import type { LayoutSamples } from '../../src/layouts/samples.js'
import { testLayout } from '../../src/testing/layout.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, scratchRepo, tempDir } from '../support/world.js'
// @ts-expect-error a script without types
import { bundle } from '../../scripts/bundle.mjs'

const copy = tempDir()
const repo = scratchRepo()
const env = cleanEnv(tempDir())
const FILE = join(repo.dir, 'bookmarks', 'auth.json')

for (const part of ['src', 'scripts', 'bin', 'package.json'])
  cpSync(join(checkout, part), join(copy, part), { recursive: true })
symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'))
const folder = join(copy, 'src/layouts/toy')
cpSync(join(copy, 'src/layouts/_template'), folder, { recursive: true })
const manifest = readFileSync(join(folder, 'manifest.ts'), 'utf8')
writeFileSync(join(folder, 'manifest.ts'), manifest.replaceAll("'template'", "'toy'"))

test('it is noticed that it is not registered yet; then dogear can be built with it [F21]', async () => {
  expect(node(['scripts/generate-registry.mjs', '--check']).status).toBe(1)
  expect(node(['scripts/generate-registry.mjs']).stdout).toContain('written: src/layouts/registry.ts')
  await bundle(copy, join(copy, 'dist'))
})

const { layout } = (await import(join(folder, 'layout.ts'))) as { layout: Layout<string> }
const { samples } = (await import(join(folder, 'samples.ts'))) as { samples: LayoutSamples }
testLayout(layout, samples)

test('the laws are those of a layout named toy', () => {
  expect(layout.id).toBe('toy')
})

test('its name is a value of flags and settings, and stands in their help', () => {
  expect(dogear('config', 'layout', 'toy').status).toBe(0)
  expect(dogear('config', 'layout', 'auto').status).toBe(0)
  expect(dogear('save', 'auth', '--layout', 'nothing').stderr).toContain('toy')
})

test('its files are written, found by their sign, and an edit by hand is taken up', () => {
  const saved = dogear('save', 'auth', '--next', 'Run the tests', '--layout', 'toy')
  expect(saved.stdout).toContain('Bookmark "auth" saved: bookmarks/auth.json')
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toMatchObject({ next: 'Run the tests' })
  expect(dogear('trust', 'toy').status).toBe(0)
  const later = { saved: '2030-01-01T10:00:00Z', next: 'Fix the one that fails', mood: 'good' }
  writeFileSync(FILE, JSON.stringify(later))
  const resumed = JSON.parse(dogear('resume', 'auth', '--json').stdout) as { entry: { next: { text: string } } }
  expect(resumed.entry.next.text).toBe('Fix the one that fails')
  expect(dogear('save', 'auth', '--next', 'Release', '--no-git').status).toBe(0)
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toMatchObject({ next: 'Release', mood: 'good' })
})

test('a workstream that is cleared leaves its folder, and one that is exported comes into it', () => {
  expect(dogear('clear', 'auth').stdout).toContain('Bookmark "auth" cleared')
  expect(existsSync(FILE)).toBe(false)
  rmSync(join(repo.dir, 'bookmarks'), { recursive: true })
  dogear('save', 'docs', '--next', 'Write it', '--layout', 'none')
  expect(dogear('export', 'docs', '--layout', 'toy').status).toBe(0)
  expect(readFileSync(join(repo.dir, 'bookmarks', 'docs.json'), 'utf8')).toContain('Write it')
})

interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

function node(args: readonly string[]): Ran {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env })
}

function dogear(...args: string[]): Ran {
  return spawnSync(process.execPath, [join(copy, 'bin/dogear.js'), ...args], { cwd: repo.dir, encoding: 'utf8', env })
}
