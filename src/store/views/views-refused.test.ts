import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bullets, setBullet } from '../../../test/locks/support/bullets.js'
import { apply, bullet, type Place, place, put, read } from '../../../test/locks/support/view-place.js'
import { tempDir } from '../../../test/support/world.js'
import type { Edit } from '../../layouts/layout.js'

afterEach(() => void vi.unstubAllEnvs())

describe('what is refused changes nothing and says why', () => {
  test('a read-only file and a read-only folder, also for root', () => {
    const here = place({ 'MEMORY.md': '# M\n', 'ro/x.note': 'x', 'ok.note': 'x' })
    chmodSync(join(here.folder, 'MEMORY.md'), 0o444)
    chmodSync(join(here.folder, 'ro'), 0o555)
    const applied = apply(here, (files) => [
      ...setBullet(files, 'auth', 'now'),
      { do: 'write', path: 'ro/y.note', text: 'y' },
      { do: 'write', path: 'ok.note', text: 'done' },
    ])
    expect(applied).toMatchObject({
      changed: ['ok.note'],
      refused: [
        { path: 'MEMORY.md', message: expect.stringContaining('read-only'), next: expect.stringContaining('chmod') },
        { path: 'ro/y.note', message: expect.stringContaining('read-only') },
      ],
    })
    expect(read(here.folder, 'MEMORY.md')).toBe('# M\n')
    expect(readdirSync(join(here.folder, 'ro'))).toEqual(['x.note'])
    chmodSync(join(here.folder, 'ro'), 0o755)
  })

  test.each([
    '../out.note',
    '/etc/out.note',
    'a/../../out.note',
    'a//b.note',
    './a.note',
    '.git/hooks/x',
    'a\\b.note',
    '',
  ])('a path that could leave the folder: %s', (path) => {
    const here = place({ 'a/x': '' })
    for (const edit of ['write', 'create', 'append'] as const) {
      const { refused } = apply(here, [{ do: edit, path, text: 'x' }])
      expect(refused).toMatchObject([{ path, message: expect.stringContaining('not a path below') }])
    }
    expect(apply(here, [{ do: 'remove', path }]).refused).toHaveLength(1)
  })

  test('a link in the place of a folder or a file', () => {
    const here = place({ 'MEMORY.md': '# M\n' })
    const outside = tempDir()
    symlinkSync(outside, join(here.folder, 'linked'))
    symlinkSync(join(outside, 'x'), join(here.folder, 'x.note'))
    const edits: Edit[] = [
      { do: 'write', path: 'linked/x.note', text: 'x' },
      { do: 'write', path: 'x.note', text: 'x' },
      { do: 'append', path: 'x.note', text: 'x' },
    ]
    expect(apply(here, edits).refused.map(({ message }) => message)).toEqual(
      Array(3).fill(expect.stringContaining('symbolic link')),
    )
    expect(readdirSync(outside)).toEqual([])
  })

  test('a pipe, a folder, a huge file and one that is not UTF-8 in the place of MEMORY.md', () => {
    const makers: ((path: string) => void)[] = [
      (path) => void spawnSync('mkfifo', [path]),
      (path) => mkdirSync(path),
      (path) => void put(path, Buffer.alloc(1_000_001, 'x')),
      (path) => void put(path, Buffer.from('caf\u00e9\n', 'latin1')),
    ]
    for (const make of makers) {
      const here = place({ 'a.note': 'x' })
      const path = join(here.folder, 'MEMORY.md')
      make(path)
      const before = statSync(path)
      const { changed, refused } = apply(here, bullet('auth', 'now'))
      expect({ changed, refused }).toMatchObject({ changed: [], refused: [{ path: 'MEMORY.md' }] })
      expect(refused[0]?.message).toMatch(/not a file|too big|not UTF-8/)
      expect(statSync(path)).toMatchObject({ ino: before.ino, size: before.size })
    }
  })
})

describe('MEMORY.md as a link', () => {
  let home: string
  beforeEach(() => {
    home = tempDir()
    vi.stubEnv('HOME', home)
  })

  const linked = (to: string): Place => {
    const here = place({ 'a.note': 'x' })
    symlinkSync(to, join(here.folder, 'MEMORY.md'))
    return here
  }

  test('into the home folder of the user: the file it names is edited and the link stays', () => {
    const real = put(join(home, 'notes', 'shared.md'), '# M\n')
    const here = linked(real)
    expect(apply(here, bullet('auth', 'now'))).toMatchObject({ changed: ['MEMORY.md'], refused: [] })
    expect(readFileSync(real, 'utf8')).toBe('# M\n- **auth** now\n')
    expect(readlinkSync(join(here.folder, 'MEMORY.md'))).toBe(real)
    expect(readdirSync(dirname(real))).toEqual(['shared.md'])
    expect(apply(here, [{ do: 'remove', path: 'MEMORY.md' }]).refused).toMatchObject([
      { message: expect.stringContaining('not removed') },
    ])
  })

  test('within its folder', () => {
    const here = linked('real.md')
    put(join(here.folder, 'real.md'), '# M\n')
    expect(apply(here, bullet('auth', 'now')).refused).toEqual([])
    expect(read(here.folder, 'real.md')).toContain('auth')
  })

  test.each([
    ['elsewhere', /not yours to be edited/],
    ['nowhere', /leads nowhere/],
    ['itself', /leads nowhere/],
  ])('to %s: refused', (where, why) => {
    const outside = put(join(tempDir(), 'x.md'), '# M\n')
    const here = linked({ elsewhere: outside, nowhere: `${outside}.gone` }[where] ?? 'MEMORY.md')
    const { changed, refused } = apply(here, bullet('auth', 'now'))
    expect(changed).toEqual([])
    expect(refused).toMatchObject([{ path: 'MEMORY.md', message: expect.stringMatching(why) }])
    expect(readFileSync(outside, 'utf8')).toBe('# M\n')
  })

  test('in a worktree: refused, because a repository can bring links', () => {
    const here = linked(put(join(home, 'shared.md'), '# M\n'))
    const { refused } = apply(here, bullet('auth', 'now'), { ...bullets, base: 'worktree' })
    expect(refused).toMatchObject([{ message: expect.stringContaining('links are not followed') }])
  })
})
