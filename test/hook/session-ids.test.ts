import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookDesk } from './support.js'

test.each([
  ['leads out of its folder', '../../x'],
  ['has 100 KB', 'x'.repeat(100_000)],
  ['is the name of a device', 'nul'],
  ['holds what no name of a file can', 'a/b\0\n'],
])('a session whose id %s is one session from its first event to its last', (_, id) => {
  const desk = hookDesk()
  const one = desk.client('one')
  const fire = (event: string, more: object = {}): string => one.fire(event, { ...more, session_id: id }).context
  fire('SessionStart', { source: 'startup' })
  one.file.prompt('Repair the apple cart')
  one.file.say('Next I will sand it.')
  fire('Stop')
  one.file.prompt('And paint it')
  one.file.use('Bash', { command: 'npm run paint' }, { error: true, text: 'Exit code 1' })
  fire('Stop')
  expect(desk.entries()).toHaveLength(2)
  fire('PreCompact', { trigger: 'manual' })
  expect(fire('SessionStart', { source: 'compact' })).toContain('And paint it')
  fire('SessionEnd', { reason: 'other' })
  const log = desk.log()
  expect(log.filter(({ ok }) => ok !== true)).toEqual([])
  const names = new Set(log.map(({ session }) => session))
  expect([...names]).toEqual([expect.stringMatching(/^session-[0-9a-f]{14}$/)])
  expect(readFileSync(join(desk.home, 'log', 'hooks.jsonl')).length).toBeLessThan(5000)
  // Nothing of it lies anywhere but where sessions lie.
  const state = readdirSync(join(desk.home, 'hooks')).filter((name) => name.endsWith('.json'))
  expect(state.every((name) => name.startsWith('session-'))).toBe(true)
})

test('the command line knows such a session by the same name: a second save goes on from the first', () => {
  const desk = hookDesk()
  for (const next of ['Run npm test -- a', 'Run npm test -- b'])
    expect(desk.dogear('save', 'auth', '--next', next, '--session', '../../x')).toMatchObject({ code: 0 })
  expect(desk.dogear('resume', 'auth').stdout).toContain('Run npm test -- b')
})
