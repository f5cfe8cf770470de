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
const MARKS = { passed: '✓', failed: '✗' }
const UNPROVEN = '–'
/** What a client has none of. */
const HAS_NONE = { pi: ['MCP'] }
const LEGEND = `${UNPROVEN} not proven: its AGENT.md says why. n/a: the client has none.`

/** `report`: vitest's own, as JSON. `agents`: those that have a row even where nothing was run with them. */
export function tableOf(report, agents = []) {
  const proven = new Map(agents.map((agent) => [agent, {}]))
  for (const { ancestorTitles, title, status } of report.testResults.flatMap((file) => file.assertionResults)) {
    const agent = /^([\w-]+):$/.exec(ancestorTitles[0] ?? '')?.[1]
    if (agent === undefined) continue
    const row = proven.get(agent) ?? {}
    for (const proof of title.split(', ').filter((one) => PROOFS.includes(one))) row[proof] = MARKS[status]
    proven.set(agent, row)
  }
  const rows = [...proven].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = rows.map(([agent, row]) => [
    agent,
    versionOf(agent),
    ...PROOFS.map((proof) => row[proof] ?? cellOf(agent, proof)),
  ])
  return `${print([['client', 'version', ...PROOFS], ...lines])}\n${LEGEND}\n`
}

function cellOf(agent, proof) {
  return HAS_NONE[agent]?.includes(proof) ? 'n/a' : UNPROVEN
}

/** Most are called in the cache as their agents are, or by the first word of that. */
function versionOf(agent) {
  const name = [agent, agent.split('-')[0]].find((one) => PACKAGES[one] !== undefined)
  return PACKAGES[name]?.split('@').at(-1) ?? UNPROVEN
}

/** In Markdown: docs/agents.md has it as it was printed last. */
function print([head, ...rows]) {
  const dashes = head.map(() => '---')
  return [head, dashes, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('')
}
