/** Any text a person would use is a name, and every command finds it by what a person would type. */
import { expect, test } from 'vitest'
import { connect } from '../mcp/support/client.js'
import { deskForEach } from '../support/world.js'

const { desk, run } = deskForEach()

function save(...args: string[]): { name: string; id: string } {
  return run('save', ...args, '--json').json<{ saved: { name: string; id: string } }>().saved
}

function shown(typed: string): string {
  const { entry, error } = run('show', typed, '--json').json<{ entry?: { next: { text: string } }; error?: unknown }>()
  return entry?.next.text ?? JSON.stringify(error)
}

test.each(['v2.1', 'fix#12', '登录', 'größe', 'feat/login', '🚀', '🇩🇪 🔥'])(
  '%s is a name, and is kept as it was typed',
  (label) => {
    save(label, '--next', `Work on ${label}`)
    expect(run('resume', label).stdout).toContain(`Work on ${label}`)
    expect(run('history', label, '--json').json()).toMatchObject({ total: 1 })
    expect(run('show', label, '--json').json()).toMatchObject({ entry: { extraKeys: { label } } })
    save(label, '--done', 'src/a.ts: more')
    expect(run('history', label, '--json').json()).toMatchObject({ total: 2 })
    expect(run('save', label, '--done', 'src/b.ts: more').stdout).toContain(`Checkpoint "${label}" saved`)
    const cleared = run('clear', label)
    expect(cleared).toMatchObject({ code: 0, stdout: `Cleared checkpoint "${label}"\n` })
    expect(cleared.stderr).toContain(`dogear restore ${label.includes(' ') ? `'${label}'` : label}`)
    expect(run('trash').stdout).toContain(`workstream\t${label}\t`)
    expect(run('restore', label).stdout).toContain(`Restored checkpoint "${label}"`)
    expect(run('list').stdout.split('\t')[0]).toBe(label)
  },
)

test('two labels never share a folder by accident', () => {
  const [dotted, dashed] = [save('v2.1', '--next', 'Dotted'), save('v2-1', '--next', 'Dashed')]
  expect(dotted.name).toBe('v2-1')
  expect(dashed.name).toMatch(/^v2-1-[0-9a-z]{6}$/)
  expect([shown('v2.1'), shown('v2-1'), shown(dashed.name)]).toEqual(['Dotted', 'Dashed', 'Dashed'])
  expect([save('v2.1').name, save('v2-1').name]).toEqual([dotted.name, dashed.name])
})

test('case, white space and separators are no other label', () => {
  const { name } = save('My Feature', '--next', 'Go')
  expect([name, save('my-feature').name, save('my/feature').name]).toEqual(Array(3).fill('my-feature'))
})

test('branches in any script and a detached head are different lines', () => {
  const names = ['功能/登录', '功能/支付'].map((branch) => {
    desk.repo.git('checkout', '--quiet', '-b', branch)
    return save('--next', `On ${branch}`).name
  })
  desk.repo.git('checkout', '--quiet', '--detach')
  names.push(save('--next', 'On none').name)
  expect(new Set(names).size).toBe(3)
  expect([shown('功能/登录'), shown('功能/支付')]).toEqual(['On 功能/登录', 'On 功能/支付'])
})

test.each([
  ['saved to twice', () => save('--done', 'src/a.ts: more')],
  ['resumed', () => run('resume')],
])('the line of a branch that was %s is left with the branch', (_, again) => {
  expect(save('--next', 'On main', '--failed', 'jose — no ESM build').name).toBe('main')
  again()
  desk.repo.git('checkout', '--quiet', '-b', 'side')
  expect(save('--next', 'On side').name).toBe('side')
  expect(run('show', 'side').stdout).not.toContain('jose')
})

test('every command takes a label, a slug, a beginning, an id, a number', async () => {
  save('auth-refactor', '--next', 'Old')
  const { id } = save('登录', '--next', 'New')
  const short = id.split('-')[2]?.slice(0, 7) as string
  expect(['登录', id, short, '1'].map(shown)).toEqual(Array(4).fill('New'))
  expect(['auth-refactor', 'auth', '2'].map(shown)).toEqual(Array(3).fill('Old'))
  expect(run('history', 'auth', '--json').json()).toMatchObject({ name: 'auth-refactor' })
  expect(run('resume', '2').stdout).toContain('auth-refactor')
  const { call } = await connect({ cwd: desk.repo.dir, home: desk.home })
  for (const name of ['登录', short, '2']) expect((await call('resume', { name })).isError).toBe(false)
  expect(run('clear', 'auth-ref', '--json').json()).toMatchObject({ cleared: ['auth-refactor'] })
})

test('a near miss is suggested, an unrelated name never', () => {
  save('auth-refactor', '--next', 'Old')
  save('billing', '--next', 'New')
  expect(run('resume', 'auth-refaktor').stderr).toContain('dogear resume auth-refactor')
  const { code, stderr } = run('resume', 'zebra')
  expect(code).toBe(5)
  expect(stderr).not.toMatch(/dogear resume/)
  save('billing-api', '--next', 'Newer')
  expect(run('resume', 'billing-a').stdout).toContain('billing-api')
  expect(run('show', 'b').stderr).toContain('one of: billing-api, billing')
})

test('two emoji are two names, and rename says both as they were typed', () => {
  expect(save('🚀', '--next', 'Fly').name).not.toBe(save('🔥', '--next', 'Burn').name)
  expect([shown('🚀'), shown('🔥')]).toEqual(['Fly', 'Burn'])
  expect(run('rename', '🚀', 'Größe 2').stdout).toBe('Renamed checkpoint "🚀" to "Größe 2".\n')
  expect(run('resume', '🚀').stdout).toContain('"🚀" is called "Größe 2" now')
})

test('an old name leads to the line under its new one, in every command that shows it', async () => {
  save('tokens', '--next', 'Sign them', '--task', 'Signed cookies')
  run('rename', 'tokens', 'auth')
  run('rename', 'auth', 'login')
  expect(run('resume', 'tokens').stdout).toContain('"tokens" is called "login" now')
  const { stdout, stderr } = run('show', 'auth')
  expect(stdout).toContain('Sign them')
  expect(stderr).toContain('"auth" is called "login" now.')
  expect(run('history', 'tokens').stdout.trim().split('\n')).toHaveLength(3)
  expect(run('diff', 'tokens').code).toBe(0)
  const { call } = await connect({ cwd: desk.repo.dir, home: desk.home })
  expect((await call('resume', { name: 'tokens' })).data).toMatchObject({
    name: 'login',
    why: 'the one you named: "tokens" is called "login" now',
  })
  // A name that is used anew means what has it now.
  save('tokens', '--next', 'Another thing')
  expect(shown('tokens')).toBe('Another thing')
})

test('what ends or moves a line takes an old name too, says which name it has, and leaves what took the old one alone', () => {
  save('tokens', '--next', 'Sign them')
  run('rename', 'tokens', 'auth')
  expect(run('rename', 'tokens', 'session keys')).toMatchObject({
    stdout: 'Renamed checkpoint "auth" to "session keys".\n',
    stderr: '"tokens" is called "auth" now.\n',
  })
  const cleared = run('clear', 'auth')
  expect(cleared.stdout).toBe('Cleared checkpoint "session keys"\n')
  expect(cleared.stderr).toContain('"auth" is called "session keys" now.')
  expect(run('clear', 'tokens').stderr).toContain('there is no checkpoint')
  // What was cleared comes back first, and only then the name before.
  expect(run('restore', 'tokens').stdout).toContain('session keys')
  expect(shown('session keys')).toBe('Sign them')
  expect(run('save', 'tokens', '--next', 'Another thing').stderr).toContain(
    `this begins other work: what was called "tokens" is called "session keys" now`,
  )
  expect(run('save', 'tokens', '--next', 'The next thing').stderr).not.toContain('other work')
  expect(run('clear', 'tokens').stderr).not.toContain('is called')
  expect(shown('session keys')).toBe('Sign them')
})

test('what is no name is answered with the lines that speak of it', async () => {
  save('alpha', '--task', 'Write the parser of the settings', '--next', 'Look')
  save('beta', '--task', 'Make the login page faster', '--next', 'Look')
  const { code, stderr } = run('resume', 'parser')
  expect(code).toBe(5)
  expect(stderr).toContain('there is no checkpoint "parser"; did you mean "alpha" (Write the parser of the settings)?')
  expect(stderr).toContain('next: dogear resume alpha')
  expect(run('show', 'login').stderr).toContain('did you mean "beta"')
  const { call } = await connect({ cwd: desk.repo.dir, home: desk.home })
  const answer = await call('resume', { name: 'the parser' })
  expect(answer.isError).toBe(true)
  expect(JSON.stringify(answer)).toContain('did you mean \\"alpha\\"')
  expect(run('resume', 'zebra').stderr).not.toContain('did you mean')
  expect(run('say', 'continue with the parser').stdout).toContain('Write the parser')
})
