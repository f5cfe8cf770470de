// `npm run test:clients`: the stories with the real client that `npm test` leaves out, because each takes seconds.
import { setup } from './setup.mjs'
import { ensureTool, IP } from './tools.mjs'
import { runVitest } from './vitest.mjs'

await setup()
const reason = ensureTool(IP)
if (reason) {
  process.stderr.write(`the tests with the real client cannot run: ${reason}\n`)
  process.exit(1)
}
const counts = await runVitest('clients', ['--project', 'clients'])
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = counts.failed > 0 || counts.broken ? 1 : 0
