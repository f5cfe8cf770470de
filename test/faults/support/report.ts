/** The figures of the fault tests, kept for the table of the whole run: print-report.mjs prints it. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from '../../support/checkout.js'

interface Row {
  scenario: string
  points: number
  violations: number
  seconds: number
}

/** Where the rows of all files of one run come together; emptied by whoever starts the run. */
const REPORT: string = join(checkout, '.cache', 'faults-report.jsonl')

/** Times `work` and adds its figures to the table. */
export async function counted<T extends { points: number; violations: string[] }>(
  scenario: string,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const done = await work()
  const seconds = Math.round((performance.now() - start) / 100) / 10
  addRow({ scenario, points: done.points, violations: done.violations.length, seconds })
  return done
}

function addRow(row: Row): void {
  mkdirSync(dirname(REPORT), { recursive: true })
  appendFileSync(REPORT, `${JSON.stringify(row)}\n`)
}
