/** What a new session is handed is measured, and the measure is published: bench/resume.mjs, docs/fidelity.md. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'

interface Row {
  text: string
  ALL: number
  WHERE: number
  WHAT: number
  characters: number
}

test('what a new session is handed unasked is measured beside its peers, by the bench and in the docs [F20]', () => {
  const ran = spawnSync(process.execPath, [join(checkout, 'bench', 'resume.mjs'), '--kind', 'session', '--json'], {
    encoding: 'utf8',
  })
  const tables = JSON.parse(ran.stdout) as { group: string; rows: Row[] }[]
  const [{ group, rows }] = tables as [(typeof tables)[number]]
  expect(group).toBe('claude-code, session')
  const row = (text: string): Row => rows.find((one) => one.text === text) as Row
  const unasked = row('dogear, unasked')
  expect(unasked.characters).toBeLessThanOrEqual(1000)
  expect(unasked.ALL).toBeGreaterThan(0.5)
  // Made-up sessions hold nothing that nobody could foresee: whoever asks is handed nearly all that is needed.
  expect(row('dogear, asked').ALL).toBeGreaterThan(0.9)
  expect(row('dogear, its own first prompt').ALL).toBeGreaterThan(row('last messages, 6,000').ALL)
  const published = readFileSync(join(checkout, 'docs', 'fidelity.md'), 'utf8')
  for (const { text } of rows) expect(published).toContain(`| ${text} |`)
})
