/** Many checkpoints over MCP: cleared as on the command line, and a list that says what it leaves out. */
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'
import { connect } from './support/client.js'

interface Place {
  cwd: string
  home: string
}

function saved(...names: string[]): Place {
  const at = { cwd: scratchRepo().dir, home: tempDir() }
  for (const name of names) expect(dogear(['save', name, '--next', 'Run `make`', '--no-git'], at).code).toBe(0)
  return at
}

function listed(at: Place): string[] {
  const { workstreams } = dogear(['list', '--json'], at).json<{ workstreams: { name: string }[] }>()
  return workstreams.map(({ name }) => name).toSorted()
}

test('several names, patterns and filters clear what the command would', async () => {
  const at = saved('feat-a', 'feat-b', 'fix-c', 'docs')
  const { call } = await connect(at)
  expect((await call('clear', { names: ['feat-*', 'docs'], dry_run: true })).data).toEqual({
    cleared: expect.arrayContaining(['feat-a', 'feat-b', 'docs']),
    dry_run: true,
  })
  expect(listed(at)).toHaveLength(4)
  const { text, data } = await call('clear', { names: ['feat-*', 'docs'] })
  expect(text).toMatch(/^Cleared 3 checkpoints: (?:feat-a|feat-b|docs), /)
  expect(data['cleared']).toHaveLength(3)
  expect(listed(at)).toEqual(['fix-c'])
  expect((await call('clear', { older_than: 1 })).data).toEqual({ cleared: [] })
  expect((await call('clear', { name: 'fix-?' })).data).toEqual({ cleared: ['fix-c'] })
})

test('what to clear must be said, and the error says how', async () => {
  const at = saved('auth')
  const { call } = await connect(at)
  for (const wrong of [{}, { all: true, name: 'auth' }, { entry: 'abcd' }])
    expect(await call('clear', wrong)).toMatchObject({
      isError: true,
      data: { error: { code: 'usage', expected: expect.stringContaining('names: ["auth", "feat-*"]') } },
    })
  expect(listed(at)).toEqual(['auth'])
})

test('the list counts the sessions without a name that it folds, and shows them on request', async () => {
  const at = saved('auth')
  for (let i = 0; i < 6; i++) {
    const session = ['--auto', '--session', `s${i}`, '--agent', 'claude-code', '--task', `Look at part ${i}`]
    expect(dogear(['save', ...session, '--no-git'], at).code).toBe(0)
  }
  const { call } = await connect(at)
  const { data, text } = await call('list')
  expect(data).toMatchObject({ folded: 2, checkpoints: { length: 5 } })
  expect(text).toContain('… and 2 sessions without a name: call list with loose: true')
  const loose = await call('list', { loose: true })
  expect(loose.data['checkpoints']).toHaveLength(6)
  expect(loose.text).not.toContain('without a name')
})
