/** The official conformance suite, installed into .cache where that is possible, and what it finds. */
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../../support/checkout.js'
import { findNode } from '../../support/nodes.js'
import type { Env } from '../../support/world.js'

const PACKAGE = '@modelcontextprotocol/conformance'
const VERSION = '0.2.0-alpha.12'
/** It uses what Node 20 does not have. */
const NODE = '22.23.3'

export type FoundSuite = { command: [node: string, script: string]; reason?: undefined } | { reason: string }

export function findSuite(): FoundSuite {
  const { node, reason } = findNode(NODE)
  if (node === undefined) return { reason: `it needs Node ${NODE}: ${reason}` }
  const folder = join(checkout, '.cache', 'conformance', VERSION)
  const problem = existsSync(folder) ? null : install(folder)
  if (problem) return { reason: problem }
  return { command: [node, join(folder, 'node_modules', PACKAGE, 'dist', 'index.js')] }
}

/** Renamed into place, so that it is whole or absent. */
function install(into: string): string | null {
  mkdirSync(join(into, '..'), { recursive: true })
  const scratch = mkdtempSync(`${into}-`)
  try {
    writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${PACKAGE}@${VERSION}`]
    const ran = spawnSync('npm', args, { cwd: scratch, encoding: 'utf8', timeout: 240_000 })
    if (ran.status !== 0) return `npm could not install ${PACKAGE}@${VERSION}: ${lastLine(ran.stderr)}`
    renameSync(scratch, into)
    return null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function lastLine(text: string | null): string {
  return text?.trim().split('\n').at(-1) ?? 'it did not finish in time'
}

export interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

export interface SuiteRun {
  command: readonly [string, string]
  url: string
  revision: string
  env: Env
  into: string
}

/** Every scenario of that revision, each with its checks. */
export async function runSuite({ command, url, revision, env, into }: SuiteRun): Promise<Map<string, Check[]>> {
  const [node, script] = command
  const args = [script, 'server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', into]
  const child = spawn(node, args, { env, cwd: into, stdio: 'ignore' })
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return new Map(readdirSync(into).map((name) => [scenarioOf(name), checksIn(join(into, name))]))
}

/** "server-tools-list-2026-11-15T12-19-24-846Z" */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
}

function checksIn(folder: string): Check[] {
  return JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')) as Check[]
}
