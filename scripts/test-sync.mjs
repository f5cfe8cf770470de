// `npm run test:sync`: sync on everything it runs on: folders, git by file, daemon, HTTP and ssh, PostgreSQL and its
// pooler from Debian's packages, started here. What cannot
// be had is skipped, and that is said loudly. Words behind it name the test files to run.
import { existsSync, readdirSync } from 'node:fs'
import { setup } from './setup.mjs'
import { AGE, ensureTool, PGBOUNCER, POSTGRES, SSH_SERVER } from './tools.mjs'
import { runVitest } from './vitest.mjs'

await setup()
const env = { DOGEAR_SYNC_ROUNDS: '30' }
for (const tool of [POSTGRES, AGE, SSH_SERVER, PGBOUNCER]) {
  const missing = ensureTool(tool)
  if (missing) process.stderr.write(`\n!!! the tests with ${tool.package} are SKIPPED: ${missing}\n\n`)
}
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => b - a) : []
if (versions.length > 0) env.DOGEAR_TEST_POSTGRES = `/usr/lib/postgresql/${versions[0]}/bin`
const counts = await runVitest('sync', ['--project', 'sync', ...process.argv.slice(2)], env)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = counts.failed > 0 || counts.broken ? 1 : 0
