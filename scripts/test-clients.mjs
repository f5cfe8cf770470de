// `npm run test:clients`: the stories with the real clients that `npm test` leaves out, because each takes seconds. The clients
// are fetched from npm first; `--cached` fetches none, and words behind it name the test files to run.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchClient, PACKAGES } from './clients.mjs'
import { tableOf } from './clients-table.mjs'
import { root } from './root.mjs'
import { setup } from './setup.mjs'
import { ensureTool, IP } from './tools.mjs'
import { runVitest } from './vitest.mjs'

const words = process.argv.slice(2)
await setup()
const reason = ensureTool(IP)
if (reason) {
  process.stderr.write(`the tests with the real clients cannot run: ${reason}\n`)
  process.exit(1)
}
if (!words.includes('--cached')) {
  for (const name of Object.keys(PACKAGES).filter((one) => one !== 'claude')) {
    process.stdout.write(`${PACKAGES[name]}: `)
    process.stdout.write(`${fetchClient(name) ?? 'in .cache/clients'}\n`)
  }
}
const files = words.filter((word) => word !== '--cached')
const counts = await runVitest('clients', ['--project', 'clients', ...files])
const report = join(root, '.cache', 'clients-report.json')
const agents = readdirSync(join(root, 'src', 'agents')).filter((name) =>
  existsSync(join(root, 'src', 'agents', name, 'AGENT.md')),
)
const all = files.length > 0 ? [] : agents.filter((name) => !name.startsWith('_'))
if (existsSync(report)) process.stdout.write(`\n${tableOf(JSON.parse(readFileSync(report, 'utf8')), all)}`)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = counts.failed > 0 || counts.broken ? 1 : 0
