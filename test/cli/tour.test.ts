import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dogear, tempDir } from '../support/world.js'

test('the tour shows a killed session coming back with what changed, and leaves nothing behind [F5]', () => {
  const home = tempDir()
  const temp = tempDir()
  const ran = dogear(['tour'], { cwd: tempDir(), home, env: { TMPDIR: temp } })
  expect(ran.code, ran.stderr).toBe(0)
  const order = [
    'Checkpoint "checkout-fix" saved',
    'SIGKILL',
    '$ dogear list',
    'checkout-fix\t',
    '$ dogear resume',
    '# Resuming: checkout-fix',
    '## Next action',
    '⚠ Previously failed: Disable the pay button',
    '2 commits since',
    'src/tax.js: content changed',
    'src/money.js: moved to src/currency.js',
    'dogear save NAME',
  ]
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
