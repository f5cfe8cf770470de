import { expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import { list } from '../look/list.js'
import { save } from '../save/save.js'
import { surface } from './surface.js'
import type { World } from '../world.js'

async function saved(world: World, name: string, next: string): Promise<void> {
  const written = { fields: { next: { text: next } }, extraSections: [] }
  await save(world, { name, written, lane: 'named', strict: false, git: false, dryRun: false })
}

test('a session starts with the checkpoint itself, not just its time [D6]', async () => {
  const { world } = desk()
  expect(surface(world, { budget: 2000 })).toBeNull()
  await saved(world, 'auth', 'Run npm test -- auth')
  await saved(world, 'auth', 'Run npm test -- login')
  const shown = surface(world, { budget: 2000 })
  expect(shown).toContain('# Resuming: auth')
  expect(shown).toContain('Run npm test -- login')
  expect(list(world, { all: false, cleared: false }).rows).toHaveLength(1)
})

test('where several are equally near, all are named and none is guessed [D6, F4]', async () => {
  const { world } = desk()
  await saved(world, 'auth', 'Run npm test -- auth')
  await saved(world, 'docs', 'Write the manual')
  const shown = surface(world, { budget: 2000 }) ?? ''
  expect(shown).toContain('- auth: ')
  expect(shown).toContain('- docs: ')
  expect(shown).toContain('dogear resume <name>')
})
