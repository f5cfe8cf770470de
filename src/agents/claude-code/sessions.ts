/** Where Claude Code keeps the sessions of a folder. */
import { join } from 'node:path'
import { readHead } from '../../platform/files/jsonl.js'
import { filesIn, foldersOf, isHere, newestFirst } from '../common/here.js'
import type { Place, SessionFile } from '../agent.js'
import { ownName, slugOf } from './folders.js'

const HEAD = 32 * 1024
/** Only the newest are looked into, so that the cost does not grow with years of sessions. */
const MOST_READ = 50
const CWD = /"cwd":("(?:[^"\\]|\\.)*")/

export function findSessions(place: Place): SessionFile[] {
  const root = place.env['CLAUDE_CONFIG_DIR'] || join(place.userHome, '.claude')
  const folders = foldersOf(place)
  const found = slugsFor(place, folders).flatMap((slug) => sessionsIn(join(root, 'projects', slug)))
  const newest = newestFirst(found).slice(0, MOST_READ)
  return newest.flatMap((file) => {
    const cwd = readCwd(file.path)
    if (cwd === null) return [file]
    return isHere(cwd, folders) ? [{ ...file, cwd }] : []
  })
}

function slugsFor({ env }: Place, folders: string[]): string[] {
  const own = ownName(env)
  const slugs = folders.flatMap((path) => [slugOf(path), slugOf(path.normalize('NFC'))])
  return [...new Set(own === null ? slugs : [own, ...slugs])]
}

function sessionsIn(dir: string): SessionFile[] {
  // Older versions kept the files of sub-agents beside the session's own.
  const files = filesIn(dir, (name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
  return files.map(({ path, name, mtimeMs }) => ({
    agent: 'claude-code',
    path,
    session: name.slice(0, -'.jsonl'.length),
    mtimeMs,
  }))
}

/** Null: the start of the file does not tell. */
function readCwd(path: string): string | null {
  try {
    const text = CWD.exec(readHead(path, HEAD))?.[1]
    return text === undefined ? null : (JSON.parse(text) as string)
  } catch {
    return null
  }
}
