/** Layouts that live in the work tree, kept current by the program: one, another, several, and how they are set. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { desk, isThere, put, read } from './support/desk.js'
import { LOGIN, PLACE, ownLoginDesk } from './support/login-desk.js'

describe('decision-log', () => {
  const CHECKPOINT = JSON.stringify({
    timestamp: '2026-01-14T08:42:00Z',
    summary: 'Working on the login because the audit asks for it',
    decisions: ['Chose argon2 over bcrypt because the audit asks for it'],
    next_action: 'Run npm test -- login',
  })

  test('a broken index is named and the global place used; nothing is lost of it [D2]', () => {
    const one = desk({
      '.claude/state-index.json': '{"active_plan": ',
      '.claude/checkpoints/20260114T084200Z.json': CHECKPOINT,
    })
    const saved = one.run('save', '--trust', 'yes', '--task', 'Login', '--next', 'Run npm test')
    expect(saved.code).toBe(0)
    expect(saved.stderr).toContain('.claude/state-index.json')
    expect(saved.stdout).toMatch(/Location: \.claude\/checkpoints\/\d{8}T\d{6}Z\.json/)
    expect(read(one.repo.dir, '.claude/state-index.json')).toBe('{"active_plan": ')
  })

  test('an active plan has its own place, and saving again adds a file [D2]', () => {
    const one = desk({ '.claude/state-index.json': '{\n  "active_plan": "auth-refactor",\n  "x": 1\n}\n' })
    expect(one.run('trust', 'decision-log').code).toBe(0)
    const saved = one.run('save', 'auth-refactor', '--task', 'Login', '--next', 'Run npm test')
    expect(saved.stdout).toMatch(/Location: \.claude\/plans\/auth-refactor\/checkpoints\/\d{8}T\d{6}Z\.json/)
    expect(read(one.repo.dir, '.claude/state-index.json')).toMatch(/"x": 1,?\s/)
    expect(read(one.repo.dir, '.claude/state-index.json')).toContain('last_checkpoint')
    for (let look = 0; look < 3; look++) one.names()
    expect(one.run('history', 'auth-refactor').stdout.trim().split('\n')).toHaveLength(1)
  })

  test('a long log is taken up once, in the order of time', () => {
    const files = Object.fromEntries(
      Array.from({ length: 70 }, (_, i) => {
        const minute = String(i % 60).padStart(2, '0')
        const time = `2026-01-14T${i < 60 ? '08' : '09'}:${minute}:00Z`
        const text = CHECKPOINT.replace('2026-01-14T08:42:00Z', time).replace('Run npm test', `Run step ${i}`)
        return [`.claude/checkpoints/${time.replace(/[-:]/g, '')}.json`, text]
      }),
    )
    const one = desk(files)
    const first = one.run('list', '--trust', 'yes')
    expect(first.stdout).toContain('Run step 69')
    one.names()
    const name = one.names()[0] as string
    expect(one.names()).toHaveLength(1)
    expect(one.run('history', name, '--json').json()).toMatchObject({ total: 70 })
  })
})

describe('quoin', () => {
  test('a save knows the task of the session state, points to itself, and is restored in a fresh session [E3, E6, E8]', () => {
    const session = '1234abcd-0000-4000-8000-000000000001'
    const one = desk({
      '.workflow_artifacts/memory/sessions/2026-01-14-auth.md': `# Session\n\n## Cost\n- Session UUID: ${session}\n- Phase: implement\n\n## Unfinished work\n- Run npm test -- auth\n`,
      '.workflow_artifacts/auth/current-plan.md': '# plan\n',
    })
    one.run('trust', 'quoin')
    const saved = one.run('save', '--done', 'src/a.ts')
    expect(saved.stdout).toMatch(
      /^Checkpoint saved to: \.workflow_artifacts\/memory\/checkpoints\/[-\d]+-auth\.md\nSentinel written: .*pending-restore-1234abcd/,
    )
    expect(read(one.repo.dir, '.workflow_artifacts/auth/cost-ledger.md')).toContain(session)
    const asked = one.run('resume')
    expect(asked.code).toBe(3)
    expect(asked.json()).toMatchObject({ needs: { id: 'reread' } })
    const restored = one.run('resume', '--reread', 'yes')
    expect(restored.code).toBe(0)
    expect(restored.stdout).toMatch(/^Resuming task: auth\. Branch: main\./)
    expect(restored.stdout).toContain('current-plan.md as it is now:\n```\n# plan\n```')
    expect(isThere(one.repo.dir, `.workflow_artifacts/memory/pending-restore-${session}.txt`)).toBe(false)
  })
})

describe('a folder', () => {
  test('inside the repository has files of its own: found where one stands, saved where they are', () => {
    const one = desk()
    const sub = join(one.repo.dir, 'packages', 'shop')
    put(sub, { [`${PLACE}/build-login-page.md`]: LOGIN })
    expect(one.at(sub, 'list', '--trust', 'yes', '-q').stdout).toBe('build-login-page\n')
    expect(one.names()).toEqual(['build-login-page'])
    one.at(sub, 'save', 'build-login-page', '--next', 'Run npm test')
    expect(read(sub, `${PLACE}/build-login-page.md`)).toContain('Run npm test')
    expect(isThere(one.repo.dir, PLACE)).toBe(false)
  })

  test('that is only set up for a layout gets no files, but a hint [F8]', () => {
    const one = desk()
    mkdirSync(join(one.repo.dir, '.workflow_artifacts', 'memory'), { recursive: true })
    const saved = one.run('save', 'login', '--next', 'Run npm test')
    expect(saved.stderr).toContain('dogear trust quoin')
    expect(isThere(one.repo.dir, '.workflow_artifacts/memory/checkpoints')).toBe(false)
  })
})

describe('several layouts at once', () => {
  test('what one of them says is said by the others; the first gives the words', () => {
    const one = ownLoginDesk()
    one.run('config', 'layout', 'named-checkpoints', 'session-continuity')
    const saved = one.run('save', 'build-menu', '--next', 'Run npm test -- menu')
    expect(saved.stdout).toContain('saved -> checkpoint-build-menu.md')
    expect(read(one.repo.dir, `${PLACE}/build-menu.md`)).toContain('Run npm test -- menu')
    expect(read(one.memory, 'MEMORY.md')).toContain('**build-menu**')
    put(one.repo.dir, { [`${PLACE}/build-shop.md`]: LOGIN.replace('build-login-page', 'build-shop') })
    one.names()
    expect(read(one.memory, 'checkpoint-build-shop.md')).toContain('Run pytest tests/auth_test.py')
    one.run('clear', 'build-menu')
    expect(isThere(one.repo.dir, `${PLACE}/build-menu.md`)).toBe(false)
    expect(read(one.memory, 'MEMORY.md')).not.toContain('build-menu')
  })
})

describe('config', () => {
  test.each([['--global'], []])('on-resume holds where no layout is live %s', (...global) => {
    const one = desk()
    one.run('config', 'on-resume', 'consume', ...global.filter((flag) => flag !== undefined))
    expect(one.run('config').stdout).toMatch(/^on-resume +consume/m)
    one.run('save', 'auth', '--next', 'Run npm test')
    expect(one.run('resume', 'auth').code).toBe(0)
    expect(one.names()).not.toContain('auth')
  })

  test('shows where each value comes from, for this project and for all', () => {
    const one = desk()
    expect(one.run('config').stdout).toMatch(/^layout +none {2}\(found by their files\)$/m)
    one.run('config', 'on-resume', 'consume', '--global')
    one.run('config', 'layout', 'session-continuity')
    const { stdout } = one.run('config')
    expect(stdout).toMatch(/^layout +session-continuity \(.*\) {2}\(.*config\.json\)$/m)
    expect(stdout).toMatch(/^on-resume +consume {2}\(.*dogear\/config\.json\)$/m)
    expect(stdout).toMatch(/^names +strict {2}\(by session-continuity\)$/m)
    one.run('config', 'layout', 'none')
    expect(one.run('config', 'layout', '--json').json()).toMatchObject({ config: [{ key: 'layout', value: 'none' }] })
    expect(one.run('config', 'layout', 'session-continity')).toMatchObject({ code: 2 })
    expect(one.run('config', 'colour', 'red')).toMatchObject({ code: 2 })
  })
})

test('purge empties the trash that quoin keeps here, by its date, and only where quoin is used [E12]', () => {
  const old = '.workflow_artifacts/memory/trash/2026-01-01/pending-restore-x.txt'
  const one = desk({ [old]: 'x\n' })
  one.run('save', 'auth', '--next', 'Run npm test')
  one.run('trash', 'purge', '--older-than', '1d')
  expect(isThere(one.repo.dir, old)).toBe(true)
  one.run('config', 'layout', 'quoin')
  expect(one.run('trash', 'purge', '--older-than', '1d').stdout).toContain('2026-01-01')
  expect(isThere(one.repo.dir, old)).toBe(false)
})
