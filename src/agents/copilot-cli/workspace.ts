/** `workspace.yaml` beside the events: plain `key: value` lines, of which few are needed. */
import { dirname, join } from 'node:path'
import { readTextFile } from '../../platform/files.js'

export interface Workspace {
  cwd?: string
  branch?: string
}

const SMALL = 256 * 1024

export function readWorkspace(events: string): Workspace {
  try {
    return parseWorkspace(readTextFile(join(dirname(events), 'workspace.yaml'), SMALL) ?? '')
  } catch {
    return {}
  }
}

export function parseWorkspace(yaml: string): Workspace {
  const [cwd, branch] = [valueOf(yaml, 'cwd'), valueOf(yaml, 'branch')]
  return { ...(cwd && { cwd }), ...(branch && { branch }) }
}

function valueOf(yaml: string, key: string): string | undefined {
  const value = new RegExp(`^${key}:[ \\t]+(.+?)[ \\t]*\\r?$`, 'm').exec(yaml)?.[1]
  if (value === undefined || value === 'null' || value === '~') return undefined
  if (value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1).replaceAll("''", "'")
  if (!value.startsWith('"')) return value.replace(/\s+#.*$/, '')
  try {
    return JSON.parse(value) as string
  } catch {
    return undefined
  }
}
