import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { backdate, plantEntry, someEntry } from '../../../test/support/planted-entries.js'
import { tempDir } from '../../../test/support/world.js'
import { looseMonth } from '../../core/choose/loose.js'
import { headRow, newestFirst } from './catalog-lines.js'
import { type CatalogRow, readCatalog } from './catalog.js'
import { listEntryIds, listWorkstreams } from './listing.js'
import { readHeads } from './heads.js'
import { type Project, entryPath, projectAt, quarantineDir, workstreamDir } from '../paths.js'
import { fewer } from '../../../test/support/property-runs.js'

let project: Project
let catalog: string
let clock = Date.UTC(2026, 10, 15)

beforeEach(() => {
  project = projectAt(tempDir(), 'app-0123456789ab')
  catalog = join(project.home, 'index', `${project.key}.catalog.jsonl`)
})

/** The answer without a catalog, and without heads that were found before. */
function scan(): CatalogRow[] {
  const found = join(project.home, 'index', 'heads')
  if (existsSync(found)) rmSync(found, { recursive: true })
  return newestFirst(
    listWorkstreams(project).map((name) => {
      const { heads, damaged, count, gaps } = readHeads(project, name)
      return { project: project.key, name, count, heads: heads.map(headRow), damaged, ...(gaps.length > 0 && { gaps }) }
    }),
  )
}

function save(name: string, parents?: string[], kind: 'saved' | 'cleared' = 'saved'): void {
  const heads =
    parents ?? (existsSync(workstreamDir(project, name)) ? readHeads(project, name).heads.map(({ id }) => id) : [])
  backdate(plantEntry(project, someEntry({ name, kind, task: { text: `task ${clock}` } }, (clock += 7), heads)))
  backdate(workstreamDir(project, name))
  backdate(dirname(workstreamDir(project, name)))
}

test('the workstream with the newest head comes first, with what list shows of it [C4]', () => {
  save('older')
  save('newer')
  const rows = readCatalog(project)
  expect(rows.map(({ name }) => name)).toEqual(['newer', 'older'])
  expect(rows[0]?.heads[0]).toMatchObject({ kind: 'saved', lane: 'named', task: expect.stringContaining('task') })
  expect(readCatalog(project)).toEqual(rows)
})

test('the second look is answered by the catalog, and a line is used only when it is whole', () => {
  save('work')
  readCatalog(project)
  const text = readFileSync(catalog, 'utf8')
  writeFileSync(catalog, text.replace('task ', 'TASK '))
  expect(readCatalog(project)).toEqual(scan())
  expect(readFileSync(catalog, 'utf8')).toBe(text)
})

test('a folder that changed within the last two seconds is not relied on', () => {
  plantEntry(project, someEntry({ name: 'work' }, clock))
  expect(readCatalog(project)).toEqual(scan())
  expect(existsSync(catalog)).toBe(false)
})

test('of very many workstreams every entry that was overwritten in its place is noticed', () => {
  for (let i = 0; i < 103; i++) save(`w${i}`)
  readCatalog(project)
  for (const name of ['w0', 'w50', 'w102']) take('alter', name, 0)
  expect(readCatalog(project)).toEqual(scan())
  expect(readCatalog(project).flatMap(({ damaged }) => damaged)).toHaveLength(3)
})

test('something else in the place of the catalog or its folder does not stop a list', () => {
  save('work')
  writeFileSync(join(project.home, 'index'), 'a file')
  expect(readCatalog(project)).toEqual(scan())
  rmSync(join(project.home, 'index'))
  mkdirSync(catalog, { recursive: true, mode: 0o700 })
  expect(readCatalog(project)).toEqual(scan())
})

test('flipped bytes and cuts in the catalog change no answer', () => {
  for (const name of ['one', 'two', 'three']) save(name)
  save('two', [])
  const expected = scan()
  readCatalog(project)
  const bytes = readFileSync(catalog)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, mask, cut) => {
      const bad = Buffer.from(bytes)
      bad[at] = (bad[at] as number) ^ mask
      writeFileSync(catalog, cut ? bytes.subarray(0, at) : bad)
      expect(readCatalog(project)).toEqual(expected)
    }),
  )
})

/** Two of a month to come, which is looked at line by line, and two of one that is long over. */
const LOOSE = ['loose-209911-aaaaaaaa', 'loose-209911-bbbbbbbb', 'loose-202001-aaaaaaaa', 'loose-202001-bbbbbbbb']
const NAMES = ['a', 'b', 'c-1', ...LOOSE]
const step = fc.record({
  act: fc.constantFrom(
    'save',
    'save',
    'fork',
    'clear',
    'forget',
    'old',
    'alter',
    'remove',
    'drop',
    'quarantine',
    'stray',
  ),
  name: fc.constantFrom(...NAMES),
  pick: fc.nat(99),
})

test('whatever happens, the catalog answers as a plain scan does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      project = projectAt(tempDir(), 'app-0123456789ab')
      catalog = join(project.home, 'index', `${project.key}.catalog.jsonl`)
      for (const { act, name, pick } of steps) {
        take(act, name, pick)
        expect(readCatalog(project)).toEqual(scan())
        expect(readCatalog(project)).toEqual(scan())
      }
    }),
    fewer(150),
  )
})

function take(act: string, name: string, pick: number): void {
  const there = existsSync(workstreamDir(project, name))
  const ids = there ? listEntryIds(project, name) : []
  const id = ids[pick % (ids.length || 1)]
  if (act === 'save') return save(name)
  if (act === 'clear') return save(name, undefined, 'cleared')
  if (act === 'fork') return save(name, id ? [id] : [])
  const month = looseMonth(name)
  const file = month === null ? catalog : catalog.replace('.catalog', `.${month}.catalog`)
  if (act === 'forget') return rmSync(file, { force: true })
  if (act === 'old' && existsSync(`${file}.old`)) return copyFileSync(`${file}.old`, file)
  if (act === 'old' && existsSync(file)) return copyFileSync(file, `${file}.old`)
  if (!there || !id) return
  if (act === 'drop') {
    rmSync(workstreamDir(project, name), { recursive: true })
    return backdate(dirname(workstreamDir(project, name)))
  }
  if (act === 'stray') appendFileSync(join(workstreamDir(project, name), 'notes.txt'), 'x')
  if (act === 'remove') rmSync(entryPath(project, name, id))
  if (act === 'alter') {
    // In place, without a trace in the folder. A head: of the others nothing is shown.
    const { heads } = readHeads(project, name)
    const path = entryPath(project, name, heads[pick % (heads.length || 1)]?.id ?? id)
    appendFileSync(path, 'x')
    return backdate(path)
  }
  if (act === 'quarantine') {
    const aside = join(quarantineDir(project), name)
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    copyFileSync(entryPath(project, name, id), join(aside, `${id}.md`))
    rmSync(entryPath(project, name, id))
    backdate(aside)
  }
  backdate(workstreamDir(project, name))
}
