import { expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import type { Lane } from '../../core/entry/entry.js'
import { history } from '../look/show.js'
import { list } from '../look/list.js'
import { save } from '../save/save.js'
import { OWN_POLICY } from '../../layouts/layout.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { applyResume, planResume, type PlanRequest, type ResumePlan } from './resume.js'

async function saved(world: World, lane: Lane, next: string): Promise<void> {
  const written = { fields: { next: { text: next } }, extraSections: [] }
  await save(world, { name: 'auth', written, lane, strict: false, git: false, dryRun: false })
}

async function planned(world: World, more: Partial<PlanRequest> = {}): Promise<ResumePlan> {
  const request = { budget: 6000, consume: false, dryRun: false, ...more }
  return (await planResume({ world, layouts: null, located: locate(world) }, request)) as ResumePlan
}

function withPolicy(world: World, onResume: 'keep' | 'consume' | 'confirm'): World {
  return { ...world, config: { ...world.config, policy: { ...OWN_POLICY, onResume } } }
}

const isListed = (world: World): boolean => list(world, { all: false, cleared: false }).rows.length > 0

test('a plan does nothing; what it says is done once it is applied', async () => {
  const { world } = desk()
  await saved(world, 'named', 'Run npm test')
  const plan = await planned(world, { consume: true })
  expect(plan.briefing).toContain('Run npm test')
  expect(history(world, { name: 'auth' }).total).toBe(1)
  expect(applyResume(plan)).toEqual([])
  expect(isListed(world)).toBe(false)
})

test('where an autosave continues a checkpoint, both leave the list when it is consumed', async () => {
  const { world, clock } = desk()
  await saved(world, 'named', 'Run npm test')
  clock.ms += 60_000
  await saved(world, 'auto', 'Fix the first failure')
  const plan = await planned(world, { consume: true })
  expect(plan.briefing).toContain('Fix the first failure')
  applyResume(plan)
  expect(isListed(world)).toBe(false)
})

test('the policy decides, and what the user answers', async () => {
  const { world } = desk()
  await saved(world, 'named', 'Run npm test')
  const outcome = async (
    onResume: 'keep' | 'consume' | 'confirm',
    more: Partial<PlanRequest> = {},
  ): Promise<string> => {
    const { question, fresh, does } = await planned(withPolicy(world, onResume), more)
    return [question && 'asks', fresh && 'fresh', does.record && 'records', does.record && does.consume && 'consumes']
      .filter(Boolean)
      .join(' ')
  }
  expect(await outcome('keep')).toBe('records')
  expect(await outcome('keep', { dryRun: true, consume: true })).toBe('')
  expect(await outcome('keep', { ready: 'no' })).toBe('fresh records consumes')
  expect(await outcome('consume')).toBe('records consumes')
  expect(await outcome('consume', { keep: true })).toBe('records')
  expect(await outcome('consume', { keep: true, consume: true })).toBe('records consumes')
  expect(await outcome('confirm')).toBe('asks')
  expect(await outcome('confirm', { ready: 'yes' })).toBe('records')
  expect(await outcome('confirm', { ready: 'no' })).toBe('fresh records consumes')
})
