/** Where Cursor keeps the transcripts of a folder. */
import { join } from 'node:path'
import type { Place, SessionFile } from '../agent.js'
import { fileAt, foldersOf, type FoundFile, namesIn, newestFirst } from '../common/here.js'
import { homeOf, manifest } from './manifest.js'

const MOST = 50

export function findSessions(place: Place): SessionFile[] {
  const slugs = new Map(foldersOf(place).map((folder) => [slugOf(folder), folder]))
  const found = [...slugs].flatMap(([slug, cwd]) => {
    const dir = join(homeOf(place), 'projects', slug, 'agent-transcripts')
    return namesIn(dir)
      .flatMap((name) => transcriptAt(dir, name) ?? [])
      .map((file) => ({ ...file, cwd }))
  })
  return newestFirst(found)
    .slice(0, MOST)
    .map(({ path, name, mtimeMs, cwd }) => {
      return { agent: manifest.id, path, session: name, mtimeMs, cwd }
    })
}

/** The client's own rule. It is lossy, and nothing in a transcript tells the folder: `a_b` and `a-b` are one here. */
function slugOf(path: string): string {
  return path.replace(/^\//, '').replace(/[^a-zA-Z0-9]/g, '-')
}

/** `<id>.jsonl` of the command line, `<id>/<id>.jsonl` of the editor. */
function transcriptAt(dir: string, name: string): FoundFile | null {
  if (name.endsWith('.jsonl')) return fileAt(join(dir, name), name.slice(0, -'.jsonl'.length))
  return fileAt(join(dir, name, `${name}.jsonl`), name)
}
