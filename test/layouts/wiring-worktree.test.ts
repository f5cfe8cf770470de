/** The three layouts that live in the work tree: foreign until taken over, then kept current by the program. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { desk, isThere, put, read, type Desk } from './support/desk.js'

const LOGIN = `# Checkpoint: build-login-page
**Created:** 2026-01-14 17:42 GMT+8
**Task:** Build the login page with an OAuth fallback

## Progress
- Wrote src/auth.py lines 45-120, login flow complete

## Next Action
Run pytest tests/auth_test.py to verify the login

## Blockers
- Git conflict in src/main.py lines 80-95

## Key Decisions
- Keep sessions in the database — the audit asks for it

## Relevant Context
- User prefers verbose error messages
`
const PLACE = 'memory/checkpoints'

function loginDesk(): Desk {
  const one = desk({ 'src/auth.py': 'pass\n', [`${PLACE}/build-login-page.md`]: LOGIN })
  return one
}

function ownLoginDesk(): Desk {
  const one = loginDesk()
  expect(one.run('list', '--trust', 'yes').code).toBe(0)
  return one
}

describe('files of a repository', () => {
  test('are counted and named, but neither listed nor resumed before somebody says so [F8]', () => {
    const one = loginDesk()
    const listed = one.run('list')
    expect(listed).toMatchObject({ code: 0, stdout: '' })
    expect(listed.stderr).toContain(
      'This repository holds 1 checkpoint of session-continuity (memory/checkpoints/build-login-page.md).',
    )
    expect(listed.stderr).toContain('dogear list --trust yes')
    one.run('save', 'mine', '--next', 'Run npm test')
    const resumed = one.run('resume', '--yes')
    expect(resumed.stdout).toContain('# Resuming: mine')
    expect(resumed.stdout).not.toContain('login')
    expect(isThere(one.repo.dir, `${PLACE}/mine.md`)).toBe(false)
    expect(read(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(LOGIN)
  })

  test('are one question where there is nothing else to resume [F8]', () => {
    const one = loginDesk()
    for (const args of [['resume'], ['resume', 'build-login-page']]) {
      const asked = one.run(...args)
      expect(asked.code).toBe(3)
      const { needs } = asked.json<{ needs: { id: string; question: string; options: { value: string }[] } }>()
      expect(needs.id).toBe('trust')
      expect(needs.question).toMatch(/Take them over\?$/)
      expect(needs.options.map((option) => option.value)).toEqual(['yes', 'no'])
    }
  })

  test('are taken over with their time, and the answer is kept [F8]', () => {
    const one = ownLoginDesk()
    expect(one.run('list', '--json').json()).toMatchObject({
      workstreams: [{ name: 'build-login-page', heads: [{ saved: '2026-01-14T17:42:00.000+08:00' }] }],
    })
    expect(one.run('trust').stdout).toBe('session-continuity: approved\n')
    put(one.repo.dir, { [`${PLACE}/from-a-colleague.md`]: LOGIN.replace('build-login-page', 'from-a-colleague') })
    expect(one.names().toSorted()).toEqual(['build-login-page', 'from-a-colleague'])
    expect(read(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(LOGIN)
  })

  test('are left alone for good after a no, and asked about again after the answer is taken back [F8]', () => {
    const one = loginDesk()
    expect(one.run('list', '--trust', 'no')).toMatchObject({ code: 0, stdout: '' })
    expect(one.run('list').stderr).not.toContain('This repository holds')
    expect(one.run('resume').code).toBe(5)
    expect(one.run('trust', 'session-continuity', '--revoke').code).toBe(0)
    expect(one.run('list').stderr).toContain('This repository holds 1 checkpoint')
    expect(one.run('trust', 'session-continity')).toMatchObject({ code: 2 })
  })

  test('that dogear wrote itself are not foreign [F8]', () => {
    const one = desk()
    expect(one.run('config', 'layout', 'session-continuity').code).toBe(0)
    const saved = one.run('save', 'build-menu', '--task', 'Build the menu', '--next', 'Run npm test -- menu')
    expect(saved.stdout).toBe(
      'Checkpoint "build-menu" saved: memory/checkpoints/build-menu.md\nTask: Build the menu\nNext action: Run npm test -- menu\n',
    )
    expect(one.run('config', 'layout', 'auto').code).toBe(0)
    const listed = one.run('list')
    expect(listed.stderr).not.toContain('This repository holds')
    expect(listed.stdout).toContain('build-menu')
    // Somebody else's under a name of ours is not written over.
    put(one.repo.dir, { [`${PLACE}/build-shop.md`]: LOGIN.replace('build-login-page', 'build-shop') })
    one.run('config', 'layout', 'session-continuity')
    one.run('save', 'build-shop', '--next', 'Run npm test -- shop')
    expect(read(one.repo.dir, `${PLACE}/build-shop.md`)).toContain('pytest')
  })

  test('that are missing clear nothing: they come and go with the branch', () => {
    const one = ownLoginDesk()
    one.repo.git('checkout', '--quiet', '--orphan', 'empty')
    one.repo.git('rm', '-rf', '--quiet', '.')
    expect(isThere(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(false)
    expect(one.names()).toEqual(['build-login-page'])
  })

  test('a broken one is named and hides nothing', () => {
    const one = ownLoginDesk()
    put(one.repo.dir, { [`${PLACE}/broken.md`]: '\0\0\0' })
    const listed = one.run('list')
    expect(listed.stdout).toContain('build-login-page')
    expect(listed.stderr).toContain('broken.md')
  })
})

describe('session-continuity', () => {
  test('list: name, created, task, age; an autosave is marked and the log is none [C4]', () => {
    const one = ownLoginDesk()
    one.run('save', 'build-login-page', '--auto', '--next', 'Run pytest')
    const { stdout } = one.run('list')
    expect(stdout.split('\n')[0]).toMatch(/^NAME +CREATED +TASK +AGE/)
    expect(stdout).toMatch(/build-login-page \(autosave\)/)
    expect(isThere(one.repo.dir, `${PLACE}/autosave.md`)).toBe(true)
    put(one.repo.dir, { [`${PLACE}/autosave-log.md`]: '- a line\n' })
    expect(one.names()).toEqual(['build-login-page'])
    expect(read(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(LOGIN)
  })

  test('resume shows what is stale before anything else, then asks [C5]', () => {
    const one = ownLoginDesk()
    const asked = one.run('resume', 'build-login-page')
    expect(asked.code).toBe(3)
    const [first] = asked.stdout.split('\n')
    expect(first).toMatch(/^⚠️ Stale warnings \(saved .* ago\):$/)
    expect(asked.stdout).toContain('- src/auth.py: written since the save\n')
    expect(asked.stdout).toContain('tests/auth_test.py: missing')
    expect(asked.stdout).toContain('src/main.py: missing')
    expect(asked.stdout).toContain('📌 Resume: build-login-page')
    expect(asked.stdout).toContain('🔜 Next action: Run pytest tests/auth_test.py to verify the login')
    expect(asked.stdout.trimEnd().endsWith('Ready to continue? (yes/no)')).toBe(true)
    const asJson = one.run('resume', 'build-login-page', '--json')
    expect(asJson.code).toBe(3)
    expect(asJson.json()).toMatchObject({ entry: { name: 'build-login-page' }, needs: { id: 'ready' } })
  })

  test('a mentioned file that moved is found, and one that is as it was is not flagged [C5]', () => {
    const one = desk({
      'src/menu/new.ts': 'x\n',
      'src/same.ts': 'y\n',
      [`${PLACE}/build-menu.md`]: LOGIN.replace('build-login-page', 'build-menu')
        .replace('2026-01-14 17:42 GMT+8', '2099-01-14 17:42 GMT+8')
        .replace('src/auth.py lines 45-120', 'src/old/new.ts and src/same.ts'),
    })
    const { stdout } = one.run('resume', '--trust', 'yes')
    expect(stdout).toContain('src/old/new.ts: moved to src/menu/new.ts')
    expect(stdout).not.toContain('src/same.ts:')
  })

  test('yes goes on with the briefing; no starts fresh and keeps it in the history [C5]', () => {
    const one = ownLoginDesk()
    const yes = one.run('resume', 'build-login-page', '--yes')
    expect(yes.code).toBe(0)
    expect(yes.stdout).toContain('# Resuming: build-login-page')
    expect(one.names()).toEqual(['build-login-page'])
    const no = one.run('resume', 'build-login-page', '--fresh')
    expect(no).toMatchObject({ code: 0 })
    expect(no.stdout).toContain('Starting fresh.')
    expect(one.names()).toEqual([])
    expect(isThere(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(false)
    expect(one.run('history', 'build-login-page').stdout).toContain('Run pytest tests/auth_test.py')
  })

  test('delete takes the file away; names that say nothing are refused [C6, C7]', () => {
    const one = ownLoginDesk()
    expect(one.run('save', 'backup', '--next', 'x').code).toBe(2)
    expect(one.run('delete', 'build-login-page').stdout).toBe('Deleted checkpoint "build-login-page"\n')
    expect(isThere(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(false)
  })
})

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
