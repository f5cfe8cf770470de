/** Whatever way a stranger's files come into a work tree, nothing of them is said in the user's name. */
import { expect, test } from 'vitest'
import { play } from './support/attack.js'
import { PLACES } from './support/places.js'
import { WAYS } from './support/ways.js'

const places = Object.keys(PLACES)
/** All of them takes minutes: `npm test` tries each way at one place, another each, and `npm run test:faults` at every one. */
const isFull = process.env['DOGEAR_FAULTS'] === 'full'

const HUNG_MS = isFull ? 600_000 : 120_000

test.each(Object.keys(WAYS).map((way, i) => ({ way, i })))('$way', { timeout: HUNG_MS }, ({ way, i }) => {
  const few = [places[i % places.length]] as string[]
  const found = (isFull ? places : few).map((place) => ({ place, leaks: play({ place, way }) }))
  if (isFull) console.log(`| ${way} | ${found.length} | ${found.filter(({ leaks }) => leaks.length > 0).length} |`)
  expect(Object.fromEntries(found.map(({ place, leaks }) => [place, leaks]))).toEqual(
    Object.fromEntries(found.map(({ place }) => [place, []])),
  )
})
