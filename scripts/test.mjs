// `npm test`: everything that must hold before a change lands, from a bare checkout. Every check runs, also after one
// has failed; the last line is `N passed, N failed, N skipped`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'
import { setup } from './setup.mjs'
import { ensureTool, IP, SHELLS, STRACE } from './tools.mjs'
import { noCounts, runVitest } from './vitest.mjs'

const total = noCounts()

await check('install and build', setup)
const beside = runTools()
await check('tests', async () => {
  const noFaults = ensureTool(STRACE)
  if (noFaults) shout(`the fault tests are SKIPPED: ${noFaults}`)
  const noClient = ensureTool(IP)
  if (noClient) shout(`the tests with the real client are SKIPPED: ${noClient}`)
  for (const shell of SHELLS) {
    const missing = ensureTool(shell)
    if (missing) shout(`the completion of ${shell.command} is NOT TRIED: ${missing}`)
  }
  await countTests()
})
for (const { title, output, failed, seconds } of await beside) {
  total.failed += failed ? 1 : 0
  process.stdout.write(`\n── ${title}\n${output}${failed ? '✗ failed\n' : ''}   ${seconds} s, beside the tests\n`)
}
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

/** One after the other, beside the tests, which leave the processor idle now and then. */
async function runTools() {
  const done = []
  for (const [title, path, ...args] of [
    ['types', 'typescript/bin/tsc', '--noEmit'],
    ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
    ['format', 'oxfmt/bin/oxfmt', '--check'],
    ['unused code and dependencies', 'knip/bin/knip.js', '--no-progress'],
  ]) {
    const start = performance.now()
    const ran = await runTool(path, args)
    done.push({ title, ...ran, seconds: ((performance.now() - start) / 1000).toFixed(1) })
  }
  return done
}

/** What it says is kept for the end: between the lines of the tests nobody would find it. */
function runTool(path, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.once('error', (error) => resolve({ output: `${error.message}\n`, failed: true }))
    child.once('close', (code) => resolve({ output, failed: code !== 0 }))
  })
}

async function countTests() {
  const counts = await runVitest(
    'tests',
    ['alone', 'unit', 'whole'].flatMap((name) => ['--project', name]),
  )
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
