/** Names what could not be read, so that a damaged entry is never silently missing. */
import { cleanLine } from '../core/sanitise.js'
import type { Damage } from '../store/entries.js'
import type { Output } from './output.js'

export function warnDamaged(output: Output, damaged: readonly Damage[]): void {
  if (damaged.length === 0 || output.json) return
  const { yellow } = output.errorStyle
  const lines = damaged.map((one) => `${yellow('damaged:')} ${describe(one)}`)
  output.warn([...lines, 'The rest is fine. To set damaged files aside: dogear verify --repair'].join('\n'))
}

function describe(damage: Damage): string {
  return cleanLine(`"${damage.name}" ${damage.id}: ${damage.reason} (${damage.path})`)
}
