/** What stands in the files in which Claude Code is told what to run. */
import { nodeAt, type Path, valueOf } from '../../core/json-text/read.js'
import { scanJson } from '../../core/json-text/scan.js'

export function readAt(text: string, path: Path): unknown {
  return valueOf(nodeAt(scanJson(text), path))
}

export function eventsIn(text: string): string[] {
  const hooks = readAt(text, ['hooks'])
  return typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks) ? Object.keys(hooks) : []
}

export function groupsOf(text: string, name: string): unknown[] {
  const groups = readAt(text, ['hooks', name])
  return Array.isArray(groups) ? groups : []
}

export function handlersOf(group: unknown): unknown[] {
  const { hooks } = (group ?? {}) as { hooks?: unknown }
  return Array.isArray(hooks) ? hooks : []
}
