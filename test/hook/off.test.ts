/** `dogear off`: hooks do nothing, here or everywhere, and stay set up. */
import { expect, test } from 'vitest'
import { expectUntouched, hookDesk } from './support.js'

test('off here, off everywhere, and on again: nothing is said or saved meanwhile [E15]', () => {
  const desk = hookDesk()
  const other = hookDesk()
  desk.dogear('save', 'auth', '--next', 'Rotate the token in src/login.ts')
  const start = () => desk.client('s1').fire('SessionStart', { source: 'startup' })
  expect(start().context).toContain('auth')

  expect(desk.dogear('off', '--here').stdout).toContain(`Hooks are off in ${desk.repo.dir}.`)
  expectUntouched(start())
  expectUntouched(desk.client('s2').turn('Move it', 'Moved.'))
  expect(desk.entries()).toHaveLength(1)
  other.dogear('save', 'pay', '--next', 'Wire src/login.ts')
  expect(other.client('s1').fire('SessionStart', { source: 'startup' }).context).toContain('pay')
  expect(desk.dogear('on', '--here').stdout).toContain('Hooks are on in')
  expect(start().context).toContain('auth')

  desk.dogear('off')
  expectUntouched(start())
  expect(desk.dogear('off').stdout).toContain('already')
  expect(desk.dogear('on', '--here')).toMatchObject({ code: 2 })
  expect(desk.dogear('on', '--json').json()).toMatchObject({ on: true, changed: true, off: [] })
  expect(start().context).toContain('auth')
})
