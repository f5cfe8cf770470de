// The fault tests kill and starve the program at every system call, which takes strace.
import { spawnSync } from 'node:child_process'

/** Null when strace is there (installed now if need be); else the reason why it cannot be had. */
export function ensureStrace() {
  if (process.platform !== 'linux') return `strace exists on Linux only, this is ${process.platform}`
  if (runs('strace', ['-V'])) return null
  if (process.getuid() !== 0) return 'strace is not installed, and installing it takes root (apt-get install strace)'
  if (!runs('apt-get', ['--version'])) return 'strace is not installed, and there is no apt-get to install it with'
  process.stdout.write('installing strace for the fault tests\n')
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'strace']
  if (!runs('apt-get', install)) {
    runs('apt-get', ['update', '-qq'])
    runs('apt-get', install)
  }
  return runs('strace', ['-V']) ? null : 'apt-get could not install strace'
}

function runs(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env, timeout: 180_000 }).status === 0
}
