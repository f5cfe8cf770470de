/** Packing changes no answer [K8]. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import { plantEntry, someEntry } from '../../../test/support/planted-entries.js'
import { tempDir } from '../../../test/support/world.js'
import { fewer } from '../../../test/support/property-runs.js'
import type { Entry } from '../../core/entry/entry.js'
import { listEntryIds, listLine } from '../../store/entries/listing.js'
import { packLine } from '../../store/entries/pack-line.js'
import { entriesDir, entryPath, indexDir, type Project, quarantineDir, workstreamDir } from '../../store/paths.js'
import { exportEntries } from '../carry/transfer.js'
import { locate } from '../locate.js'
import { save } from '../save/save.js'
import { entryAt, history, show } from './show.js'
import { list } from './list.js'
import { search } from './search.js'
import { verify } from './verify.js'

const { world } = desk(Date.parse('2026-11-01T09:00:00Z'))
await save(world, {
  name: 'first',
  written: { fields: {}, extraSections: [] },
  lane: 'named',
  strict: false,
  git: false,
  dryRun: false,
})
const { project } = locate(world)
const NAME = 'auth'

interface Step {
  what: 'auto' | 'named' | 'cleared' | 'restored' | 'merge'
  times: number
  /** How far back it continues: 0 is the newest. */
  back: number
  user: string
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 6, arbitrary: fc.constant('auto' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('named' as const, 'cleared' as const, 'restored' as const, 'merge' as const),
      },
    ),
    times: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60, max: 140 }) },
    ),
    back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
    user: fc.constantFrom('ada', 'ada', 'ada', 'bob'),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Plants the entries and returns their ids. */
function plant(plan: readonly Step[]): string[] {
  rmSync(entriesDir(project), { recursive: true, force: true })
  rmSync(quarantineDir(project), { recursive: true, force: true })
  rmSync(indexDir(project.home), { recursive: true, force: true })
  const ids: string[] = []
  let ms = Date.parse('2026-11-02T09:00:00Z')
  for (const { what, times, back, user } of plan) {
    for (let n = 0; n < (what === 'auto' ? times : 1); n++) {
      const before = ids.at(-1 - (n === 0 ? Math.min(back, ids.length - 1) : 0))
      const parents =
        before === undefined
          ? []
          : [before, ...(what === 'merge' && ids.at(-1) !== before ? [ids.at(-1) as string] : [])]
      const entry = someEntry(
        {
          name: NAME,
          lane: what === 'auto' ? 'auto' : 'named',
          by: { user },
          task: { text: `token number ${ids.length}` },
        },
        (ms += 1000),
        parents,
      )
      if (what === 'cleared' || what === 'restored') entry.kind = what as Entry['kind']
      plantEntry(project, entry)
      ids.push(entry.id)
    }
  }
  settle(project)
  return ids
}

/** As if nothing had happened for long: only then is anything derived written. */
function settle(here: Project): void {
  const folder = workstreamDir(here, NAME)
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), 1_700_000_000, 1_700_000_000)
  utimesSync(folder, 1_700_000_000, 1_700_000_000 + (ticks += 10))
}
let ticks = 0

function answers(ids: readonly string[]): unknown {
  const orError = (ask: () => unknown): unknown => {
    try {
      return ask()
    } catch (error) {
      return (error as Error).message
    }
  }
  const asked = [false, true].map((cleared) => orError(() => list(world, { all: false, cleared })))
  const { checked, damaged, missing } = verify(world, { all: false, repair: false, dryRun: true })
  const sorted = <T>(all: readonly T[]): string[] => all.map((one) => JSON.stringify(one)).toSorted()
  return {
    asked,
    again: [false, true].map((cleared) => orError(() => list(world, { all: false, cleared }))),
    ids: listEntryIds(project, NAME),
    history: orError(() => history(world, { name: NAME })),
    shown: orError(() => show(world, { what: NAME })),
    some: ids
      .filter((_, i) => i % 17 === 0)
      .map((id) => [
        id,
        entryAt(world, { project: project.key, name: NAME, id })?.text,
        orError(() => show(world, { what: NAME, entry: id })),
      ]),
    found: (['auto', 'scan'] as const).map((engine) => search(world, { query: 'token', limit: 500, engine })),
    verified: { checked, damaged: sorted(damaged), missing: sorted(missing) },
    exported: orError(() => exportEntries(world, { name: NAME, all: false })),
  }
}

test('list, history, show, search, verify and export answer the same before and after packing, and after a cut-off one', () => {
  let packed = 0
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat(9)), (plan, dice) => {
      const ids = plant(plan)
      const before = answers(ids)
      const copy = join(tempDir(), 'unpacked')
      cpSync(workstreamDir(project, NAME), copy, { recursive: true, preserveTimestamps: true })
      packed += packLine(project, NAME, world.tag)
      expect(answers(ids)).toEqual(before)
      // Killed while the unpacked files went: some are still there.
      for (const file of readdirSync(copy)) {
        if (dice.next().value < 3) cpSync(join(copy, file), join(workstreamDir(project, NAME), file))
      }
      settle(project)
      expect(answers(ids)).toEqual(before)
      packLine(project, NAME, world.tag)
      expect(answers(ids)).toEqual(before)
    }),
    fewer(12),
  )
  expect(packed).toBeGreaterThan(100)
})

test('what is damaged or lost later has the same consequences, packed or not', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 3 }), (plan, faults) => {
      const ids = plant(plan)
      const folder = workstreamDir(project, NAME)
      const other = join(tempDir(), 'unpacked')
      cpSync(folder, other, { recursive: true, preserveTimestamps: true })
      packLine(project, NAME, world.tag)
      const unpacked = listLine(project, NAME).unpacked.toSorted()
      const spoil = (): void => {
        for (const [pick, isGone] of faults) {
          const path = entryPath(project, NAME, unpacked[pick % unpacked.length] as string)
          if (isGone) rmSync(path, { force: true })
          else if (existsSync(path)) truncateSync(path, 100)
        }
        settle(project)
      }
      spoil()
      const whilePacked = answers(ids)
      rmSync(folder, { recursive: true })
      rmSync(indexDir(project.home), { recursive: true, force: true })
      mkdirSync(entriesDir(project), { recursive: true })
      renameSync(other, folder)
      spoil()
      expect(whilePacked).toEqual(answers(ids))
    }),
    fewer(12),
  )
})
