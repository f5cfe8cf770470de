/**
 * A short process looks before it makes a slow pattern, a long one asks at once. What is found must not depend on it: a hook
 * is cold at every text, a server of an hour is warm.
 */
import { join } from 'node:path'
import { build } from 'rolldown'
import { expect, test } from 'vitest'
import { redact } from '../../src/core/redact/redact.js'
import { tempDir } from '../support/world.js'
import { drawSet } from './sets/set.js'
import { sets } from './sets/sets.js'

const EVERY = 31

test('what a process finds in its first text it finds in its thousandth [F7]', async () => {
  const samples = sets.flatMap((set) => drawSet(set, 3)).filter((_, i) => i % EVERY === 0)
  expect(samples.length).toBeGreaterThan(400)
  for (const { text } of samples) redact(text)
  const cold = await loader()
  const differ = samples.filter(({ text }) => cold()(text) !== redact(text))
  expect([...new Set(differ.map(({ type }) => type))]).toEqual([])
})

/** Each call loads the redactor anew, as a process does that has just begun. */
async function loader(): Promise<() => (text: string) => string> {
  const { output } = await build({
    input: join(import.meta.dirname, '..', '..', 'src', 'core', 'redact', 'redact.ts'),
    output: { dir: tempDir(), format: 'cjs', entryFileNames: 'redact.cjs' },
    logLevel: 'silent',
  })
  const code = output[0].code
  return () => {
    const held: { redact?: (text: string) => string } = {}
    new Function('exports', code)(held)
    if (held.redact === undefined) throw new Error('the redactor exports no redact')
    return held.redact
  }
}
