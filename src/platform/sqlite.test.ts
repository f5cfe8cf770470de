import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempDir } from '../../test/support/world.js'
import { hasSqlite, isIntact, markIntact, openSqlite, openSqliteReadOnly, sqliteCode } from './sqlite.js'

// test/nodes.test.ts runs them with a later Node where this one has no SQLite.
describe.skipIf(!hasSqlite())('with SQLite', () => {
  test('a database is created for its owner alone and can search', () => {
    const path = join(tempDir(), 'x.sqlite')
    const db = openSqlite(path)
    expect(db).not.toBeNull()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    db?.exec("CREATE VIRTUAL TABLE t USING fts5(x, content='', contentless_delete=1, tokenize='ascii')")
    db?.prepare('INSERT INTO t (rowid, x) VALUES (?, ?)').run(1, 'té 東 b')
    expect(db?.prepare('SELECT rowid AS id FROM t WHERE t MATCH ?').all('"té 東"')).toEqual([{ id: 1 }])
    db?.close()
  })

  test.each(['', '-journal', '-wal'])('nobody waits for a pipe at the name with "%s"', (suffix) => {
    const path = join(tempDir(), 'x.sqlite')
    openSqlite(path)?.close()
    rmSync(path + suffix, { force: true })
    execFileSync('mkfifo', [path + suffix])
    for (const open of [openSqlite, openSqliteReadOnly])
      expect(() => open(path)).toThrow(`${path}${suffix} is not a file`)
  })

  test('an error tells its code, and a link is not followed', () => {
    const dir = tempDir()
    const db = openSqlite(join(dir, 'x.sqlite'))
    let code: number | null = null
    try {
      db?.exec('SELECT * FROM nowhere')
    } catch (error) {
      code = sqliteCode(error)
    }
    db?.close()
    expect(code).toBe(1)
    expect(sqliteCode(new Error('other'))).toBeNull()
    symlinkSync(join(dir, 'target'), join(dir, 'link'))
    expect(() => openSqlite(join(dir, 'link'))).toThrow(/ELOOP/)
  })
})

test('any write to a marked file takes its mark, even one that changes no size, at once', () => {
  const path = join(tempDir(), 'x')
  for (let i = 0; i < 100; i++) {
    writeFileSync(path, 'some bytes')
    markIntact(path)
    expect(isIntact(path)).toBe(true)
    const fd = openSync(path, 'r+')
    writeSync(fd, readFileSync(path).subarray(0, 1), 0, 1, 0)
    closeSync(fd)
    expect(isIntact(path)).toBe(false)
  }
  expect(isIntact(join(path, '..', 'nothing'))).toBe(false)
})
