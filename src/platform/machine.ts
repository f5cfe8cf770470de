/** What tells this machine from a copy of its disk, as far as the system has such a thing. */
import { readFileSync } from 'node:fs'
import { hostName } from './process/process-tag.js'

export function machineId(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      const id = readFileSync(path, 'utf8').trim()
      if (id !== '') return id
    } catch {
      // Not on this system.
    }
  }
  return hostName()
}
