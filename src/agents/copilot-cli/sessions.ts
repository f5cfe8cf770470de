/** Where Copilot CLI keeps sessions: one folder each, of all projects together. */
import { dirname, join } from 'node:path'
import type { Place, SessionFile } from '../agent.js'
import { fileAt, foldersOf, type FoundFile, isHere, namesIn, newestFirst } from '../common/here.js'
import { readTextFile } from '../../platform/files/files.js'
import { readHead } from '../../platform/files/jsonl.js'
import { homeOf, manifest } from './manifest.js'

const CWD = /"cwd":("(?:[^"\\]|\\.)*")/
const HEAD = 16 * 1024
const MOST = 100

export function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'session-state')
  const folders = foldersOf(place)
  const found = namesIn(root).flatMap((name) => sessionAt(root, name) ?? [])
  const newest = newestFirst(found).slice(0, MOST)
  return newest.flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = readWorkspace(path).cwd ?? readCwd(path)
    return cwd !== undefined && isHere(cwd, folders) ? [{ agent: manifest.id, path, session: name, mtimeMs, cwd }] : []
  })
}

/** `<id>/events.jsonl`; the first versions wrote `<id>.jsonl`. */
function sessionAt(root: string, name: string): FoundFile | null {
  if (name.endsWith('.jsonl')) return fileAt(join(root, name), name.slice(0, -'.jsonl'.length))
  return fileAt(join(root, name, 'events.jsonl'), name)
}

function readCwd(path: string): string | undefined {
  try {
    const text = CWD.exec(readHead(path, HEAD))?.[1]
    return text === undefined ? undefined : (JSON.parse(text) as string)
  } catch {
    return undefined
  }
}

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
