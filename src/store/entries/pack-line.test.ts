import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantEntry, someEntry } from '../../../test/support/planted-entries.js'
import { tempDir } from '../../../test/support/world.js'
import type { Entry } from '../../core/entry/entry.js'
import { planPacks, type Packable } from '../../core/entry/pack.js'
import { withLock } from '../../platform/files/lock.js'
import { processTag } from '../../platform/process/process-tag.js'
import { entryPath, locksDir, type Project, projectAt, quarantineDir, workstreamDir } from '../paths.js'
import { trashWorkstream } from '../trash.js'
import { createForeign, hasEntry, readEntry, readEntryText } from './entries.js'
import { listEntryIds, listLine } from './listing.js'
import { readHeads } from './heads.js'
import { isPackDue, packLine } from './pack-line.js'
import { packsDir } from './packs.js'
import { applyRepair, planRepair } from './repair.js'
import { verifyProject } from './verify.js'

const TAG = processTag()
const START = Date.UTC(2026, 10, 15)
let clock = START

function project(): Project {
  return projectAt(tempDir(), 'demo-0123456789ab')
}

function put(here: Project, parents: string[] = [], { foreign, ...parts }: Partial<Entry> = {}): string {
  const entry = someEntry({ name: 'auth', lane: 'auto', by: { user: 'ada' }, ...parts }, clock++, parents)
  plantEntry(here, entry, { foreign: foreign === true })
  return entry.id
}

/** So many autosaves, each continuing the one before. */
function putRow(here: Project, count: number, after: string[] = [], parts: Partial<Entry> = {}): string[] {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(put(here, n === 0 ? after : ids.slice(-1), parts))
  return ids
}

const packsOf = (here: Project): string[] => readdirSync(packsDir(workstreamDir(here, 'auth')))
const onlyPack = (here: Project): string => join(packsDir(workstreamDir(here, 'auth')), packsOf(here)[0] as string)

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = (bytes[place] as number) ^ 1
  writeFileSync(path, bytes)
}

test('autosaves that are no head and no parent of a named entry go into packs of 64, and are read from there', () => {
  const here = project()
  const named = put(here, [], { lane: 'named' })
  const row = putRow(here, 150, [named])
  const mark = put(here, row.slice(-1), { lane: 'named' })
  const rest = putRow(here, 10, [mark])
  const texts = row.map((id) => readFileSync(entryPath(here, 'auth', id), 'utf8'))
  expect(packLine(here, 'auth', TAG)).toBe(149 + 9)
  expect(listLine(here, 'auth').unpacked.toSorted()).toEqual([named, row.at(-1), mark, rest.at(-1)].toSorted())
  expect(packsOf(here)).toHaveLength(4)
  expect(listEntryIds(here, 'auth')).toEqual([named, ...row, mark, ...rest])
  expect(row.map((id) => readEntry(here, 'auth', id)?.entry?.id)).toEqual(row)
  expect(hasEntry(here, 'auth', row[3] as string)).toBe(true)
  expect(readHeads(here, 'auth')).toMatchObject({ heads: [{ id: rest.at(-1) }], count: 162 })
  expect(packLine(here, 'auth', TAG)).toBe(0)
  expect(texts.every((text) => text.includes('check: '))).toBe(true)
})

test('who wrote an entry is known from its bytes in a pack, too: a pack of somebody else ends nothing of mine', () => {
  const here = project()
  const mine = putRow(here, 6)
  const theirs = putRow(here, 6, mine.slice(-1), { foreign: true })
  const expected = readHeads(here, 'auth')
  expect(expected.heads.map(({ id }) => id)).toEqual([mine.at(-1), theirs.at(-1)])
  expect(packLine(here, 'auth', TAG)).toBe(11)
  expect(packsOf(here)).toHaveLength(2)
  expect(readHeads(here, 'auth')).toEqual(expected)
  expect(readHeads(here, 'auth'), 'from what is remembered').toEqual(expected)
  expect(readEntry(here, 'auth', mine[2] as string)?.entry?.foreign).toBeUndefined()
  expect(readEntry(here, 'auth', theirs[2] as string)?.entry?.foreign).toBe(true)
})

test('an entry that comes again from outside is the same or differs, packed or not', () => {
  const here = project()
  const row = putRow(here, 8)
  const id = row[2] as string
  const text = readFileSync(entryPath(here, 'auth', id), 'utf8')
  packLine(here, 'auth', TAG)
  const entry = readEntry(here, 'auth', id)?.entry as Entry
  expect(readEntryText(here, 'auth', id)).toBe(text)
  expect(createForeign(here, entry, text, TAG)).toBe('same')
  expect(createForeign(here, entry, text.replace('ada', 'eve'), TAG)).toBe('differs')
  expect(existsSync(entryPath(here, 'auth', id))).toBe(false)
})

test('what continues an entry in the middle of a pack has no gap before it', () => {
  const here = project()
  const row = putRow(here, 20)
  const side = put(here, [row[5] as string])
  packLine(here, 'auth', TAG)
  expect(hasEntry(here, 'auth', row[5] as string) && !existsSync(entryPath(here, 'auth', row[5] as string))).toBe(true)
  expect(readHeads(here, 'auth')).toMatchObject({ heads: [{ id: side }, { id: row.at(-1) }], gaps: [] })
})

test('sixty pages of 20 KB become less than 23 KB', () => {
  const here = project()
  const lines = Array.from({ length: 260 }, (_, n) => sentence(n))
  let before: string[] = []
  for (let n = 0; n < 61; n++) {
    for (const at of [n * 37, n * 91]) lines[at % 260] = sentence(1000 + at)
    before = [put(here, before, { extraSections: [{ title: 'Page', text: lines.join('\n') }] })]
  }
  expect(readFileSync(entryPath(here, 'auth', before[0] as string)).length).toBeGreaterThan(18_000)
  expect(packLine(here, 'auth', TAG)).toBe(60)
  expect(readFileSync(onlyPack(here)).length).toBeLessThan(23_000)
})

const WORDS = 'the session saved a file test branch error because commit parser index build failed token cache'.split(
  ' ',
)

function sentence(seed: number): string {
  const pick = (n: number): string => WORDS[Math.imul(seed + n, 2654435761 + n * 40503) >>> 28] as string
  return `- ${Array.from({ length: 12 }, (_, n) => pick(n)).join(' ')} ${seed}`
}

test('a flipped bit costs the one pack it is in, which verify names once and repair sets aside', () => {
  for (const at of [3, 40, 900, -1, -200]) {
    const here = project()
    const row = putRow(here, 130)
    packLine(here, 'auth', TAG)
    const [first, second] = packsOf(here).toSorted()
    flip(join(packsDir(workstreamDir(here, 'auth')), first as string), at)
    const report = verifyProject(here)
    expect(report.findings.map(({ kind, damage }) => [kind, damage.path.endsWith(first as string)])).toEqual([
      ['pack', true],
    ])
    expect(report.findings[0]?.damage.message).toContain('with the 64 autosaves that are packed in it')
    expect(report).toMatchObject({ entries: 130, missing: [] })
    expect(readEntry(here, 'auth', row[0] as string)?.damage?.reason).toBe('altered')
    expect(readEntry(here, 'auth', row[64] as string)?.entry?.id).toBe(row[64])
    expect(readHeads(here, 'auth')).toMatchObject({ heads: [{ id: row.at(-1) }], damaged: [{ id: row[63] }] })
    applyRepair(here, planRepair(here, report), TAG)
    expect(packsOf(here)).toEqual([second, ...packsOf(here).slice(1)])
    expect(readdirSync(join(quarantineDir(here), 'auth'))).toEqual([first])
    expect(verifyProject(here)).toMatchObject({ findings: [], missing: [] })
    expect(readHeads(here, 'auth').heads.map(({ id }) => id)).toEqual([row.at(-1)])
  }
})

test('a workstream with something damaged in it or set aside stays as it is', () => {
  const here = project()
  const row = putRow(here, 20)
  flip(entryPath(here, 'auth', row[5] as string), -3)
  expect(packLine(here, 'auth', TAG)).toBe(0)
  applyRepair(here, planRepair(here, verifyProject(here)), TAG)
  expect(packLine(here, 'auth', TAG)).toBe(0)
  expect(existsSync(packsDir(workstreamDir(here, 'auth')))).toBe(false)
})

test('what a killed packing left unpacked goes with the next one, but not where the pack is damaged or the file differs', () => {
  const here = project()
  const row = putRow(here, 20)
  const [kept, edited] = [row[4] as string, row[6] as string]
  const texts = new Map([kept, edited].map((id) => [id, readFileSync(entryPath(here, 'auth', id), 'utf8')]))
  packLine(here, 'auth', TAG)
  writeFileSync(entryPath(here, 'auth', kept), texts.get(kept) as string)
  writeFileSync(entryPath(here, 'auth', edited), `${texts.get(edited)}by hand\n`)
  putRow(here, 6, row.slice(-1))
  packLine(here, 'auth', TAG)
  expect(existsSync(entryPath(here, 'auth', kept))).toBe(false)
  expect(readEntry(here, 'auth', edited)?.damage?.reason).toBe('altered')
  rmSync(entryPath(here, 'auth', edited))
  expect(readEntry(here, 'auth', edited)?.entry?.id).toBe(edited)
  writeFileSync(entryPath(here, 'auth', kept), texts.get(kept) as string)
  flip(onlyPack(here), -1)
  packLine(here, 'auth', TAG)
  expect(readEntry(here, 'auth', kept)?.entry?.id).toBe(kept)
})

test('nothing is packed while another process packs, and no second pack after the time is up', () => {
  const here = project()
  putRow(here, 150)
  const lock = join(locksDir(here.home), `pack-${here.key}`)
  withLock(lock, TAG, () => expect(packLine(here, 'auth', TAG)).toBe(0))
  expect(packLine(here, 'auth', TAG, { untilMs: Date.now() - 1 })).toBe(64)
  expect(listLine(here, 'auth').unpacked).toHaveLength(86)
  expect(packLine(here, 'auth', TAG, { untilMs: Date.now() + 60_000 })).toBe(85)
})

test('a session that goes on is packed above 64 of its own', () => {
  const here = project()
  putRow(here, 70)
  const startedMs = clock
  const row = putRow(here, 64)
  expect(isPackDue(here, 'auth', startedMs)).toBe(false)
  put(here, row.slice(-1))
  expect(isPackDue(here, 'auth', startedMs)).toBe(true)
})

test('packs go to the trash and come back with their workstream; a link in their place is not followed', () => {
  const here = project()
  const row = putRow(here, 20)
  packLine(here, 'auth', TAG)
  const seen = listEntryIds(here, 'auth')
  const late = put(here, row.slice(-1))
  expect(trashWorkstream(here, 'auth', seen, '2026-11-15')).toBeNull()
  expect(listEntryIds(here, 'auth')).toEqual([...row, late])
  expect(trashWorkstream(here, 'auth', [...seen, late], '2026-11-15')).toContain('2026-11-15')
  expect(readEntry(here, 'auth', row[0] as string)).toBeNull()
  const other = project()
  put(other)
  symlinkSync(tempDir(), packsDir(workstreamDir(other, 'auth')))
  expect(readEntry(other, 'auth', row[0] as string)?.damage?.reason).toBe('unreadable')
})

test('a row ends where another user, another lane or a second parent comes in', () => {
  const ids = Array.from(
    { length: 21 },
    (_, n) => `20261115T0800${String(n).padStart(2, '0')}000Z-${n + 1}-${'0'.repeat(12)}`,
  )
  const entries = ids.map((id, n): Packable => ({
    id,
    lane: n === 14 ? 'named' : 'auto',
    kind: 'saved',
    parents: n === 0 ? [] : n === 8 ? [ids[7] as string, ids[2] as string] : [ids[n - 1] as string],
    user: n < 4 ? 'ada' : 'bob',
    bytes: 100,
  }))
  expect(planPacks(entries, [])).toEqual([
    { ids: ids.slice(0, 4), parent: null },
    { ids: ids.slice(4, 8), parent: ids[3] },
    { ids: ids.slice(9, 13), parent: ids[8] },
    { ids: ids.slice(15, 20), parent: ids[14] },
  ])
  const large = entries.map((entry) => ({ ...entry, bytes: 900_000 }))
  expect(planPacks(large, []).map((row) => row.ids.length)).toEqual([4, 4, 4, 4])
})
