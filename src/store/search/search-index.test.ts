/** The file of the index: private, and whatever happens to it changes no answer. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { plantEntry, someEntry } from '../../../test/support/planted-entries.js'
import { file, freshHome, home, P1, save, search, T0 } from '../../../test/support/searched.js'
import { hasSqlite, openSqlite } from '../../platform/sqlite.js'
import { projectAt } from '../paths.js'
import { searchEntries } from './search.js'

beforeEach(freshHome)

// test/nodes.test.ts runs them with a later Node where this one has no SQLite.
describe.skipIf(!hasSqlite())('with SQLite', () => {
  test('the index is private, and one that was changed from outside is built anew', () => {
    save(P1, 'auth', 'token', T0)
    search('token')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(home, 'index'))).toEqual(['search-v1.sqlite'])
    writeFileSync(file, 'not a database')
    expect(search('token').via).toBe('index')
    const db = openSqlite(file)
    db?.exec('DROP TABLE docs; PRAGMA user_version = 9')
    db?.close()
    expect(search('token').via).toBe('index')
  })

  test('while another process has it locked, or where it cannot be written, the scan answers', () => {
    save(P1, 'auth', 'token', T0)
    search('token')
    const db = openSqlite(file)
    db?.exec('BEGIN EXCLUSIVE')
    save(P1, 'auth', 'another token', T0 + 1)
    expect(search('token')).toMatchObject({ via: 'scan', total: 2 })
    db?.exec('ROLLBACK')
    db?.close()
    expect(search('token').via).toBe('index')
    rmSync(join(home, 'index'), { recursive: true })
    writeFileSync(join(home, 'index'), 'a file')
    expect(search('token')).toMatchObject({ via: 'scan', total: 2 })
  })

  test('the progress of a first build is told, to its end', () => {
    for (let i = 0; i < 1100; i++) plantEntry(projectAt(home, P1), someEntry({ name: `w${i % 5}` }, T0 + i))
    const told: number[][] = []
    searchEntries(home, 'w1', { limit: 1, onProgress: (done, total) => told.push([done, total]) })
    expect(told).toEqual([
      [500, 1100],
      [1000, 1100],
      [1100, 1100],
    ])
  })

  test('flipped bytes in the index change no answer', () => {
    const words = ['token', 'bucket', '東京', 'café', 'auth']
    for (let i = 0; i < 12; i++) save(P1, `w${i % 3}`, `${words[i % 5]} ${words[(i + 2) % 5]} n${i}`, T0 + i)
    const expected = words.map((word) => search(word).hits)
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean(), fc.nat(4), (at, mask, cut, word) => {
        const bytes = readFileSync(file)
        const place = at % bytes.length
        bytes[place] = (bytes[place] as number) ^ mask
        if (cut) writeFileSync(file, bytes.subarray(0, place))
        else overwrite(bytes, place)
        expect(searchEntries(home, words[word] as string, { limit: 20 })).toMatchObject({
          hits: expected[word],
          via: 'index',
        })
      }),
    )
  }, 120_000)

  test('an index whose header was changed in any byte is built anew, not taken for one in use', () => {
    save(P1, 'auth', 'token', T0)
    search('token')
    for (let place = 0; place < 100; place++) {
      for (const value of [0, 1, 2, 3, 255]) {
        const bytes = readFileSync(file)
        bytes[place] = value
        overwrite(bytes, place)
        expect([place, value, searchEntries(home, 'token', { limit: 9 })]).toMatchObject([
          place,
          value,
          { total: 1, via: 'index' },
        ])
      }
    }
  }, 120_000)

  function overwrite(bytes: Buffer, place: number): void {
    const fd = openSync(file, 'r+')
    writeSync(fd, bytes, place, 1, place)
    closeSync(fd)
  }

  test('a folder in the place of the index is no reason to fail', () => {
    save(P1, 'auth', 'token', T0)
    mkdirSync(file, { recursive: true, mode: 0o700 })
    expect(search('token').total).toBe(1)
  })
})
