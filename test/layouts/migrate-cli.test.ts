/** Import and export of other systems' files as they are typed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir, type Ran } from '../support/world.js'
import { SAMPLES } from '../../src/layouts/all-samples.js'
import { desk, put } from './support/desk.js'
import { snapshot, writeSample } from './support/samples.js'

interface Imported {
  imported: { name: string; id: string; layout?: string; source?: string }[]
  already: number
  refused: { source: string; message: string }[]
  dryRun: boolean
}

test('import without a file takes over what this project has, in its folder and in the memory of its agent', () => {
  const { repo, memory, run } = desk()
  writeSample(repo.dir, SAMPLES['session-continuity'].folder)
  writeSample(repo.dir, SAMPLES['decision-log'].folder)
  writeSample(memory, SAMPLES['session-checkpoint'].folder)
  const before = [snapshot(memory), snapshot(join(repo.dir, 'memory')), snapshot(join(repo.dir, '.claude'))]
  const tried = run('import', '--dry-run', '--json').json<Imported>()
  expect(tried.imported.map((one) => `${one.layout} ${one.name}`).toSorted()).toEqual([
    'decision-log global',
    'decision-log global',
    'decision-log global',
    'decision-log rotate-keys',
    'session-checkpoint my-feature',
    'session-continuity build-login-page',
    'session-continuity q1-data-analysis',
    'session-continuity q1-data-analysis',
  ])
  expect(run('import').stdout).toBe('Imported 8, already here 0, refused 0.\n')
  expect(run('import', '--layout', 'decision-log').stdout).toBe('Imported 0, already here 4, refused 0.\n')
  expect([snapshot(memory), snapshot(join(repo.dir, 'memory')), snapshot(join(repo.dir, '.claude'))]).toEqual(before)
  expect(run('show', 'my-feature').stdout).toContain('sums drift')
})

test('a broken file is named, does not hide the others, and the exit code tells', () => {
  const { repo, run } = desk()
  const folder = tempDir()
  writeSample(folder, SAMPLES.quoin.folder)
  put(folder, { '.workflow_artifacts/memory/checkpoints/2026-02-12-\u001b[31mred.md': 'nothing' })
  const ran = run('import', folder)
  expect(ran.code).toBe(1)
  expect(ran.stdout).toBe('Imported 2, already here 0, refused 1.\n')
  expect(ran.stderr).toMatch(/refused .*2026-02-12-/)
  expect(ran.stderr).not.toContain('\u001b')
  expect(snapshot(repo.dir)).not.toHaveProperty('.workflow_artifacts')
})

test('a time without a zone is read in the zone of this computer, on that day', () => {
  const repo = scratchRepo()
  const home = tempDir()
  const folder = tempDir()
  writeSample(folder, SAMPLES['session-checkpoint'].folder)
  const summer = SAMPLES['session-checkpoint'].folder.files['checkpoint-my-feature.md']?.replace('01-12', '07-12') ?? ''
  writeFileSync(join(folder, 'checkpoint-summer.md'), summer.replaceAll('my-feature', 'summer'))
  const run = (...args: string[]): Ran => dogear(args, { cwd: repo.dir, home, env: { TZ: 'Europe/Berlin' } })
  run('import', folder)
  const saved = (name: string): string => run('show', name, '--json').json<{ entry: { saved: string } }>().entry.saved
  expect([saved('my-feature'), saved('summer')]).toEqual([
    '2026-01-12T18:40:00.000+01:00',
    '2026-07-12T18:40:00.000+02:00',
  ])
  const copy = join(folder, 'copy')
  run('export', 'summer', '--layout', 'session-checkpoint', '--into', copy)
  expect(readFileSync(join(copy, 'checkpoint-summer.md'), 'utf8')).toContain('- **Saved:** 2026-07-12 18:40\n')
})

test('entries that were exported come back as before, also beside files of another system', () => {
  const { repo, run } = desk()
  run('save', 'auth', '--task', 'T', '--next', 'Run npm test')
  run('export', 'auth', '--to', 'out')
  const other = desk()
  writeSample(other.repo.dir, SAMPLES.quoin.folder)
  const { imported } = other.run('import', join(repo.dir, 'out'), '.', '--json').json<Imported>()
  expect(imported.map((one) => `${one.name} ${one.layout ?? 'entry'}`)).toEqual([
    'auth entry',
    'invoice-export quoin',
    'invoice-export quoin',
  ])
})

test('export writes the files of a system where it looks for them, and says what it wrote', () => {
  const { repo, run } = desk()
  run('save', 'auth', '--task', 'Log in', '--next', 'Run npm test')
  const ran = run('export', '--all', '--layout', 'session-continuity', '--json')
  expect(ran.json()).toEqual({
    layout: 'session-continuity',
    into: repo.dir,
    exported: [{ name: 'auth', id: expect.any(String) }],
    changed: ['memory/checkpoints/auth.md'],
    refused: [],
  })
  expect(readFileSync(join(repo.dir, 'memory/checkpoints/auth.md'), 'utf8')).toContain('**Task:** Log in\n')
  expect(run('export', 'auth', '--layout', 'quoin').stdout).toBe(`Exported 1 entry as quoin to ${repo.dir}\n`)
})

test('wrong words are explained', () => {
  const { run } = desk()
  run('save', 'auth', '--task', 'T', '--next', 'Run npm test')
  const wrong = (...args: string[]): string => {
    const { code, stdout } = run(...args, '--json')
    const { error } = JSON.parse(stdout) as { error: { message: string } }
    return `${code} ${error.message}`
  }
  expect(wrong('import')).toBe('5 there are no checkpoint files of a known system in this project')
  expect(wrong('import', '.', '--layout', 'quoin')).toBe('5 there are no checkpoint files of quoin in .')
  expect(wrong('import', '--layout', 'qoin')).toContain('2 --layout cannot be "qoin"')
  expect(wrong('export', 'auth', '--into', 'x')).toBe('2 --into needs --layout')
  expect(wrong('export', 'auth', '--layout', 'quoin', '--to', 'x')).toBe('2 --to does not go with --layout')
  expect(wrong('export', '--layout', 'quoin')).toBe('2 export needs a NAME or --all')
  expect(wrong('export', 'nobody', '--layout', 'quoin')).toBe('5 there is no checkpoint "nobody"')
})
