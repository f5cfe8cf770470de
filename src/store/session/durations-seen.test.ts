import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { NEW_STATE } from '../../core/session/triggers/engine.js'
import { DEFAULT_TRIGGERS } from '../../core/session/triggers/settings.js'
import { projectAt } from '../paths.js'
import { readSeen, readTriggerSettings, writeSeen } from './durations.js'

test('what was seen of a session is known to the next process; lost or damaged, it begins anew', () => {
  const project = projectAt(tempDir(), 'shop-1')
  const seen = { state: { band: 2, idleSince: 17 }, prompt: 'abc' }
  expect(readSeen(project, 's-1')).toEqual({ state: NEW_STATE })
  writeSeen(project, 's-1', seen, 'test')
  expect(readSeen(project, 's-1')).toEqual(seen)
  const path = join(project.dir, 'sessions', 's-1', 'triggers.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('17', '18'))
  expect(readSeen(project, 's-1')).toEqual({ state: NEW_STATE })
})

test('a session whose id cannot be a folder is watched without a memory', () => {
  const project = projectAt(tempDir(), 'shop-1')
  writeSeen(project, '../x', { state: { band: 1 } }, 'test')
  expect(readSeen(project, '../x')).toEqual({ state: NEW_STATE })
})

test('the settings stand under "autosave" in config.json of the home [C9]', () => {
  const home = tempDir()
  expect(readTriggerSettings(home)).toEqual(DEFAULT_TRIGGERS)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.json'), '{"names":"lower","autosave":{"idleMinutes":3}}')
  expect(readTriggerSettings(home)).toEqual({ ...DEFAULT_TRIGGERS, idleMs: 180_000 })
})
