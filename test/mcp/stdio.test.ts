import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'
import { connect, ERAS } from './support/client.js'

const GOOD = {
  name: 'auth',
  task: 'Log in by OAuth',
  next: 'Run `npm test -- auth` and fix the first failure',
  done: ['src/auth.ts: the redirect'],
  failed: [{ what: 'jose', why: 'no ESM build' }],
  decisions: [{ what: 'Signed cookies', why: 'no server state', rejected: ['JWT'] }],
  questions: ['Which scopes?'],
  files: ['src/auth.ts'],
  plan: { path: 'PLAN.md', step: 2, of: 5 },
}

describe.each(ERAS)('a client of %s', (era) => {
  test('saves, and a fresh client of another agent resumes it', async () => {
    const at = { cwd: scratchRepo({ 'src/auth.ts': 'x\n' }).dir, home: tempDir(), era }
    const first = await connect({ ...at, name: 'codex-mcp-client' })
    const saved = await first.call('save', GOOD)
    expect(saved).toMatchObject({ isError: false, data: { saved: { name: 'auth', heads: 1 }, findings: [] } })
    await first.client.close()
    const second = await connect({ ...at, name: 'cursor-vscode' })
    const { text, data, isError } = await second.call('resume')
    expect(isError).toBe(false)
    expect(data).toMatchObject({ name: 'auth', branch: 'main', why: 'the only checkpoint here', briefing: text })
    expect(text).toMatch(/^\[dogear-briefing \w+: checkpoint auth, entry \w+, saved .* by codex\b.*\]\n/)
    expect(text).toContain('Previously failed: jose — no ESM build')
    expect(text).toContain('Run `npm test -- auth`')
    expect(text).toContain('Signed cookies')
  })

  test('finds, notes and clears [F10, C13]', async () => {
    const at = { cwd: scratchRepo().dir, home: tempDir(), era }
    const { call } = await connect(at)
    expect((await call('note', { text: 'Keep argon2', type: 'decision', why: 'the audit' })).text).toContain(
      'Keep argon2',
    )
    await call('save', GOOD)
    expect((await call('resume', { name: 'auth' })).text).toContain('Keep argon2')
    expect((await call('list')).data).toMatchObject({
      checkpoints: [{ name: 'auth', branch: 'main', task: GOOD.task }],
    })
    expect((await call('search', { query: 'cookies' })).data).toMatchObject({ hits: [{ name: 'auth' }], total: 1 })
    expect((await call('clear', { name: 'auth' })).data).toEqual({ cleared: ['auth'] })
    expect((await call('list')).text).toBe('No checkpoints found.')
    expect((await call('list', { cleared: true })).data).toMatchObject({ checkpoints: [{ name: 'auth' }] })
  })

  test('reads entries as resources, and nothing else', async () => {
    const { client, call } = await connect({ cwd: scratchRepo().dir, home: tempDir(), era })
    const { data } = await call('save', GOOD)
    const { resources } = await client.listResources()
    expect(resources).toMatchObject([{ name: expect.stringMatching(/^auth /), mimeType: 'text/markdown' }])
    const uri = resources[0]?.uri as string
    expect(uri).toContain(`/auth/${(data['saved'] as { id: string }).id}`)
    const { contents } = await client.readResource({ uri })
    expect(contents).toMatchObject([{ uri, text: expect.stringContaining('## Next action\nRun `npm test -- auth`') }])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map((one) => one.uriTemplate)).toEqual(['dogear://{project}/{workstream}/{id}'])
    const others = [uri.replace('/auth/', '/none/'), uri.slice(0, -1), 'dogear://x/..%2f..%2f/y', 'file:///etc/passwd']
    for (const other of others)
      await expect(client.readResource({ uri: other })).rejects.toThrow(/there is no entry|not found/i)
  })

  test('offers prompts to go on and to save, with the names to choose from', async () => {
    const { client, call } = await connect({ cwd: scratchRepo().dir, home: tempDir(), era })
    await expect(client.getPrompt({ name: 'resume' })).rejects.toThrow(/No checkpoints found/)
    await call('save', GOOD)
    await call('save', { ...GOOD, name: 'billing' })
    const { messages } = await client.getPrompt({ name: 'resume', arguments: { name: 'billing' } })
    expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('[dogear-briefing ') } }])
    const unsure = await client.getPrompt({ name: 'resume' })
    expect(unsure.messages[0]?.content).toMatchObject({ text: expect.stringContaining('call resume again with name') })
    const save = await client.getPrompt({ name: 'checkpoint', arguments: { name: 'auth' } })
    expect(save.messages[0]?.content).toMatchObject({ text: expect.stringContaining('save with name: "auth"') })
    const ref = { type: 'ref/prompt', name: 'resume' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'bi' } })
    expect(completion.values).toEqual(['billing'])
  })
})

test('what is vague or missing is named, and one more call mends it [C8]', async () => {
  const { call } = await connect({ cwd: scratchRepo().dir, home: tempDir() })
  await call('note', { text: 'exact value 42', type: 'value' })
  const first = await call('save', { ...GOOD, task: null, next: 'continue testing' })
  expect(first.data['findings']).toMatchObject([
    { field: 'task', problem: 'missing' },
    { field: 'next', problem: 'vague', text: 'continue testing' },
  ])
  expect(first.text).not.toContain('--')
  const mended = await call('save', { amend: first.data['amend'], next: 'Run `npm test`', task: 'OAuth login' })
  expect(mended).toMatchObject({ isError: false, data: { saved: { name: 'auth', heads: 1 }, findings: [] } })
  const { text } = await call('resume')
  for (const kept of [
    'OAuth login',
    'Run `npm test`',
    'jose',
    'Signed cookies',
    'Which scopes?',
    'PLAN.md',
    'value 42',
  ])
    expect(text).toContain(kept)
  expect(text).not.toContain('continue testing')
})

test('a save adds what git and the transcript say [F2]', async () => {
  const repo = scratchRepo({ 'src/auth.ts': 'x\n' })
  repo.write({ 'src/auth.ts': 'y\n' })
  const at = { cwd: repo.dir, home: tempDir() }
  const { call } = await connect(at)
  await call('save', GOOD)
  const shown = dogear(['show', 'auth', '--json'], at).json<{ entry: Record<string, unknown> }>()
  expect(shown.entry).toMatchObject({
    by: { agent: 'dogear-test' },
    where: { branch: 'main', dirty: [{ path: 'src/auth.ts', state: 'modified' }] },
    files: [{ path: 'src/auth.ts', hash: expect.any(String) }],
  })
})

test('agent and session are those of the environment the server was started in [F4]', async () => {
  const at = { cwd: scratchRepo().dir, home: tempDir() }
  const { call } = await connect({ ...at, env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'abc-1' } })
  await call('save', GOOD)
  const shown = dogear(['show', 'auth', '--json'], at).json<{ entry: Record<string, unknown> }>()
  expect(shown.entry['by']).toMatchObject({ agent: 'claude-code', session: 'abc-1' })
})

test('the briefing keeps to its budget [F6]', async () => {
  const { call } = await connect({ cwd: scratchRepo().dir, home: tempDir() })
  await call('save', { ...GOOD, context: Array.from({ length: 300 }, (_, i) => `fact ${i} ${'x'.repeat(60)}`) })
  for (const budget of [1000, 2500, 8000]) {
    const { text } = await call('resume', { budget })
    expect(text.length).toBeLessThanOrEqual(budget)
    expect(text).toContain('Run `npm test -- auth`')
  }
  expect((await call('resume', { budget: 10 })).data).toMatchObject({ error: { code: 'bad-input' } })
})

test('the configuration is read anew by every call', async () => {
  const at = { cwd: scratchRepo().dir, home: tempDir() }
  const { call } = await connect(at)
  await call('save', GOOD)
  dogear(['note', 'x'], at)
  const home = dogear(['show', 'auth', '--json'], at).json<{ path: string }>().path.split('/projects/')[0] as string
  writeFileSync(`${home}/config.json`, '{ broken')
  expect((await call('list')).data).toMatchObject({
    error: { code: 'bad-input', message: expect.stringContaining('config.json') },
  })
  writeFileSync(`${home}/config.json`, '{}')
  expect((await call('list')).isError).toBe(false)
})
