// The table of a whole run of the fault tests: `node test/faults/support/print-report.mjs`.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const report = fileURLToPath(new URL('../../../.cache/faults-report.jsonl', import.meta.url))
const rows = existsSync(report)
  ? readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
const total = { scenario: 'together', points: 0, violations: 0, seconds: 0 }
for (const row of rows) for (const key of ['points', 'violations', 'seconds']) total[key] += row[key]
const width = Math.max(8, ...rows.map((row) => row.scenario.length))
const line = (name, ...cells) => `${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(10)).join('  ')}\n`
const print = (row) => line(row.scenario, row.points, row.violations, row.seconds.toFixed(1))
process.stdout.write(`\n${line('scenario', 'points', 'violations', 'seconds')}${[...rows, total].map(print).join('')}`)
