/**
 * The bookkeeping repository of a git remote, and how git is called in it. It is bare, lies below dogear's home and is never the
 * user's; git runs nothing there but what the user's own configuration names for reaching the remote.
 */
import { delimiter, isAbsolute } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { shownUrl } from '../../core/sync/address.js'
import { safeName } from '../../core/redact/safe-name.js'
import { cleanLine } from '../../core/text/text.js'
import { ensureDir, statOf } from '../../platform/files/files.js'
import { type ProgramAnswer, runProgram } from '../../platform/process/program.js'
import type { EngineOptions } from '../remote.js'

export interface GitRepository {
  /** Where it lies. */
  dir: string
  /** Here alone. Throws where git fails. */
  local(args: readonly string[], input?: readonly Uint8Array[], answerBytes?: number): Promise<Buffer>
  /** Over the network. */
  network(args: readonly string[]): Promise<ProgramAnswer>
}

const QUIET = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'gpg.program=false',
  'commit.gpgSign=false',
  'push.gpgSign=false',
  'protocol.ext.allow=never',
  'protocol.fd.allow=never',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  // A server that says nothing for ten seconds is gone.
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=10',
].flatMap((setting) => ['-c', setting])

/** What a person set for reaching their servers; all other GIT_* would point git at another repository. */
const KEPT = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|ASKPASS)$/

export async function openRepository(url: string, options: EngineOptions): Promise<GitRepository> {
  const { scratch, interactive, deadlineMs } = options
  const dir = `${scratch}/git`
  const env = gitEnv(options.env, interactive)
  const run = (
    args: readonly string[],
    input?: readonly Uint8Array[],
    { asks = false, answerBytes = 0 }: { asks?: boolean; answerBytes?: number | undefined } = {},
  ): Promise<ProgramAnswer> =>
    runProgram('git', [...QUIET, `--git-dir=${dir}`, ...args], {
      cwd: scratch,
      env,
      deadlineMs,
      interactive: asks,
      answerBytes,
      ...(input && { input }),
    })
  const local: GitRepository['local'] = async (args, input, answerBytes) => {
    const answer = await run(args, input, { answerBytes })
    if (answer.code === 0) return answer.stdout
    if (answer.problem === 'missing')
      throw new DogearError('not-found', 'git is not installed, and this remote needs it', { next: 'install git' })
    const cause = new Error(answer.stderr.trim())
    throw new DogearError('disk-failed', `git ${args[0] ?? ''} failed in ${dir}: ${lastWords(answer.stderr)}`, {
      cause,
    })
  }
  if (!statOf(`${dir}/HEAD`)) {
    ensureDir(scratch)
    await local(['init', '--quiet', '--bare', dir])
  }
  if (!interactive && isSsh(url)) env['GIT_SSH_COMMAND'] = await quietSsh(env, run)
  const network: GitRepository['network'] = ([command = '', ...args]) =>
    run([command, ...(isHere(url) ? askedHere(command) : []), ...args], undefined, { asks: interactive })
  return { dir, local, network }
}

/** On this machine or a disk of it: to ask once more costs no connection. */
export function isHere(url: string): boolean {
  return url.startsWith('/') || url.startsWith('file:')
}

/** A repository on this machine or a stick is served by a git of this user, who has not written its hooks and settings. */
const SERVED = ['core.hooksPath=/dev/null', 'core.alternateRefsCommand=false', 'receive.denyCurrentBranch=refuse']
  .concat(['core.fsmonitor=false', 'receive.autogc=false'])
  .map((setting) => `-c ${setting}`)
  .join(' ')

function askedHere(command: string): string[] {
  return command === 'push'
    ? [`--receive-pack=git ${SERVED} receive-pack`]
    : [`--upload-pack=git ${SERVED} upload-pack`]
}

/** In the background nobody can answer: it fails, and is told. */
function gitEnv(given: EngineOptions['env'], interactive: boolean): Record<string, string | undefined> {
  const kept = Object.entries(given).filter(([name]) => !name.startsWith('GIT_') || KEPT.test(name))
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(kept),
    // A folder that is not a whole path would be another one elsewhere.
    PATH: (given['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter),
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    LC_ALL: 'C',
  }
  if (interactive) return env
  return {
    ...env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
  }
}

function isSsh(url: string): boolean {
  return /^(?:git\+)?ssh:/.test(url) || (!url.includes('://') && !url.startsWith('/') && url.includes(':'))
}

type Run = (args: readonly string[]) => Promise<ProgramAnswer>

async function quietSsh(env: Record<string, string | undefined>, run: Run): Promise<string> {
  const given =
    env['GIT_SSH_COMMAND'] ?? env['GIT_SSH'] ?? (await run(['config', 'core.sshCommand'])).stdout.toString().trim()
  return `${given || 'ssh'} -oBatchMode=yes -oConnectTimeout=5`
}

/** What git said of a server, as an error that helps. */
export function networkError(url: string, what: string, { stderr, problem }: ProgramAnswer): DogearError {
  const where = safeName(shownUrl(url))
  if (problem === 'missing')
    return new DogearError('not-found', 'git is not installed, and this remote needs it', { next: 'install git' })
  if (problem === 'too-slow')
    return new DogearError('disk-failed', `${where} did not answer in time`, { next: 'dogear sync, when it is back' })
  const isRefused = /denied|authentication|could not read (?:Username|Password)|403|401|not allowed|permission/i.test(
    stderr,
  )
  return new DogearError(
    isRefused ? 'no-permission' : 'disk-failed',
    `${where} could not be ${what}: ${lastWords(stderr)}`,
    { next: isRefused ? 'log in to it with git, then: dogear sync' : 'dogear sync, when it can be reached' },
  )
}

/** The line of git's that says why. */
function lastWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:hint:|Please make sure|and the repository exists)/.test(line))
  const telling = lines.find((line) => /^(?:fatal|error|remote):/.test(line)) ?? lines.at(-1) ?? 'no reason given'
  return safeName(cleanLine(shownUrl(telling.replace(/^(?:fatal|error): /, '')))).slice(0, 200)
}
