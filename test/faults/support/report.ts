/** The figures of the fault tests, kept for the table of the whole run: print-report.mjs prints it. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { checkout } from '../../support/checkout.js'

interface Row {
  scenario: string
  points: number
  violations: number
  seconds: number
}

const rows: Row[] = []

/** Where the rows of all files of one run come together; emptied by whoever starts the run. */
const REPORT: string = join(checkout, '.cache', 'faults-report.jsonl')

afterAll(() => {
  if (rows.length === 0) return
  mkdirSync(join(checkout, '.cache'), { recursive: true })
  appendFileSync(REPORT, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
})

/** Times `work` and adds its figures to the table. */
export async function counted<T extends { points: number; violations: string[] }>(
  scenario: string,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const done = await work()
  const seconds = Math.round((performance.now() - start) / 100) / 10
  rows.push({ scenario, points: done.points, violations: done.violations.length, seconds })
  return done
}
