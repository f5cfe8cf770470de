// The table that `npm run test:clients` prints: client × proof, from the titles of the tests in test/clients.
import { PACKAGES } from './clients.mjs'

const PROOFS = [
  'installs',
  'turn',
  'hooks fire',
  'reader',
  'brief at start',
  'after compaction',
  'after clear',
  'MCP',
  'uninstall',
  'nobody disturbed',
]
const MARKS = { passed: '✓', failed: '✗', pending: '–', skipped: '–', todo: '–' }

/** `report`: vitest's own, as JSON. */
export function tableOf(report) {
  const proven = new Map()
  for (const { ancestorTitles, title, status } of report.testResults.flatMap((file) => file.assertionResults)) {
    const agent = /^([\w-]+):$/.exec(ancestorTitles[0] ?? '')?.[1]
    if (agent === undefined) continue
    const row = proven.get(agent) ?? {}
    for (const proof of title.split(', ').filter((one) => PROOFS.includes(one))) row[proof] = MARKS[status] ?? '?'
    proven.set(agent, row)
  }
  const rows = [...proven].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = rows.map(([agent, row]) => [agent, versionOf(agent), ...PROOFS.map((proof) => row[proof] ?? '')])
  return print([['client', 'version', ...PROOFS], ...lines])
}

/** Most are called in the cache as their agents are, or by the first word of that. */
function versionOf(agent) {
  const name = [agent, agent.split('-')[0]].find((one) => PACKAGES[one] !== undefined)
  return PACKAGES[name]?.split('@').at(-1) ?? ''
}

function print(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)))
  return rows.map((row) => `${row.map((cell, at) => cell.padEnd(widths[at])).join('  ')}\n`).join('')
}
