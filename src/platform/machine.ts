/** Facts of the machine that few commands need; loaded by those alone. */
import { homedir, hostname } from 'node:os'

export function hostName(): string {
  return hostname()
}

export function homeFolder(): string {
  return homedir()
}
