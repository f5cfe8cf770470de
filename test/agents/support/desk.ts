/** A person's machine for one story: an empty home, a repository, the real client, nothing reachable but the model. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../../support/checkout.js'
import { cleanEnv, dogear, scratchRepo, tempDir, type Env, type Ran, type Repo } from '../../support/world.js'
import type { Model } from '../model-server.js'
import { OWN_NETWORK } from './client.js'

export interface Desk {
  home: string
  repo: Repo
  /** Where Claude Code keeps what it has. */
  config: string
  env: Env
  /** A command that runs the one behind it, for worlds that only it can make. */
  within?: string[]
}

export interface Answer {
  code: number | null
  session: string
  said: string
  stderr: string
}

/** An empty home that has seen Claude Code's first questions, and a repository in which it is trusted. */
export function openDesk(repo: Repo = scratchRepo(), home: string = tempDir()): Desk {
  const config = join(home, '.claude')
  mkdirSync(config, { recursive: true })
  trust(home, [repo.dir])
  return { home, repo, config, env: clientEnv(home) }
}

/** Another folder of the same person. */
export function deskAt(desk: Desk, repo: Repo): Desk {
  trust(desk.home, [desk.repo.dir, repo.dir])
  return { ...desk, repo }
}

function trust(home: string, folders: string[]): void {
  const path = join(home, '.claude.json')
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { projects?: object }) : {}
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
  const projects = { ...before.projects, ...Object.fromEntries(folders.map((folder) => [folder, trusted])) }
  const seen = { hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: { approved: ['sk-mock'] } }
  writeFileSync(path, JSON.stringify({ ...seen, ...before, projects }))
}

function clientEnv(home: string): Env {
  return {
    ...cleanEnv(home),
    TERM: 'xterm-256color',
    // Whatever else is installed: the commands of the tests are for this one.
    SHELL: '/bin/bash',
    IS_SANDBOX: '1',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080',
    ANTHROPIC_API_KEY: 'sk-mock',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}

/** The program and its arguments, as they are run in a network of their own. */
export function enclosed(program: string, model: Model, args: readonly string[]): { argv: string[]; pidFile: string } {
  const pidFile = join(tempDir(), 'pid')
  const enclosure = join(checkout, 'test', 'agents', 'support', 'enclosure.mjs')
  return { argv: [...OWN_NETWORK, process.execPath, enclosure, model.socket, pidFile, program, ...args], pidFile }
}

/** What the model may do without asking. */
export const ALLOWED: readonly string[] = [
  '--permission-mode',
  'acceptEdits',
  '--allowedTools',
  'Bash,Write,Edit,mcp__dogear,mcp__plugin_dogear_dogear',
]

/** One prompt without a terminal (`claude -p`), to its end. */
export async function ask(
  client: string,
  desk: Desk,
  model: Model,
  prompt: string,
  more: readonly string[] = [],
): Promise<Answer> {
  const args = ['-p', prompt, '--output-format', 'json', ...ALLOWED, ...more]
  const { code, stdout, stderr } = await run(desk, enclosed(client, model, args).argv)
  const { session_id: session = '', result: said = '' } = parse(stdout)
  return { code, session, said, stderr: stderr + (session ? '' : stdout) }
}

/** A command of the client that asks no model, e.g. `claude plugin validate`. */
export function runClient(client: string, desk: Desk, args: readonly string[], cwd?: string): Promise<Finished> {
  const argv = [...OWN_NETWORK, client, ...args]
  return run(cwd === undefined ? desk : { ...desk, repo: { ...desk.repo, dir: cwd } }, argv)
}

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

function run(desk: Desk, argv: readonly string[]): Promise<Finished> {
  const [command = '', ...args] = [...(desk.within ?? []), ...argv]
  const child = spawn(command, args, { cwd: desk.repo.dir, env: desk.env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

function parse(text: string): { session_id?: string; result?: string } {
  try {
    return JSON.parse(text) as { session_id?: string; result?: string }
  } catch {
    return {}
  }
}

/** dogear itself, as this person runs it in this folder. */
export function dogearAt(desk: Desk, args: readonly string[], program?: string): Ran {
  return dogear(args, { cwd: desk.repo.dir, home: desk.home, ...(program === undefined ? {} : { program }) })
}

/** The same, in the world that `within` makes. */
export function dogearWithin(desk: Desk, args: readonly string[]): Promise<Finished> {
  return run(desk, [process.execPath, join(checkout, 'bin', 'dogear.js'), ...args])
}
