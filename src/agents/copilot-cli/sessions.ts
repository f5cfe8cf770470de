/** Where Copilot CLI keeps sessions: one folder each, of all projects together. */
import { join } from 'node:path'
import { readHead } from '../../platform/jsonl.js'
import { fileAt, foldersOf, isHere, namesIn, newestFirst } from '../common/here.js'
import type { FoundFile } from '../common/here.js'
import type { Place, SessionFile } from '../reader.js'
import { readWorkspace } from './workspace.js'

const CWD = /"cwd":("(?:[^"\\]|\\.)*")/
const HEAD = 16 * 1024
const MOST = 100

export function findSessions(place: Place): SessionFile[] {
  const root = join(place.env['COPILOT_HOME']?.trim() || join(place.userHome, '.copilot'), 'session-state')
  const folders = foldersOf(place)
  const found = namesIn(root).flatMap((name) => sessionAt(root, name) ?? [])
  const newest = newestFirst(found).slice(0, MOST)
  return newest.flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = readWorkspace(path).cwd ?? readCwd(path)
    return cwd !== undefined && isHere(cwd, folders)
      ? [{ agent: 'copilot-cli', path, session: name, mtimeMs, cwd }]
      : []
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
