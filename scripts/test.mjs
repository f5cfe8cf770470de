// `npm test`: everything that must hold before a change lands, from a bare checkout. Every check runs, also after one
// has failed; the last line is `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'
import { setup } from './setup.mjs'
import { ensureTool, IP, SHELLS, STRACE } from './tools.mjs'
import { noCounts, runVitest } from './vitest.mjs'

const total = noCounts()

await check('install and build', setup)
await check('types', () => runTool('typescript/bin/tsc', ['--noEmit']))
await check('lint', () => runTool('oxlint/bin/oxlint', ['--deny-warnings']))
await check('format', () => runTool('oxfmt/bin/oxfmt', ['--check']))
await check('unused code and dependencies', () => runTool('knip/bin/knip.js', ['--no-progress']))
await check('publish', () => countTests('publish', ['test/publish.test.ts']))
await check('tests', () => {
  const noFaults = ensureTool(STRACE)
  if (noFaults) shout(`the fault tests are SKIPPED: ${noFaults}`)
  const noClient = ensureTool(IP)
  if (noClient) shout(`the tests with the real client are SKIPPED: ${noClient}`)
  for (const shell of SHELLS) {
    const missing = ensureTool(shell)
    if (missing) shout(`the completion of ${shell.command} is NOT TRIED: ${missing}`)
  }
  return countTests('tests', ['--exclude', 'test/publish.test.ts'])
})
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = total.failed > 0 ? 1 : 0

/** A check that is no test (lint, types, …) counts only when it fails. */
async function check(title, run) {
  process.stdout.write(`\n── ${title}\n`)
  const start = performance.now()
  try {
    await run()
  } catch (error) {
    total.failed += 1
    process.stdout.write(`${error.message}\n`)
  }
  process.stdout.write(`   ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

function runTool(path, args) {
  const tool = join(root, 'node_modules', path)
  const ran = spawnSync(process.execPath, [tool, ...args], { cwd: root, stdio: 'inherit' })
  if (ran.error) throw ran.error
  if (ran.status !== 0) throw new Error(`✗ failed: node node_modules/${path} ${args.join(' ')}`)
}

function countTests(name, args) {
  const counts = runVitest(name, args)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  if (counts.broken) throw new Error('✗ failed: vitest ended with an error that belongs to no test')
  if (counts.passed + counts.failed === 0) throw new Error('✗ failed: no test ran')
}

function shout(text) {
  const line = '!'.repeat(Math.min(100, text.length + 4))
  process.stdout.write(`${line}\n! ${text}\n${line}\n`)
}
