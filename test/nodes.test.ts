import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasSqlite } from '../src/platform/sqlite.js'
import { checkout } from './support/checkout.js'
import { findNode } from './support/nodes.js'
import { dogear, scratchRepo, tempDir } from './support/world.js'

describe.each(['22.23.3', '24.21.0'])('on Node %s', (version) => {
  const found = findNode(version)
  if (found.reason !== undefined) {
    console.warn(`\n!!! SKIPPED: the program was not tried on Node ${version}: ${found.reason}\n`)
    test.skip(`not tried: ${found.reason}`, () => {})
    return
  }

  test('a checkpoint is saved, listed, found and resumed', () => {
    const { dir } = scratchRepo({ 'src/auth.ts': 'export const ready = false\n' })
    const at = { cwd: dir, home: tempDir(), node: found.node }
    const words = [
      'save',
      'auth',
      '--task',
      'Log in by OAuth',
      '--next',
      'Run npm test -- auth',
      '--done',
      'src/auth.ts: the redirect',
      '--file',
      'src/auth.ts',
    ]
    expect(dogear(words, at)).toMatchObject({ code: 0, stderr: '' })
    expect(dogear(['list', '--json'], at).stdout).toContain('auth')
    expect(dogear(['resume', 'auth'], at).stdout).toContain('Run npm test -- auth')
    const search = dogear(['search', 'oauth'], at)
    expect(search).toMatchObject({ code: 0, stderr: '' })
    expect(search.stdout).toContain('auth')
  })

  test('a search finds by the index what a Node without SQLite finds by reading [F10]', () => {
    const { dir } = scratchRepo({ 'a.txt': 'a\n' })
    const home = tempDir()
    for (const [i, task] of ['Rotate the token', 'A token bucket', 'Café in 東京', 'tokens, tokens'].entries())
      expect(dogear(['save', `w${i % 3}`, '--task', task, '--no-git'], { cwd: dir, home }).code).toBe(0)
    for (const words of [
      ['token'],
      ['tok*'],
      ['"token bucket"'],
      ['cafe'],
      ['京'],
      ['nothing'],
      ['token', '--limit', '1'],
    ]) {
      const [here, there] = [{}, { node: found.node }].map((node) =>
        dogear(['search', ...words, '--json'], { cwd: dir, home, ...node }),
      )
      expect(there?.stderr).toBe('')
      const { via, ...answer } = JSON.parse(there?.stdout ?? '') as { via: string }
      expect(via).toBe('index')
      expect({ ...answer, via: hasSqlite() ? 'index' : 'scan' }).toEqual(JSON.parse(here?.stdout ?? ''))
    }
  })

  test.skipIf(hasSqlite() || !version.startsWith('24.'))(
    'what is tested with SQLite and Zstandard holds',
    () => {
      const agents = ['codex', 'opencode'].map((agent) => `src/agents/${agent}/reader.test.ts`)
      const files = [
        'src/platform/sqlite.test.ts',
        'src/platform/files/zstd.test.ts',
        'src/store/search/search',
        ...agents,
      ]
      const vitest = join(checkout, 'node_modules', 'vitest', 'vitest.mjs')
      const args = [vitest, 'run', '--project', 'unit', '--reporter', 'json', ...files]
      const ran = spawnSync(found.node, args, { cwd: checkout, encoding: 'utf8', timeout: 240_000 })
      const report = JSON.parse(ran.stdout || '{}') as Record<string, unknown>
      expect(report, ran.stderr).toMatchObject({ success: true, numFailedTests: 0 })
      // Only what says that this Node cannot.
      expect(report['numPendingTests']).toBe(1)
      expect(report['numPassedTests']).toBeGreaterThan(20)
    },
    300_000,
  )
})
