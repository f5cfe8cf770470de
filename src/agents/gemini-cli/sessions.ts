/** Where Gemini CLI keeps the sessions of a folder: by project, under a short name it keeps a list of, or a hash. */
import { basename, dirname, join } from 'node:path'
import { readTextFile } from '../../platform/files/files.js'
import { readHead } from '../../platform/files/jsonl.js'
import { filesIn, foldersOf, namesIn, newestFirst } from '../common/sessions.js'
import { objectOf, textOf } from '../common/values.js'
import type { Place, SessionFile } from '../agent.js'
import { homeOf, manifest } from './manifest.js'

const NAME = /^session-.+\.jsonl?$/
const SESSION = /"sessionId"\s*:\s*"([^"\\]+)"/
const MOST = 50
const SMALL = 1_000_000

export function findSessions(place: Place): SessionFile[] {
  const root = homeOf(place)
  const names = readProjectNames(join(root, 'projects.json'))
  const hashes = new Set(namesIn(join(root, 'tmp')).filter((name) => /^[0-9a-f]{64}$/.test(name)))
  const found = foldersOf(place).flatMap((cwd) =>
    idsOf(cwd, names, hashes).flatMap((id) =>
      filesIn(join(root, 'tmp', id, 'chats'), (name) => NAME.test(name)).map((file) => ({ ...file, cwd })),
    ),
  )
  const once = new Map(newestFirst(found).map((file) => [file.path, file]))
  return [...once.values()].slice(0, MOST).map(({ path, name, mtimeMs, cwd }) => {
    return { agent: manifest.id, path, session: readSession(path) ?? name.replace(/\.jsonl?$/, ''), mtimeMs, cwd }
  })
}

/** The client notes beside the chats which folder they belong to: `tmp/<id>/.project_root`. */
export function readProjectRoot(path: string): string | undefined {
  const chats = [dirname(path), dirname(dirname(path))].find((dir) => basename(dir) === 'chats')
  return chats === undefined ? undefined : readSmall(join(dirname(chats), '.project_root'))?.trim() || undefined
}

function idsOf(cwd: string, names: Readonly<Record<string, unknown>>, hashes: ReadonlySet<string>): string[] {
  const name = textOf(names[cwd]) ?? textOf(names[cwd.toLowerCase()])
  const isPlain = name !== undefined && /^[\w.-]+$/.test(name) && name !== '..'
  const hash = hashes.size > 0 ? sha256Of(cwd) : ''
  return [...(isPlain ? [name] : []), ...(hashes.has(hash) ? [hash] : [])]
}

/** Loaded here, because it slows every start and few still have projects named by their hash. */
function sha256Of(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}

function readProjectNames(path: string): Record<string, unknown> {
  try {
    return objectOf(objectOf(JSON.parse(readSmall(path) ?? '{}'))?.['projects']) ?? {}
  } catch {
    return {}
  }
}

function readSession(path: string): string | undefined {
  try {
    return SESSION.exec(readHead(path, 4096))?.[1]
  } catch {
    return undefined
  }
}

function readSmall(path: string): string | null {
  try {
    return readTextFile(path, SMALL)
  } catch {
    return null
  }
}
