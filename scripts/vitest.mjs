// Runs vitest and reads its own report, so that the numbers printed at the end are the numbers counted.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** `broken` is true when vitest itself could not finish: then no number can be trusted. */
export async function runVitest(name, args, env = {}) {
  const report = join(root, '.cache', `${name}-report.json`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const status = await new Promise((resolve) => child.once('error', resolve).once('exit', resolve))
  const counts = existsSync(report) ? countsOf(JSON.parse(readFileSync(report, 'utf8'))) : noCounts()
  return { ...counts, broken: status !== 0 && counts.failed === 0 }
}

export function noCounts() {
  return { passed: 0, failed: 0, skipped: 0, broken: false }
}

function countsOf(report) {
  // A file that does not even load has no tests in it, but it has failed.
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
