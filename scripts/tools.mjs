// Programs of the system that tests need, installed by the project where it may.
import { spawnSync } from 'node:child_process'

/** The fault tests kill and starve the program at every system call. */
export const STRACE = { command: 'strace', package: 'strace', asks: ['-V'] }
/** The real client runs in a network of its own, whose loopback has to be brought up. */
export const IP = { command: 'ip', package: 'iproute2', asks: ['-V'] }
/** The completions are tried in the shells they are for. */
export const SHELLS = ['zsh', 'fish'].map((name) => ({ command: name, package: name, asks: ['--version'] }))

/** Sync runs on a server of the tests' own, and keys are recovered by the `age` command. */
export const POSTGRES = { command: 'pg_ctlcluster', package: 'postgresql', asks: ['--help'] }
export const AGE = { command: 'age', package: 'age', asks: ['--version'] }

/** It has no option that only tells that it is there. */
export const SSH_SERVER = { command: 'sh', package: 'openssh-server', asks: ['-c', 'test -x /usr/sbin/sshd'] }
export const PGBOUNCER = { command: '/usr/sbin/pgbouncer', package: 'pgbouncer', asks: ['--version'] }

/** Null when it is there (installed now if need be); else the reason why it cannot be had. */
export function ensureTool({ command, package: name, asks }) {
  if (process.platform !== 'linux') return `${name} exists on Linux only, this is ${process.platform}`
  if (runs(command, asks)) return null
  if (process.getuid() !== 0) return `${name} is not installed, and installing it takes root (apt-get install ${name})`
  if (!runs('apt-get', ['--version'])) return `${name} is not installed, and there is no apt-get to install it with`
  process.stdout.write(`installing ${name} for the tests\n`)
  const install = ['install', '-y', '-qq', '--no-install-recommends', name]
  if (!runs('apt-get', install)) {
    runs('apt-get', ['update', '-qq'])
    runs('apt-get', install)
  }
  return runs(command, asks) ? null : `apt-get could not install ${name}`
}

function runs(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env, timeout: 180_000 }).status === 0
}
