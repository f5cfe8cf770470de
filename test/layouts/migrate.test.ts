/** Taking over what other systems wrote, and writing it out again. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry/entry.js'
import { SAMPLES } from '../../src/layouts/all-samples.js'
import { LAYOUTS } from '../../src/layouts/all.js'
import { projection, sameContent } from '../../src/layouts/common/to-entry.js'
import type { LayoutId } from '../../src/layouts/layout.js'
import { tempDir } from '../support/world.js'
import { makePlace, type Place } from './support/place.js'
import { setTime, snapshot, writeSample } from './support/samples.js'

const IDS = LAYOUTS.map((layout) => layout.id)

describe.each(IDS)('import of %s', (id) => {
  test('takes over every checkpoint with its time, and what it does not know too [F1, D3]', () => {
    const { take, entries } = sampleOf(id)
    expect(take().refused).toEqual([])
    const found = entries()
    expect(found.map(({ name }) => name).toSorted()).toEqual(SAMPLES[id].folder.says.map(([name]) => name).toSorted())
    for (const [name, saved, text] of SAMPLES[id].folder.says) {
      const entry = found.find((one) => JSON.stringify(one).includes(text))
      expect(entry, text).toMatchObject({ name, kind: 'saved' })
      expect(timeLike(saved, entry?.saved ?? '')).toBe(timeLike(saved, saved))
    }
  })

  test('leaves the originals as they are, to the byte and the time', () => {
    const { take, folder } = sampleOf(id)
    const before = snapshot(folder)
    take()
    expect(snapshot(folder)).toEqual(before)
  })

  test('makes each checkpoint continue the one before it [F1]', () => {
    const { take, entries } = sampleOf(id)
    take()
    for (const name of new Set(entries().map((entry) => entry.name))) {
      const chain = entries().filter((entry) => entry.name === name)
      expect(chain.map((entry) => entry.parents)).toEqual([[], ...chain.slice(0, -1).map((entry) => [entry.id])])
    }
  })

  test('again takes nothing more', () => {
    const { take, entries } = sampleOf(id)
    const first = take()
    const before = entries()
    expect(take()).toMatchObject({ imported: [], already: first.imported.length, refused: [] })
    expect(entries()).toEqual(before)
  })

  test('for a try says the same and writes nothing', () => {
    const { take, entries, place, folder } = sampleOf(id)
    const tried = place.take(folder, { dryRun: true })
    expect(entries()).toEqual([])
    expect(take()).toEqual(tried)
  })

  test('then export, then import in an empty home: the same entries', () => {
    const { take, entries, place } = sampleOf(id)
    take()
    const copy = tempDir()
    expect(place.give({ layout: id, into: copy }).refused).toEqual([])
    const other = makePlace()
    other.take(copy, { layout: id })
    expect(idsOf(other.entries())).toEqual(idsOf(entries()))
  })

  test('names a broken file and takes the others', () => {
    const { take, folder, place } = sampleOf(id)
    const [first] = checkpointsOf(id) as [string]
    writeFileSync(join(folder, first), 'PK\0\0\u0001\0 not a checkpoint')
    const { imported, refused } = take()
    expect(refused).toMatchObject([{ source: join(folder, first) }])
    expect(imported).toHaveLength(SAMPLES[id].folder.says.length - 1)
    expect(place.take(join(folder, first)).refused).toHaveLength(1)
  })

  test('writes no secret anywhere [F7]', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8'].join('_')
    const { take, folder, place } = sampleOf(id)
    const paths = checkpointsOf(id)
    for (const path of paths) {
      const text = readFileSync(join(folder, path), 'utf8')
      writeFileSync(join(folder, path), text.replaceAll(/src\/\S+?\.\w+|Plotted|totals/g, `$& ${secret} `))
    }
    take()
    const kept = Object.values(snapshot(place.world.home)).map((one) => Buffer.from(one.split(' ')[2] ?? '', 'base64'))
    expect(kept.some((bytes) => bytes.includes('[redacted: '))).toBe(true)
    expect(kept.filter((bytes) => bytes.includes(secret.slice(4)))).toEqual([])
    expect(take().imported).toEqual([])
  })

  test('finds a single file, the folder it lies in, and nothing beside what was named', () => {
    const { folder, place } = sampleOf(id)
    const [path] = checkpointsOf(id) as [string]
    const file = join(folder, path)
    expect(place.take(file).imported).toMatchObject([{ layout: id, source: file }])
    const near = place.take(join(file, '..'), { dryRun: true })
    expect(near.already).toBe(1)
    expect(near.imported.every(({ source }) => source?.startsWith(join(file, '..')))).toBe(true)
  })
})

describe('from one system to another', () => {
  const pairs = IDS.flatMap((from) => IDS.filter((to) => to !== from).map((to) => [from, to] as const))

  test.each(pairs)('%s to %s: what the other can hold is the same', (from, to) => {
    const layout = LAYOUTS.find((one) => one.id === to) as (typeof LAYOUTS)[number]
    const { take, place } = sampleOf(from)
    take()
    const copy = tempDir()
    const { exported } = place.give({ layout: to, into: copy })
    const other = makePlace()
    other.take(copy, { layout: to })
    expect(other.entries().map(({ name }) => name)).toEqual(exported.map(({ name }) => name).toSorted())
    for (const { id } of exported) {
      const original = place.entries().find((entry) => entry.id === id) as Entry
      const wanted = projection(layout, original, place.world.userHome)
      const found = other.entries().map((entry) => projection(layout, entry, other.world.userHome))
      expect(wanted && found.some((one) => one && sameContent(one, wanted)), original.name).toBe(true)
    }
  })

  test('an index keeps what else it says, and gets a line for each workstream [A7]', () => {
    const { take, place } = sampleOf('session-continuity')
    take()
    const memory = tempDir()
    writeFileSync(join(memory, 'MEMORY.md'), '# Notes\n\n## Conventions\n\n- Tabs\n')
    const { changed } = place.give({ layout: 'named-checkpoints', into: memory })
    expect(changed.toSorted()).toEqual([
      'MEMORY.md',
      'checkpoint-build-login-page.md',
      'checkpoint-q1-data-analysis.md',
    ])
    const index = readFileSync(join(memory, 'MEMORY.md'), 'utf8')
    expect(index).toContain('## Conventions\n\n- Tabs\n')
    expect(index.match(/^- \*\*[a-z0-9-]+\*\*/gm)).toEqual(['- **build-login-page**', '- **q1-data-analysis**'])
  })
})

describe('export', () => {
  test('writes the newest checkpoint, and all of them into the log that only grows [D7]', () => {
    const { take, place } = sampleOf('decision-log')
    take()
    expect(place.give({ layout: 'session-continuity', name: 'global', into: tempDir() }).changed).toEqual([
      'memory/checkpoints/global.md',
    ])
    const log = tempDir()
    expect(place.give({ layout: 'decision-log', name: 'global', into: log }).changed).toEqual([
      '.claude/checkpoints/20260110T080000Z.json',
      '.claude/checkpoints/20260111T080000Z.json',
      '.claude/checkpoints/20260111T080000Z-2.json',
    ])
    const before = snapshot(log)
    expect(place.give({ layout: 'decision-log', name: 'global', into: log }).changed).toEqual([])
    expect(snapshot(log)).toEqual(before)
  })

  test('does not write over what nobody has taken over', () => {
    const { take, place } = sampleOf('named-checkpoints')
    take()
    const into = tempDir()
    place.give({ layout: 'session-continuity', into })
    const file = join(into, 'memory/checkpoints/docs.md')
    writeFileSync(file, '# Checkpoint: docs\n**Created:** 2026-05-01 10:00 GMT+0\n\n## Next Action\nBy hand\n')
    const before = readFileSync(file, 'utf8')
    const refused = place.give({ layout: 'session-continuity', into })
    expect(refused.refused).toMatchObject([{ source: file, message: expect.stringContaining('dogear import') }])
    expect(refused.exported.map(({ name }) => name)).toEqual(['auth-refactor'])
    expect(readFileSync(file, 'utf8')).toBe(before)
    place.take(file)
    expect(place.give({ layout: 'session-continuity', into }).refused).toEqual([])
    expect(readFileSync(file, 'utf8')).toContain('By hand')
  })

  test('goes where the system looks unless another folder is named', () => {
    const { take, place } = sampleOf('quoin')
    take()
    const { worktree, memory } = {
      worktree: place.give({ layout: 'session-continuity' }).into,
      memory: place.give({ layout: 'session-checkpoint' }).into,
    }
    expect(worktree).toBe(place.world.cwd)
    expect(memory).toMatch(/\.claude\/projects\/[^/]+\/memory$/)
    expect(statSync(join(memory, 'checkpoint-invoice-export.md')).isFile()).toBe(true)
  })

  test('of something that is not there says so', () => {
    const { take, place } = sampleOf('quoin')
    expect(() => place.give({ layout: 'quoin' })).toThrow(/No checkpoints|no checkpoints/)
    take()
    expect(() => place.give({ layout: 'quoin', name: 'nobody' })).toThrow('there is no checkpoint "nobody"')
  })
})

describe('the old system beside dogear', () => {
  test('a checkpoint it saves later continues what was taken over', () => {
    const { take, folder, entries } = sampleOf('named-checkpoints')
    take()
    const file = join(folder, 'checkpoint-docs.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('02-07 09:05', '02-08 10:00').replace('Finish', 'Publish'))
    expect(take()).toMatchObject({ imported: [{ name: 'docs' }], already: 1 })
    const [first, second] = entries().filter(({ name }) => name === 'docs')
    expect(second).toMatchObject({ parents: [first?.id], next: { text: 'Publish docs/guide.md' } })
  })

  test('an older checkpoint goes beside the newer ones and does not bury them [F1]', () => {
    const { take, folder, entries } = sampleOf('decision-log')
    const late = join(folder, '.claude/checkpoints/20260110T080000Z.json')
    const text = readFileSync(late, 'utf8')
    rmSync(late)
    take()
    const before = entries()
    writeFileSync(late, text)
    take()
    const added = entries().filter((entry) => !before.some(({ id }) => id === entry.id))
    expect(added).toMatchObject([{ name: 'global', parents: [], saved: '2026-01-10T08:00:00.000+00:00' }])
    expect(entries()).toEqual(expect.arrayContaining(before))
  })

  test('a line of the index without its file is told, and everything else is taken', () => {
    const { take, folder, place } = sampleOf('named-checkpoints')
    rmSync(join(folder, 'checkpoint-docs.md'))
    expect(take()).toMatchObject({
      imported: [{ name: 'auth-refactor' }],
      refused: [{ source: folder, message: 'the index names "docs", but its file is gone' }],
    })
    expect(place.take(join(folder, 'checkpoint-auth-refactor.md')).refused).toEqual([])
    rmSync(join(folder, 'checkpoint-auth-refactor.md'))
    expect(take().refused).toHaveLength(2)
  })

  test('a file without a time has that of the file', () => {
    const { take, folder, entries } = sampleOf('session-checkpoint')
    const file = join(folder, 'checkpoint-my-feature.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/- \*\*Saved.*\r\n/, ''))
    setTime(file, '2026-04-02T10:11:12.345Z')
    take()
    expect(entries().map(({ saved }) => Date.parse(saved))).toEqual([Date.parse('2026-04-02T10:11:12.345Z')])
  })
})

interface Taken {
  folder: string
  place: Place
  take: () => ReturnType<Place['take']>
  entries: Place['entries']
}

/** Those of its files that hold a checkpoint, in the order of the sample. */
function checkpointsOf(id: LayoutId): string[] {
  const { files } = SAMPLES[id].folder
  const layout = LAYOUTS.find((one) => one.id === id) as (typeof LAYOUTS)[number]
  const found = layout.scan(Object.entries(files).map(([path, text]) => ({ path, text, mtimeMs: 0 }))).documents
  return Object.keys(files).filter((path) => found.some((one) => one.path === path))
}

function sampleOf(id: LayoutId): Taken {
  const folder = tempDir()
  writeSample(folder, SAMPLES[id].folder)
  const place = makePlace()
  return { folder, place, take: () => place.take(folder), entries: place.entries }
}

/** Where the file names no zone, it is the clock on the wall that must be right. */
function timeLike(wanted: string, saved: string): string | number {
  return wanted.length > 16 ? Date.parse(saved) : saved.slice(0, 16)
}

function idsOf(entries: readonly Entry[]): string[] {
  return entries.map((one) => `${one.name} ${one.id}`).toSorted()
}
