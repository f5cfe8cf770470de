/** When a search looks into a folder, and when its look is enough. */
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { backdate } from '../../../test/support/planted-entries.js'
import { freshHome, home, ids, P1, P2, plant, save, search, settle, T0 } from '../../../test/support/searched.js'
import { hasSqlite } from '../../platform/sqlite.js'
import { projectAt, projectsDir, workstreamDir } from '../paths.js'
import { searchEntries } from './search.js'

beforeEach(freshHome)

// test/nodes.test.ts runs them with a later Node where this one has no SQLite.
describe.skipIf(!hasSqlite())('with SQLite', () => {
  test('while every folder looks as it did, none is listed; the first that looks different is', () => {
    const project = projectAt(home, P1)
    const first = save(P1, 'auth', 'token', T0)
    expect(ids(search('token'))).toEqual([first])
    const { mtimeMs } = statSync(workstreamDir(project, 'auth'))
    const second = save(P1, 'auth', 'another token', T0 + 1)
    // Nobody but a liar would do this. It shows that the looks alone were compared.
    utimesSync(workstreamDir(project, 'auth'), mtimeMs / 1000, mtimeMs / 1000)
    expect(ids(searchEntries(home, 'token', { limit: 9 }))).toEqual([first])
    backdate(workstreamDir(project, 'auth'))
    expect(ids(search('token'))).toEqual([second, first])
  })

  test.each([3, 60])('of %i folders that changed since, each is looked into again', (count) => {
    const names = Array.from({ length: count }, (_, i) => `w${i}`)
    for (const name of names) plant(P1, name, 'first', T0)
    settle()
    expect(search('second', {}, 100).hits).toEqual([])
    for (const name of names) plant(P1, name, 'second', T0 + 1)
    settle()
    for (let i = 0; i < 2; i++) expect(search('second', {}, 100)).toMatchObject({ via: 'index', total: count })
  })

  test('a folder that can be no workstream is no reason to read everything, also when it changes', () => {
    save(P1, 'auth', 'token', T0)
    for (const name of ['Not A Name', 'two\nlines']) {
      const folder = join(projectsDir(home), P1, 'entries', name)
      mkdirSync(folder, { mode: 0o700 })
      for (let i = 0; i < 3; i++) {
        settle()
        expect(search('token')).toMatchObject({ via: 'index', total: 1 })
        writeFileSync(join(folder, `${i}.md`), 'token')
      }
    }
  })

  test('a file among the projects, or in the place of the workstreams, is no reason to read everything', () => {
    const first = save(P1, 'auth', 'token', T0)
    writeFileSync(join(projectsDir(home), P2), 'a file')
    settle()
    for (let i = 0; i < 2; i++) expect(search('token')).toMatchObject({ via: 'index', total: 1 })
    rmSync(join(projectsDir(home), P2))
    mkdirSync(join(projectsDir(home), P2), { mode: 0o700 })
    settle()
    expect(ids(search('token'))).toEqual([first])
    const second = save(P2, 'auth', 'token', T0 + 1)
    expect(ids(search('token'))).toEqual([second, first])
  })

  test('lines of sessions without a name are found, a new one, a new month and a new entry at once', () => {
    const found = [save(P1, 'loose-202611-aaaaaaaa', 'token', T0)]
    const add = (name: string, ms: number): void => {
      found.unshift(save(P1, name, 'token', ms))
      for (let i = 0; i < 2; i++) expect(ids(search('token'))).toEqual(found)
    }
    expect(ids(search('token'))).toEqual(found)
    add('loose-202611-bbbbbbbb', T0 + 1)
    add('loose-202612-aaaaaaaa', T0 + 2)
    add('loose-202611-aaaaaaaa', T0 + 3)
    add('auth', T0 + 4)
    expect(ids(search('token', { name: 'loose-202611-aaaaaaaa' }))).toHaveLength(2)
  })
})
