/** Where Codex keeps the sessions of a folder: by day, of all projects together. */
import { join } from 'node:path'
import type { Place, SessionFile } from '../agent.js'
import { fileAt, foldersOf, type FoundFile, isHere, namesIn, newestFirst } from '../common/here.js'
import { readHead } from '../../platform/files/jsonl.js'
import { homeOf, manifest } from './manifest.js'

/** `rollout-<time>-<thread>[_<rollout>].jsonl[.zst]` */
const NAME = /^rollout-[\dT-]{19}-([0-9a-f-]{36})(?:_[0-9a-f-]{36})?\.jsonl(\.zst)?$/
const CWD = /"cwd":("(?:[^"\\]|\\.)*")/
const OF_SUBAGENT = /"(?:thread_source":"subagent"|source":\{"subagent")/
const HEAD = 8 * 1024
/** Files are named by the day they were begun; one resumed later is found among these. */
const MOST_FILES = 500
const MOST_HEADS = 100

export function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'sessions')
  const folders = foldersOf(place)
  const newest = newestFirst(latestFiles(root)).slice(0, MOST_HEADS)
  return newest.flatMap((file): SessionFile[] => {
    const session = NAME.exec(file.name)?.[1] as string
    const cwd = readCwd(file.path)
    return cwd !== null && isHere(cwd, folders)
      ? [{ agent: manifest.id, path: file.path, session, mtimeMs: file.mtimeMs, cwd }]
      : []
  })
}

export function isRolloutName(name: string): boolean {
  return NAME.test(name)
}

/** The newest days first, until there are enough. */
function latestFiles(root: string): FoundFile[] {
  const found: FoundFile[] = []
  for (const year of backwards(root)) {
    for (const month of backwards(join(root, year))) {
      for (const day of backwards(join(root, year, month))) {
        const dir = join(root, year, month, day)
        const names = namesIn(dir).filter(isRolloutName)
        found.push(...names.flatMap((name) => fileAt(join(dir, name), name) ?? []))
        if (found.length >= MOST_FILES) return found
      }
    }
  }
  return found
}

function backwards(dir: string): string[] {
  return namesIn(dir)
    .filter((name) => /^\d{2,4}$/.test(name))
    .toSorted()
    .toReversed()
}

/** Null: it does not tell (a compressed one cannot cheaply), or it is the file of a sub-agent. */
function readCwd(path: string): string | null {
  if (path.endsWith('.zst')) return null
  try {
    const head = readHead(path, HEAD)
    const text = CWD.exec(head)?.[1]
    return text === undefined || OF_SUBAGENT.test(head) ? null : (JSON.parse(text) as string)
  } catch {
    return null
  }
}
