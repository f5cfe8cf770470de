import { REDACTION } from '../../core/redact/version.js'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import { readEntry } from '../../store/entries/entries.js'
import { history } from '../look/show.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { autosave } from './autosave.js'
import { gather } from './gather.js'
import { note } from './note.js'
import { planSave } from './plan.js'
import { applySave, saveCheckpoint } from './save.js'

const written = { fields: { next: { text: 'Run npm test' }, files: [{ path: 'src/a.ts' }] }, extraSections: [] }
const request = { name: 'auth', written, lane: 'named', strict: false, git: true, dryRun: false } as const

/** The same luck every time, so that a trial and the real thing have the same id. */
function fixed(world: World): World {
  return { ...world, random: (bytes) => new Uint8Array(bytes).fill(7) }
}

test('a plan leaves no trace, and what is written is the plan to the letter', async () => {
  const { world } = desk()
  const plan = planSave(await gather(world, locate(world), request), request)
  expect(existsSync(world.home)).toBe(false)
  expect(applySave(world, plan, null)).toBeNull()
  expect(existsSync(plan.path)).toBe(true)
  expect(readEntry(plan.located.project, 'auth', plan.entry.id)?.entry).toEqual(plan.entry)
})

test('a plan is made from its inputs alone, whatever becomes of the disk', async () => {
  const { world, repo, clock } = desk()
  const inputs = await gather(world, locate(world), request)
  const plan = planSave(inputs, request)
  writeFileSync(join(repo.dir, 'src/a.ts'), 'export const a = 1\n')
  await saveCheckpoint(world, { ...request, overwrite: false, answered: [] })
  clock.ms += 60_000
  expect(planSave(inputs, request)).toEqual(plan)
})

test('a trial shows the entry that the same save then writes, and takes up no note', async () => {
  const { world, clock } = desk()
  note(world, { text: 'JWT over cookies', type: 'decision', dryRun: false })
  clock.ms += 1000
  const save = (dryRun: boolean) =>
    saveCheckpoint(fixed(world), { ...request, dryRun, overwrite: false, answered: [], transcript: null })
  const trial = await save(true)
  expect(trial).toMatchObject({ published: null, draft: null, message: null, result: { created: false, heads: 1 } })
  expect(() => history(world, { name: 'auth' })).toThrow('No checkpoints found')
  const made = await save(false)
  expect(made.result).toEqual({ ...trial.result, created: true })
  expect(made.result.entry.decisions).toMatchObject([{ text: 'JWT over cookies' }])
})

test('a trial of an autosave shows the entry that it then writes, with its reason', async () => {
  const { world } = desk()
  await saveCheckpoint(world, { ...request, overwrite: false, answered: [] })
  const auto = (dryRun: boolean) =>
    autosave(fixed(world), {
      name: 'auth',
      written: { fields: { done: [{ text: 'login works' }] }, extraSections: [] },
      transcript: null,
      git: true,
      dryRun,
      reason: 'test',
    })
  const trial = await auto(true)
  expect(history(world, { name: 'auth' }).entries).toHaveLength(1)
  const made = await auto(false)
  expect(made.result).toEqual({ ...trial.result, created: true })
  expect(made.result.entry.extraKeys).toEqual({ reason: 'test', judgement: 'none', redaction: REDACTION })
})
