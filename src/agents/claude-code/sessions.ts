/** Where Claude Code keeps the sessions of a folder. */
import { join } from 'node:path'
import { listDir, stampOf } from '../../platform/files.js'
import { readHead } from '../../platform/jsonl.js'
import { realPathOf } from '../../platform/place.js'
import type { Place, SessionFile } from '../reader.js'
import { ownName, slugOf } from './slug.js'

const HEAD = 32 * 1024
/** Only the newest are looked into, so that the cost does not grow with years of sessions. */
const MOST = 50
const CWD = /"cwd":("(?:[^"\\]|\\.)*")/

export function findSessions(place: Place): SessionFile[] {
  const root = place.env['CLAUDE_CONFIG_DIR'] || join(place.userHome, '.claude')
  const roots = foldersOf(place)
  const found = slugsFor(place, roots).flatMap((slug) => sessionsIn(join(root, 'projects', slug)))
  const newest = found.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(0, MOST)
  return newest.flatMap((file) => {
    const cwd = readCwd(file.path)
    if (cwd === null) return [file]
    return roots.some((folder) => isWithin(cwd, folder)) ? [{ ...file, cwd }] : []
  })
}

function foldersOf({ cwd, gitRoot }: Place): string[] {
  const given = gitRoot === undefined ? [cwd] : [cwd, gitRoot]
  return [...new Set(given.flatMap((path) => [realPathOf(path), path]))]
}

function slugsFor({ env }: Place, folders: string[]): string[] {
  const own = ownName(env)
  const slugs = folders.flatMap((path) => [slugOf(path), slugOf(path.normalize('NFC'))])
  return [...new Set(own === null ? slugs : [own, ...slugs])]
}

function sessionsIn(dir: string): SessionFile[] {
  // Older versions kept the files of sub-agents beside the session's own.
  const names = listDir(dir).filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
  return names.flatMap((name) => {
    const path = join(dir, name)
    const mtimeMs = stampOf(path)?.mtimeMs
    return mtimeMs === undefined
      ? []
      : [{ agent: 'claude-code', path, session: name.slice(0, -'.jsonl'.length), mtimeMs }]
  })
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

function isWithin(path: string, folder: string): boolean {
  const [one, other] = [path.normalize('NFC'), folder.normalize('NFC')]
  return one === other || one.startsWith(`${other}/`) || one.startsWith(`${other}\\`)
}
