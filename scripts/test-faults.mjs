// `npm run test:faults`: the long versions of the fault tests, of which `npm test` runs a sample.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { setup } from './setup.mjs'
import { ensureTool, STRACE } from './tools.mjs'
import { runVitest } from './vitest.mjs'

await setup()
const reason = ensureTool(STRACE)
if (reason) {
  process.stderr.write(`the fault tests cannot run: ${reason}\n`)
  process.exit(1)
}
const report = join(root, '.cache', 'faults-report.jsonl')
rmSync(report, { force: true })
const counts = runVitest('faults', ['test/faults', 'test/locks'], { DOGEAR_FAULTS: 'full' })
spawnSync(process.execPath, [join(root, 'test/faults/support/print-report.mjs')], { cwd: root, stdio: 'inherit' })
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = counts.failed > 0 || counts.broken ? 1 : 0
