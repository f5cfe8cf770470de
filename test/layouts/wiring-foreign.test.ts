/** Files of a layout in a repository: foreign until somebody takes them over. */
import { describe, expect, test } from 'vitest'
import { desk, isThere, put, read } from './support/desk.js'
import { LOGIN, PLACE, loginDesk, ownLoginDesk } from './support/login-desk.js'

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
      expect(needs.options.map((option) => option.value)).toEqual(['yes', 'no', 'mine'])
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
    one.repo.commit('from a colleague')
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
