/** Facts of the machine that few commands need; loaded by those alone. */
import { readFileSync } from 'node:fs'
import type * as Os from 'node:os'

/** From the kernel where it has a file for it: node:os is large, and every save asks. */
export function hostName(): string {
  try {
    return readFileSync('/proc/sys/kernel/hostname', 'utf8').trim() || system().hostname()
  } catch {
    return system().hostname()
  }
}

export function homeFolder(): string {
  return system().homedir()
}

function system(): typeof Os {
  return process.getBuiltinModule('node:os')
}
