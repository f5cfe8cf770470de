import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bullets, setBullet } from '../../../test/locks/support/bullets.js'
import { age, apply, bullet, place, put, read } from '../../../test/locks/support/view-place.js'
import type { Edit, Layout } from '../../layouts/layout.js'
import { processTag } from '../../platform/process/process-tag.js'
import { readTrash, restoreFromTrash } from '../trash.js'
import { baseFor, type Plan, readLayoutFiles, readSurvey } from './views.js'

const inWorktree: Layout = { ...bullets, base: 'worktree', folders: [''], takes: () => true }

describe('reading', () => {
  test('only what the layout takes, in the folders it names, and no links', () => {
    const { folder } = place({
      'MEMORY.md': 'm',
      'other.txt': 'x',
      'notes/a/one.note': '1',
      'notes/b/c/deep.note': '2',
    })
    symlinkSync(join(folder, 'notes', 'a'), join(folder, 'notes', 'linked'))
    symlinkSync(join(folder, 'MEMORY.md'), join(folder, 'two.note'))
    mkdirSync(join(folder, 'folder.note'))
    expect(readLayoutFiles(folder, bullets).map((file) => file.path)).toEqual(['MEMORY.md', 'notes/a/one.note'])
    expect(readLayoutFiles(join(folder, 'missing'), bullets)).toEqual([])
  })

  test('what cannot be read is reported and hides nothing', () => {
    const { folder } = place({ 'a.note': 'good', 'z.note': 'good' })
    put(join(folder, 'huge.note'), Buffer.alloc(1_000_001, 'x'))
    put(join(folder, 'latin.note'), Buffer.from('caf\u00e9', 'latin1'))
    spawnSync('mkfifo', [join(folder, 'pipe.note')])
    const survey = readSurvey(folder, bullets)
    expect(survey.files.map((file) => file.path)).toEqual(['a.note', 'z.note'])
    expect(survey.unreadable).toMatchObject([
      { path: 'huge.note', message: expect.stringContaining('too big') },
      { path: 'latin.note', message: expect.stringContaining('not UTF-8'), next: expect.stringContaining('iconv') },
      { path: 'pipe.note', message: expect.stringContaining('a pipe') },
    ])
  })

  test('no more than 5,000 files, and that is said', () => {
    const { folder } = place({})
    mkdirSync(folder)
    const first = put(join(folder, '0.note'), 'x')
    for (let i = 1; i <= 5001; i++) linkSync(first, join(folder, `${i}.note`))
    const survey = readSurvey(folder, bullets)
    expect(survey.files).toHaveLength(5000)
    expect(survey.unreadable).toMatchObject([{ message: expect.stringContaining('more than 5000 files') }])
  })
})

describe('writing', () => {
  test('nothing to do is nothing done: not even a lock is made', () => {
    const here = place({ 'MEMORY.md': '# M\n' })
    expect(apply(here, [])).toEqual({ changed: [], removed: [], refused: [] })
    expect(existsSync(here.base.lock)).toBe(false)
  })

  test.each([true, false])('BOM, CRLF, mode and owner are kept (edited just now: %s) [A7]', (busy) => {
    const here = place({ 'MEMORY.md': '\uFEFF# M\r\nmine\r\n' })
    const path = join(here.folder, 'MEMORY.md')
    chmodSync(path, 0o640)
    if (!busy) age(path)
    expect(apply(here, bullet('auth', 'now'))).toEqual({ changed: ['MEMORY.md'], removed: [], refused: [] })
    expect(readFileSync(path).toString('utf8')).toBe('\uFEFF# M\r\n- **auth** now\r\nmine\r\n')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(here.folder)).toEqual(['MEMORY.md'])
  })

  test.skipIf(process.getuid?.() !== 0)('a file of another user stays his', () => {
    const here = place({ 'MEMORY.md': '# M\n' })
    spawnSync('chown', ['12345:23456', join(here.folder, 'MEMORY.md')])
    apply(here, bullet('auth', 'now'))
    expect(statSync(join(here.folder, 'MEMORY.md'))).toMatchObject({ uid: 12345, gid: 23456 })
  })

  test('missing folders are made, like the one above them; new files are like those beside them', () => {
    const before = process.umask(0o077)
    try {
      const here = place({ 'open.note': 'x' })
      chmodSync(here.folder, 0o755)
      chmodSync(join(here.folder, 'open.note'), 0o664)
      const edits: Edit[] = [
        { do: 'write', path: 'a/b/new.md', text: 'x' },
        { do: 'write', path: 'new.md', text: 'x' },
        { do: 'append', path: 'log.md', text: 'row\n' },
      ]
      expect(apply(here, edits, inWorktree).refused).toEqual([])
      const modes = ['a', 'a/b', 'a/b/new.md', 'new.md', 'log.md'].map(
        (path) => statSync(join(here.folder, path)).mode & 0o777,
      )
      expect(modes.map((mode) => mode.toString(8))).toEqual(['755', '755', '644', '664', '664'])
      const memory = place()
      apply(memory, bullet('auth', 'now'))
      expect(statSync(join(memory.folder, 'MEMORY.md')).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(before)
    }
  })

  test('create never replaces: the name is counted up before the ending', () => {
    const here = place({ 'a.note': 'old' })
    for (const name of ['a-2.note', 'a-3.note'])
      expect(apply(here, [{ do: 'create', path: 'a.note', text: name }]).changed).toEqual([name])
    expect(['a.note', 'a-2.note', 'a-3.note'].map((name) => read(here.folder, name))).toEqual([
      'old',
      'a-2.note',
      'a-3.note',
    ])
  })

  test('append adds at the end and keeps the mode', () => {
    const here = place({ 'log.note': 'one\n' })
    chmodSync(join(here.folder, 'log.note'), 0o604)
    apply(here, [{ do: 'append', path: 'log.note', text: 'two\n' }])
    expect(read(here.folder, 'log.note')).toBe('one\ntwo\n')
    expect(statSync(join(here.folder, 'log.note')).mode & 0o777).toBe(0o604)
  })

  test('what is removed lies in the trash and can be restored', () => {
    const here = place({ 'a.note': 'keep me' })
    expect(apply(here, [{ do: 'remove', path: 'a.note' }]).removed).toEqual(['a.note'])
    expect(existsSync(join(here.folder, 'a.note'))).toBe(false)
    const [item] = readTrash(here.project)
    expect(item?.origin).toBe(`outside${here.folder}/a.note`)
    restoreFromTrash(here.project, item!)
    expect(read(here.folder, 'a.note')).toBe('keep me')
    expect(apply(here, [{ do: 'remove', path: 'gone.note' }])).toEqual({ changed: [], removed: [], refused: [] })
  })

  test.skipIf(!existsSync('/dev/shm'))('on another disk than the home, all the same', () => {
    const here = place()
    const folder = mkdtempSync('/dev/shm/dogear-test-')
    try {
      put(join(folder, 'MEMORY.md'), '# M\n')
      put(join(folder, 'a.note'), 'keep me')
      const base = baseFor(here.project, folder, '2026-11-15')
      apply({ base }, bullet('auth', '1'))
      age(join(folder, 'MEMORY.md'))
      apply({ base }, bullet('auth', '2'))
      apply({ base }, [
        { do: 'remove', path: 'a.note' },
        { do: 'create', path: 'b.note', text: 'b' },
      ])
      expect(read(folder, 'MEMORY.md')).toBe('# M\n- **auth** 2\n')
      expect(readdirSync(folder)).toEqual(['MEMORY.md', 'b.note'])
      const [item] = readTrash(here.project)
      expect(readFileSync(item!.path, 'utf8')).toBe('keep me')
      restoreFromTrash(here.project, item!)
      expect(read(folder, 'a.note')).toBe('keep me')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('what others do meanwhile', () => {
  /** Plans as `bullet` does, and lets somebody else act between each look and the writing. */
  const interrupted = (times: number, act: () => void): Plan => {
    let left = times
    return (files) => {
      // The first look is made without the lock.
      if (left-- > 0) act()
      return setBullet(files, 'auth', 'now')
    }
  }

  test.each([true, false])(
    'an edit between our look and our writing is kept (moved into place: %s) [A16]',
    (byRename) => {
      const here = place({ 'MEMORY.md': '# M\n' })
      const path = join(here.folder, 'MEMORY.md')
      let line = 0
      const edit = (): void => {
        const text = `${readFileSync(path, 'utf8')}foreign ${++line}\n`
        if (!byRename) return writeFileSync(path, text)
        writeFileSync(`${path}.swp`, text)
        return renameSync(`${path}.swp`, path)
      }
      expect(apply(here, interrupted(5, edit)).refused).toEqual([])
      expect(readFileSync(path, 'utf8')).toBe(
        '# M\n- **auth** now\nforeign 1\nforeign 2\nforeign 3\nforeign 4\nforeign 5\n',
      )
      expect(readdirSync(here.folder)).toEqual(['MEMORY.md'])
    },
  )

  test('who edits without an end wins, and we say so', () => {
    const here = place({ 'MEMORY.md': '# M\n' })
    const path = join(here.folder, 'MEMORY.md')
    const { changed, refused } = apply(
      here,
      interrupted(100, () => writeFileSync(path, `${readFileSync(path, 'utf8')}x\n`)),
    )
    expect({ changed, refused }).toMatchObject({
      changed: [],
      refused: [{ message: expect.stringContaining('again and again') }],
    })
    expect(readFileSync(path, 'utf8')).toMatch(/^# M\n(x\n)+$/)
  })

  test('a file that appears where we wanted to make one is kept', () => {
    const here = place()
    apply(
      here,
      interrupted(2, () => put(join(here.folder, 'MEMORY.md'), '# Theirs\n')),
    )
    expect(read(here.folder, 'MEMORY.md')).toBe('# Theirs\n- **auth** now\n')
  })

  test('a file that was changed is not removed unseen', () => {
    const here = place({ 'a.note': 'old' })
    let looks = 0
    const plan: Plan = (files) => {
      if (++looks === 2) put(join(here.folder, 'a.note'), 'new')
      return files.some((file) => file.text === 'old') ? [{ do: 'remove', path: 'a.note' }] : []
    }
    expect(apply(here, plan)).toEqual({ changed: [], removed: [], refused: [] })
    expect(read(here.folder, 'a.note')).toBe('new')
  })

  test('while another process holds the lock, nothing is written and everything is reported', () => {
    const here = place({ 'MEMORY.md': '# M\n' })
    mkdirSync(join(here.base.lock, `own.${processTag()}.${'0'.repeat(32)}`), { recursive: true })
    chmodSync(dirname(here.base.lock), 0o700)
    chmodSync(dirname(dirname(here.base.lock)), 0o700)
    const { refused } = apply(here, bullet('auth', 'now'))
    expect(refused).toMatchObject([{ path: 'MEMORY.md', message: expect.stringContaining(`process ${process.pid}`) }])
    expect(read(here.folder, 'MEMORY.md')).toBe('# M\n')
  })
})

describe('what a killed process left', () => {
  const [boot, space] = processTag().split('.')
  const dead = `${boot}.${space}.${process.pid}.1`
  const aside = (mark: string): string => `.MEMORY.md.${mark}.${dead}.bak`
  const MARK = '8e2b0d2d3a3c0f5b0000000000000000'

  test('a file that it had moved aside is read there, and put back by the next edit', () => {
    const here = place({ [aside(MARK)]: '# M\n' })
    expect(readLayoutFiles(here.folder, bullets)).toMatchObject([{ path: 'MEMORY.md', text: '# M\n' }])
    apply(here, bullet('auth', 'now'))
    expect(read(here.folder, 'MEMORY.md')).toBe('# M\n- **auth** now\n')
    expect(readdirSync(here.folder)).toEqual(['MEMORY.md'])
  })

  test('an edit that nobody had taken up is in the trash', () => {
    const here = place({ 'MEMORY.md': '# M\n', [aside(MARK)]: '# M\nforeign\n' })
    apply(here, bullet('auth', 'now'))
    expect(readdirSync(here.folder)).toEqual(['MEMORY.md'])
    expect(readTrash(here.project).map((item) => readFileSync(item.path, 'utf8'))).toEqual(['# M\nforeign\n'])
  })

  test('a second name of the file itself just goes', () => {
    const here = place({ 'MEMORY.md': '# M\n' })
    linkSync(join(here.folder, 'MEMORY.md'), join(here.folder, aside(MARK)))
    apply(here, bullet('auth', 'now'))
    expect(readdirSync(here.folder)).toEqual(['MEMORY.md'])
    expect(readTrash(here.project)).toEqual([])
  })

  test('the aside of a process that lives is left alone', () => {
    const here = place({ 'MEMORY.md': '# M\n', [`.MEMORY.md.${MARK}.${boot}.1234.5.6.bak`]: 'theirs' })
    apply(here, bullet('auth', 'now'))
    expect(readdirSync(here.folder)).toHaveLength(2)
  })
})
