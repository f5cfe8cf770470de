import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { tempDir } from '../../../test/support/world.js'
import type { Entry } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { randomBytes } from '../../platform/files/hash.js'
import { processTag } from '../../platform/process/process-tag.js'
import { createEntry, readEntry } from './entries.js'
import { listEntryIds } from './listing.js'
import { readHeads } from './heads.js'
import { appendNote, journalPath, readNotes } from '../session/journal.js'
import { entriesDir, entryPath, looseDir, type Project, projectAt, quarantineDir } from '../paths.js'
import { promptsDir, addPrompt } from '../session/prompts.js'
import { applyRepair, planRepair } from './repair.js'
import { verifyProject } from './verify.js'

const TAG = processTag()
let clock = Date.UTC(2026, 10, 15)
const project = (): Project => projectAt(tempDir(), 'demo-0123456789ab')

function save(here: Project, parents: string[] = [], parts: Partial<Entry> = {}): string {
  const entry = entryWith({ id: makeId(clock++, parents, randomBytes(12)), parents, ...parts })
  createEntry(here, entry, TAG)
  return entry.id
}

function repair(here: Project): ReturnType<typeof applyRepair> {
  return applyRepair(here, planRepair(here, verifyProject(here)), TAG)
}

test('a healthy project has no findings', () => {
  const here = project()
  const first = save(here)
  save(here, [first])
  appendNote(here, 's', { id: 'n', at: 'now', type: 'note', text: 'x' })
  addPrompt(here, 's', 'later', clock, TAG)
  expect(verifyProject(here)).toEqual({
    project: here.key,
    entries: 2,
    notes: 1,
    prompts: 1,
    findings: [],
    missing: [],
  })
})

test('1,000 flips, cuts and zero-fills are all found, and the good entry is always still listed', () => {
  const here = project()
  const good = save(here, [], { name: 'good' })
  const id = save(here, [], {
    name: 'bad',
    task: { text: 'a task with some words in it' },
    done: [{ text: 'one' }, { text: 'two' }],
  })
  const path = entryPath(here, 'bad', id)
  const whole = readFileSync(path)
  let missed = 0
  for (let n = 0; n < 1000; n++) {
    writeFileSync(path, damaged(whole, n))
    const { findings } = verifyProject(here)
    if (findings.length !== 1 || findings[0]?.damage.id !== id) missed++
    if (readHeads(here, 'good').heads[0]?.id !== good) missed++
  }
  expect(missed).toBe(0)
})

function damaged(whole: Buffer, n: number): Buffer {
  const copy = Buffer.from(whole)
  const at = Math.floor((n * 7919) % whole.length)
  if (n % 3 === 0) return copy.subarray(0, at)
  if (n % 3 === 1) return copy.fill(0, at, Math.min(whole.length, at + 1 + (n % 512)))
  copy[at] = (copy[at] as number) ^ (1 + (n % 255))
  return copy
}

test('a damaged entry is set aside, never deleted, and the rest goes on', () => {
  const here = project()
  const first = save(here)
  const second = save(here, [first])
  const torn = readFileSync(entryPath(here, 'auth', second)).subarray(0, 200)
  writeFileSync(entryPath(here, 'auth', second), torn)
  const [done] = repair(here)
  expect(done).toMatchObject({
    repair: { act: 'quarantine' },
    place: join(quarantineDir(here), 'auth', `${second}.md`),
  })
  expect(readFileSync(done?.place as string)).toEqual(torn)
  expect(verifyProject(here).findings).toEqual([])
  expect(readHeads(here, 'auth').heads.map((head) => head.id)).toEqual([first])
})

test("a person's edit is kept as a new entry with the same parents, and asked about; the original is set aside", () => {
  const here = project()
  const first = save(here)
  const second = save(here, [first], { next: { text: 'run the tests' } })
  const path = entryPath(here, 'auth', second)
  writeFileSync(path, readFileSync(path, 'utf8').replace('run the tests', 'ship it'))
  const [done] = repair(here)
  const { heads } = readHeads(here, 'auth')
  expect(heads).toMatchObject([
    { id: first },
    { id: done?.adopted, parents: [first], next: { text: 'ship it' }, foreign: true },
  ])
  expect(existsSync(path)).toBe(false)
  expect(verifyProject(here)).toMatchObject({ findings: [], missing: [] })
})

test('a repair that was cut off after adopting does not adopt twice', () => {
  const here = project()
  const id = save(here, [], { next: { text: 'run the tests' } })
  const path = entryPath(here, 'auth', id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('run the tests', 'ship it'))
  const plan = planRepair(here, verifyProject(here))
  const [before] = plan
  if (before?.act !== 'adopt') throw new Error('expected to adopt')
  // As a killed repair leaves it: the edit is an entry, its file still at its place.
  const blocked = { ...before, to: join(quarantineDir(here), 'auth', `${id}.md`) }
  applyRepair(here, [blocked], TAG)
  const adopted = listEntryIds(here, 'auth')
  execFileSync('mv', [join(quarantineDir(here), 'auth', `${id}.md`), path])
  repair(here)
  expect(listEntryIds(here, 'auth')).toEqual(adopted)
})

test('strange things in the store are found and set aside', () => {
  const here = project()
  const good = save(here)
  const id = makeId(clock++, [], randomBytes(12))
  execFileSync('mkfifo', [entryPath(here, 'auth', id)])
  symlinkSync('/etc', join(entriesDir(here), 'linked'))
  mkdirSync(join(entriesDir(here), 'Not A Name'))
  writeFileSync(join(entriesDir(here), 'auth', `${good} (conflicted copy).md`), 'x')
  expect(verifyProject(here).findings.length).toBe(4)
  repair(here)
  expect(verifyProject(here).findings).toEqual([])
  expect(readdirSync(join(quarantineDir(here), '_strays')).sort()).toEqual(
    [`${good} (conflicted copy).md`, 'Not A Name', 'linked'].sort(),
  )
  expect(readEntry(here, 'auth', good)?.entry?.id).toBe(good)
})

test('a parent that is nowhere is told; one that was set aside is not missing', () => {
  const here = project()
  const first = save(here)
  const second = save(here, [first])
  unlinkSync(entryPath(here, 'auth', first))
  expect(verifyProject(here).missing).toEqual([{ name: 'auth', id: second, parent: first }])
})

test('a torn journal is rewritten with all it still says, and a torn prompt is set aside', () => {
  const here = project()
  for (const text of ['one', 'two']) appendNote(here, 's', { id: text, at: 'now', type: 'note', text })
  appendFileSync(journalPath(here, 's'), '{"check":"torn')
  const id = addPrompt(here, 's', 'later', clock, TAG)
  writeFileSync(join(promptsDir(here, 's'), 'new', `${id}.json`), '')
  expect(
    verifyProject(here)
      .findings.map((finding) => finding.kind)
      .sort(),
  ).toEqual(['journal', 'prompt'])
  repair(here)
  expect(verifyProject(here)).toMatchObject({ findings: [], notes: 2, prompts: 0 })
  expect(readNotes(here, 's').notes.map((note) => note.text)).toEqual(['one', 'two'])
  expect(readdirSync(join(quarantineDir(here), '_sessions', 's')).sort()).toEqual(
    [`${id}.json`, 'journal.jsonl'].sort(),
  )
})

test('the lines of sessions without a name are looked at and repaired like workstreams, and strays beside them named', () => {
  const here = project()
  const name = 'loose-202611-aaaaaaaa'
  const good = save(here, [], { name })
  const bad = save(here, [good], { name })
  appendFileSync(entryPath(here, name, bad), 'x')
  mkdirSync(looseDir(here, 'notes'), { mode: 0o700 })
  mkdirSync(join(looseDir(here, '202611'), 'auth'), { mode: 0o700 })
  mkdirSync(join(entriesDir(here), name), { recursive: true, mode: 0o700 })
  expect(verifyProject(here).entries).toBe(2)
  expect(verifyProject(here).findings.map(({ kind, damage }) => [kind, damage.id || damage.name])).toEqual([
    ['stray', 'notes'],
    ['stray', name],
    ['stray', 'auth'],
    ['entry', bad],
  ])
  repair(here)
  expect(verifyProject(here).findings).toEqual([])
  expect(readEntry(here, name, good)?.entry).toBeDefined()
})
