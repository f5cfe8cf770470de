/**
 * How often every property is tried: 200 times by `npm test`, ten times as often by `npm run test:faults`
 * (DOGEAR_RUNS=2000). A vitest setup file of both projects.
 */
import fc from 'fast-check'

const USUAL = 200
const RUNS = Number(process.env['DOGEAR_RUNS'] ?? USUAL)

fc.configureGlobal({ numRuns: RUNS })

/** For a property whose single try is dear: `runs` tries where the others have 200, and more where they have more. */
export function fewer(runs: number): { numRuns: number } {
  return { numRuns: Math.max(1, Math.round((runs * RUNS) / USUAL)) }
}
