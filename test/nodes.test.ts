import { describe, expect, test } from 'vitest'
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
})
