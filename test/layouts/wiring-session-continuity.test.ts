/** session-continuity in the work tree, used through the program. */
import { describe, expect, test } from 'vitest'
import { desk, isThere, put, read } from './support/desk.js'
import { LOGIN, PLACE, ownLoginDesk } from './support/login-desk.js'

describe('session-continuity', () => {
  test('list: name, created, task, age; an autosave is marked and the log is none [C4]', () => {
    const one = ownLoginDesk()
    one.run('save', 'build-login-page', '--auto', '--next', 'Run pytest')
    const { stdout } = one.run('list')
    // A table in a terminal; for programs the same cells under every layout.
    expect(stdout).toMatch(/^build-login-page\t[^\t]+\t[^\t]*\tauto\t/m)
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
})
