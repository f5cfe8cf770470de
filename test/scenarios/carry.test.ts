/** What one save said, the next one knows; what a session resumed, it saves to: by command and by tool. */
import { expect, test } from 'vitest'
import { connect } from '../mcp/support/client.js'
import { dogear, type Ran, scratchRepo, tempDir } from '../support/world.js'

interface Desk {
  dir: string
  home: string
  run: (...args: string[]) => Ran
}

function desk(): Desk {
  const { dir } = scratchRepo()
  const home = tempDir()
  return { dir, home, run: (...args) => dogear(args, { cwd: dir, home }) }
}

const KNOWN = ['Replace the cookies', 'jose 5 — too large', 'HMAC', 'Run npm test']

test('a save that says only the next action keeps everything else [case 7]', () => {
  const { run } = desk()
  run('save', 'x', '--task', 'Replace the cookies', '--failed', 'jose 5 — too large', '--decision', 'HMAC')
  run('save', 'x', '--next', 'Write the check')
  run('save', 'x', '--next', 'Run npm test')
  const { stdout } = run('resume', 'x')
  for (const known of KNOWN) expect(stdout).toContain(known)
  expect(stdout).not.toContain('Write the check')
})

test('by the tool as well [case 7]', async () => {
  const { dir, home } = desk()
  const { call } = await connect({ cwd: dir, home })
  const failed = [{ what: 'jose 5', why: 'too large' }]
  await call('save', { name: 'x', task: 'Replace the cookies', failed, decisions: ['HMAC'] })
  await call('save', { name: 'x', next: 'Run npm test' })
  const { text } = await call('resume', { name: 'x' })
  for (const known of KNOWN) expect(text).toContain(known)
})

test('what was resumed is saved to, without naming it again [case 8]', async () => {
  const { dir, home, run } = desk()
  run('save', 'x', '--task', 'Replace the cookies')
  run('save', 'y', '--task', 'Paint the boat')
  run('resume', 'x')
  run('save', '--next', 'Run npm test')
  expect(run('list', '--quiet').stdout.trim().split('\n').toSorted()).toEqual(['x', 'y'])
  expect(run('resume', 'x').stdout).toContain('Run npm test')
  const { call } = await connect({ cwd: dir, home, env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'one' } })
  await call('resume', { name: 'y' })
  await call('save', { next: 'Buy the paint' })
  expect(run('list', '--quiet').stdout.trim().split('\n').toSorted()).toEqual(['x', 'y'])
  expect(run('resume', 'y').stdout).toContain('Buy the paint')
})
