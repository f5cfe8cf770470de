import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeHookState } from '../store/session/hook-state.js'
import { planEvent } from './plan.js'

test('the first save of a session and the later ones share no bytecode: they run other code', () => {
  const home = mkdtempSync(join(tmpdir(), 'dogear-plan-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const stop = { kind: 'turn-end' as const, name: 'Stop', session: 's1', folders: [], again: false }
  const first = planEvent(home, stop, () => false)
  changeHookState(home, 's1', { lastSave: { id: '20260101T000000000Z-1-000000000000', atMs: 1 } })
  expect(planEvent(home, stop, () => false)).toEqual({ ...first, kind: 'save-again' })
  expect(first?.kind).toBe('save')
})
