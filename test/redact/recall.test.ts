/** What is found: the published table of recall (bar S1). */
import { expect, test } from 'vitest'
import { redact } from '../../src/core/redact/redact.js'
import { leaks, type Planted, plantSecrets } from './corpus.js'

const planted = plantSecrets()
const results = planted.map((one) => ({ ...one, isMissed: leaks(one, redact(one.text)) }))

test('the corpus holds at least 2,000 planted secrets of 60 types, each still in its text', () => {
  expect(planted.length).toBeGreaterThanOrEqual(2000)
  expect(new Set(planted.map(({ type }) => type)).size).toBeGreaterThanOrEqual(60)
  expect(planted.filter((one) => !leaks(one, one.text))).toEqual([])
})

test('of secrets known by their shape at least 99 % are found, in every form [F7]', () => {
  const known = results.filter((one) => one.known)
  process.stdout.write(table('known by their shape', known))
  expect(recallOf(known), missedOf(known)).toBeGreaterThanOrEqual(0.99)
})

test('of secrets that only their surroundings give away at least 90 % are found [F7]', () => {
  const generic = results.filter((one) => !one.known)
  process.stdout.write(table('known by their surroundings', generic))
  expect(recallOf(generic), missedOf(generic)).toBeGreaterThanOrEqual(0.9)
})

test('no type is lost altogether', () => {
  const weak = [...byType(results)].filter(([, ones]) => recallOf(ones) < 0.75)
  expect(weak.map(([type]) => type)).toEqual([])
})

test('the numbers do not hang on one lucky draw', () => {
  for (const seed of [1, 2, 3]) {
    const fresh = plantSecrets(seed).map((one) => ({ ...one, isMissed: leaks(one, redact(one.text)) }))
    const known = fresh.filter((one) => one.known)
    const generic = fresh.filter((one) => !one.known)
    expect(recallOf(known), missedOf(known)).toBeGreaterThanOrEqual(0.99)
    expect(recallOf(generic), missedOf(generic)).toBeGreaterThanOrEqual(0.9)
  }
})

test('redacting twice says no more than redacting once', () => {
  const changed = planted.filter(({ text }) => redact(redact(text)) !== redact(text))
  expect(changed.map(({ type, form }) => `${type}, ${form}`)).toEqual([])
})

type Result = Planted & { isMissed: boolean }

function recallOf(ones: readonly Result[]): number {
  return ones.filter(({ isMissed }) => !isMissed).length / ones.length
}

function byType(ones: readonly Result[]): Map<string, Result[]> {
  const groups = new Map<string, Result[]>()
  for (const one of ones) groups.set(one.type, [...(groups.get(one.type) ?? []), one])
  return groups
}

/** Type and form only: a miss is described, never quoted. */
function missedOf(ones: readonly Result[]): string {
  return ones
    .filter(({ isMissed }) => isMissed)
    .map(({ type, form }) => `${type} (${form})`)
    .join(', ')
}

function table(title: string, ones: readonly Result[]): string {
  const rows = [...byType(ones)].map(([type, group]) => {
    const found = group.filter(({ isMissed }) => !isMissed).length
    return `  ${type.padEnd(30)} ${String(found).padStart(4)} of ${String(group.length).padStart(4)}`
  })
  const whole = `${(recallOf(ones) * 100).toFixed(2)} % of ${ones.length}`
  return `\nsecrets ${title}: ${whole}\n${rows.join('\n')}\n`
}
