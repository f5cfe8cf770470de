// `npm run test:clients`: the stories with the real clients that `npm test` leaves out, because each takes seconds. The clients
// are fetched from npm first; `--cached` fetches none, and words behind it name the test files to run.
import { existsSync, readFileSync } from 'node:fs'
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
const counts = await runVitest('clients', ['--project', 'clients', ...words.filter((word) => word !== '--cached')])
const report = join(root, '.cache', 'clients-report.json')
if (existsSync(report)) process.stdout.write(`\n${tableOf(JSON.parse(readFileSync(report, 'utf8')))}`)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = counts.failed > 0 || counts.broken ? 1 : 0
