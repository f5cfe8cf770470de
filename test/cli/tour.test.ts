import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dogear, tempDir } from '../support/world.js'

test('the tour shows work that goes on after a compaction, a crash and a night, and leaves nothing behind [F5]', () => {
  const home = tempDir()
  const temp = tempDir()
  const ran = dogear(['tour'], { cwd: tempDir(), home, env: { TMPDIR: temp } })
  expect(ran.code, ran.stderr).toBe(0)
  const order = [
    '$ dogear init',
    'you> /compact',
    ': the newest of this session, which was compacted',
    'SIGKILL',
    '3. A new session',
    'a session here was cut off just now',
    'The user asked to continue this',
    'you> whats next',
    'show the charge in the receipt',
    '- file src/tax.js: content changed',
    'The user asked where this stands',
    '  dogear init',
  ]
  for (const kept of ['Never touch src/tax.js', 'Disabling the pay button did not work', 'drops the repeat'])
    expect(ran.stdout.slice(ran.stdout.lastIndexOf('you>'))).toContain(kept)
  const places = order.map((text) => ran.stdout.indexOf(text))
  expect(places, ran.stdout).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(readdirSync(temp)).toEqual([])
  expect(readdirSync(home)).toEqual([])
})

test('without git the tour says what it needs', () => {
  const ran = dogear(['tour'], { cwd: tempDir(), home: tempDir(), env: { PATH: tempDir() } })
  expect(ran.code).toBe(5)
  expect(ran.stderr).toContain('could not run git')
})
