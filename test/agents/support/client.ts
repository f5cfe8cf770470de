/** The real Claude Code, fetched from npm into .cache where that is possible. Never a dependency. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkout } from '../../support/checkout.js'

const VERSION = process.env['DOGEAR_TEST_CLAUDE_CODE'] || '2.1.325'
const cache = join(checkout, '.cache', 'agents')
const FETCH_MS = 240_000
const RETRY_MS = 120_000

/** Runs the command behind it where no network can be reached. */
export const OWN_NETWORK = ['unshare', '-rn'] as const

export type FoundClient = { program: string; reason?: undefined } | { program?: undefined; reason: string }

/** The program, or the reason why the tests with the real client cannot run here. Says the reason loudly. */
export async function findClient(version: string = VERSION): Promise<FoundClient> {
  const found = unfit() ?? (await install(version))
  if (found.reason === undefined) return found
  const line = `the tests with the real Claude Code are SKIPPED: ${found.reason}`
  process.stderr.write(`\n${'!'.repeat(100)}\n! ${line}\n${'!'.repeat(100)}\n\n`)
  return found
}

function unfit(): FoundClient | null {
  const here = `${process.platform} ${process.arch}`
  if (here !== 'linux x64') return { reason: `they are written for Linux x64, this is ${here}` }
  const [command, ...args] = [...OWN_NETWORK, 'ip', 'link', 'set', 'lo', 'up'] as const
  const tried = spawnSync(command, args, { encoding: 'utf8' })
  if (tried.status === 0) return null
  const why = tried.error?.message ?? lastLine(tried.stderr)
  return { reason: `a network of its own is not allowed here (unshare -rn ip link set lo up: ${why})` }
}

async function install(version: string): Promise<FoundClient> {
  const program = join(cache, `claude-${version}`)
  mkdirSync(cache, { recursive: true })
  if (!existsSync(program)) {
    const problem = await alone(() => fetchOnce(program, version))
    if (problem) return { reason: problem }
  }
  const says = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000, env: { HOME: cache } })
  if (says.stdout?.startsWith(version)) return { program }
  return { reason: `${program} does not run: ${says.error?.message ?? lastLine(says.stderr)}` }
}

/** What one test file could not fetch, the others of the same run do not try again. */
async function fetchOnce(program: string, version: string): Promise<string | null> {
  if (existsSync(program)) return null
  const note = join(cache, 'unavailable')
  const age = Date.now() - (statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age < RETRY_MS) return readFileSync(note, 'utf8')
  const problem = await fetchProgram(program, version)
  if (problem) writeFileSync(note, problem)
  return problem
}

/** Test files start at the same time: one fetches, the others wait for it. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const lock = join(cache, 'fetching')
  while (!tryMkdir(lock)) await wait(500)
  try {
    return await work()
  } finally {
    rmdirSync(lock)
  }
}

function tryMkdir(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch {
    // Left by one that was killed: nobody fetches that long.
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > FETCH_MS * 1.5) rmSync(path, { recursive: true, force: true })
    return false
  }
}

/**
 * By npm itself, which knows the way to its registry and checks what arrives. Only the program is kept; renamed into
 * place, so that it is whole or absent.
 */
async function fetchProgram(into: string, version: string): Promise<string | null> {
  const why = await fetchPackage(`@anthropic-ai/claude-code-linux-x64@${version}`, into, unpack)
  // Before about 2.1.110 it was a program for Node.
  return why && (await fetchPackage(`@anthropic-ai/claude-code@${version}`, into, unpackForNode)) && why
}

async function fetchPackage(
  name: string,
  into: string,
  place: (archive: string, into: string) => string | null,
): Promise<string | null> {
  const scratch = mkdtempSync(`${into}-pack-`)
  try {
    const args = ['pack', name, '--pack-destination', scratch, '--loglevel', 'error']
    const ran = spawnSync('npm', args, { encoding: 'utf8', cwd: scratch, timeout: FETCH_MS })
    const archive = readdirSync(scratch).find((file) => file.endsWith('.tgz'))
    if (ran.status !== 0 || archive === undefined) return `npm could not fetch ${name}: ${npmError(ran)}`
    return place(join(scratch, archive), into)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function unpack(archive: string, into: string): string | null {
  const scratch = mkdtempSync(`${into}-`)
  try {
    const ran = spawnSync('tar', ['-xzf', archive, '-C', scratch, 'package/claude'], { encoding: 'utf8' })
    if (ran.status !== 0) return `tar could not unpack ${archive}: ${ran.error?.message ?? lastLine(ran.stderr)}`
    const program = join(scratch, 'package', 'claude')
    chmodSync(program, 0o755)
    renameSync(program, into)
    return null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function unpackForNode(archive: string, into: string): string | null {
  const folder = `${into}.d`
  mkdirSync(folder, { recursive: true })
  const ran = spawnSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], { encoding: 'utf8' })
  if (ran.status !== 0) return `tar could not unpack ${archive}: ${ran.error?.message ?? lastLine(ran.stderr)}`
  writeFileSync(`${into}.sh`, `#!/bin/sh\nexec "${process.execPath}" "${folder}/cli.js" "$@"\n`, { mode: 0o755 })
  renameSync(`${into}.sh`, into)
  return null
}

/** What it says first is what is wrong. */
function npmError({ stderr, error }: { stderr: string; error?: Error }): string {
  const said = stderr?.split('\n').filter((line) => /^npm (?:error|ERR!)/.test(line) && !/\bcode\b/.test(line))
  return said?.[0] ?? error?.message ?? 'it said nothing'
}

function lastLine(text: string | null): string {
  return text?.trim().split('\n').at(-1) ?? 'it did not finish in time'
}
