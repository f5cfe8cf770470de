// `npm run test:faults`: the long versions of the fault tests and of the attacks, of which `npm test` runs a sample, and every
// property ten times as often.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
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
const attacks = ['test/own', 'test/undo', 'test/injection', 'test/redact/planted.test.ts', 'test/hook/stuck.test.ts']
const files = ['test/faults', 'test/locks', ...attacks, ...propertyTests()]
const counts = await runVitest('faults', files, { DOGEAR_FAULTS: 'full', DOGEAR_RUNS: '2000' })
spawnSync(process.execPath, [join(root, 'test/faults/support/print-report.mjs')], { cwd: root, stdio: 'inherit' })
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = counts.failed > 0 || counts.broken ? 1 : 0

function propertyTests() {
  return ['src', 'test']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.test.ts') && readFileSync(join(root, path), 'utf8').includes("'fast-check'"))
}
