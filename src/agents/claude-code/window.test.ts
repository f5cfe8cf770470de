import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { windowFor } from '../../core/session/context.js'
import type { WindowPlace } from '../agent.js'
import { readWindowHints } from './window.js'

interface Written {
  user?: unknown
  project?: unknown
  local?: unknown
  env?: Record<string, string>
  model?: string
}

function place({ user, project, local, env = {}, model = 'claude-sonnet-4-5' }: Written): WindowPlace {
  const userHome = tempDir()
  const worktree = tempDir()
  const files = { [join(userHome, '.claude/settings.json')]: user }
  Object.assign(files, { [join(worktree, '.claude/settings.json')]: project })
  Object.assign(files, { [join(worktree, '.claude/settings.local.json')]: local })
  for (const [path, value] of Object.entries(files)) {
    if (value === undefined) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return { userHome, worktree, env, model }
}

test.each<[string, Written, object]>([
  ['nothing is set', {}, {}],
  ['what is set cannot be read', { user: '{ // comment', project: '[]', local: 'null' }, {}],
  ['the user set a limit', { user: { autoCompactWindow: 300_000 } }, { compactsAt: 300_000 }],
  [
    'the project set another',
    { user: { autoCompactWindow: 300_000 }, project: { autoCompactWindow: 400_000 } },
    { compactsAt: 400_000 },
  ],
  [
    'it is set for here alone',
    { project: { autoCompactWindow: 300_000 }, local: { autoCompactWindow: 150_000 } },
    { compactsAt: 150_000 },
  ],
  [
    'it is set for the model',
    { user: { autoCompactWindow: 300_000, modelSettings: { 'claude-sonnet-4-5': { autoCompactWindow: 500_000 } } } },
    { compactsAt: 500_000 },
  ],
  [
    'it is set for another model',
    { user: { modelSettings: { 'claude-haiku-4-5': { autoCompactWindow: 500_000 } } } },
    {},
  ],
  [
    'the environment says something else',
    { user: { autoCompactWindow: 300_000 }, env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '250000' } },
    { compactsAt: 250_000 },
  ],
  [
    'the settings set the variable',
    { user: { env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '250000' } } },
    { compactsAt: 250_000 },
  ],
  ['it is less than the client accepts', { user: { autoCompactWindow: 5 } }, { compactsAt: 100_000 }],
  ['it is more than the client accepts', { user: { autoCompactWindow: 5_000_000 } }, { compactsAt: 1_000_000 }],
  ['it is no number', { user: { autoCompactWindow: 'much' }, env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '' } }, {}],
  ['nothing is compacted by itself', { user: { autoCompactWindow: 300_000, autoCompactEnabled: false } }, {}],
  ['nor because of a variable', { user: { autoCompactWindow: 300_000 }, env: { DISABLE_AUTO_COMPACT: '1' } }, {}],
  ['the large window is chosen', { user: { model: 'sonnet[1m]' } }, { settings: 1_000_000 }],
  ['it is chosen by its whole name', { user: { model: 'claude-sonnet-4-5[1m]' } }, { settings: 1_000_000 }],
  ['it is chosen by a variable', { env: { ANTHROPIC_MODEL: 'sonnet[1m]' } }, { settings: 1_000_000 }],
  [
    'it stands for the alias',
    { env: { ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4-5[1m]' } },
    { settings: 1_000_000 },
  ],
  [
    'it is chosen, and forbidden',
    { user: { model: 'sonnet[1m]' }, env: { CLAUDE_CODE_DISABLE_1M_CONTEXT: '1' } },
    { settings: 200_000 },
  ],
  [
    'it is chosen, but another model answers',
    { user: { model: 'sonnet[1m]' }, model: 'claude-haiku-4-5-20251001' },
    {},
  ],
  [
    'it is chosen by the user and not by the project',
    { user: { model: 'sonnet[1m]' }, project: { model: 'sonnet' } },
    {},
  ],
])('%s', (_, written, hints) => {
  const { reserve, ...found } = readWindowHints(place(written))
  expect(found).toEqual(hints)
  expect([33_000, undefined]).toContain(reserve)
})

test('what the client keeps free is known, where it compacts by itself', () => {
  expect(readWindowHints(place({}))).toEqual({ reserve: 33_000 })
  expect(readWindowHints(place({ user: { autoCompactEnabled: false } }))).toEqual({})
  expect(readWindowHints(place({ env: { DISABLE_COMPACT: '1' } }))).toEqual({})
})

test('a limit below the window of the model is what gets full; one above it changes nothing [E13]', () => {
  const early = readWindowHints(place({ user: { autoCompactWindow: 150_000 } }))
  expect(windowFor('claude-sonnet-4-5', { ...early, cached: 1_000_000 })).toEqual({ tokens: 150_000, from: 'settings' })
  const late = readWindowHints(place({ user: { autoCompactWindow: 900_000 } }))
  expect(windowFor('claude-sonnet-4-5', late)).toEqual({ tokens: 200_000, from: 'model' })
  expect(windowFor('a-model-of-tomorrow', late), 'better than a guess').toEqual({ tokens: 900_000, from: 'settings' })
})

test('the folder of the settings can be moved', () => {
  const moved = tempDir()
  writeFileSync(join(moved, 'settings.json'), '{"autoCompactWindow": 300000}')
  const { worktree: _, ...here } = place({ env: { CLAUDE_CONFIG_DIR: moved } })
  expect(readWindowHints(here)).toMatchObject({ compactsAt: 300_000 })
})
