/** One entry, whole: the head of a workstream, or any entry by its id. */
import type { Entry } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { idMatches, parseId } from '../core/id.js'
import { isName } from '../core/name.js'
import { printEntry } from '../core/print-entry.js'
import { listEntryIds, listWorkstreams, readEntry } from '../store/entries.js'
import { entryPath, workstreamDir } from '../store/paths.js'
import type { Project } from '../store/paths.js'
import { statOf } from '../platform/files.js'
import { hereOf, locate } from './locate.js'
import { noCheckpoints, pickNamed } from './pick.js'
import type { World } from './world.js'

export interface ShowRequest {
  /** A workstream, or an entry's id. */
  what: string
  entry?: string
}

export interface Shown {
  entry: Entry
  path: string
  text: string
}

export function show(world: World, request: ShowRequest): Shown {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const { project } = located
  const named = isName(request.what) && statOf(workstreamDir(project, request.what)) !== null
  const byId = named ? null : findById(project, request.what)
  const entry = byId ?? pickNamed(world, project, hereOf(world, located), request.what, request.entry).entry
  return { entry, path: entryPath(project, entry.name, entry.id), text: printEntry(entry) }
}

/** Looks through the names of all entries: fine for a person's question, too slow for a hook. */
function findById(project: Project, typed: string): Entry | null {
  if (parseId(typed) === null && !/^[0-9a-z]{4,12}$/.test(typed)) return null
  const found = listWorkstreams(project).flatMap((name) =>
    listEntryIds(project, name)
      .filter((id) => idMatches(id, typed))
      .map((id) => ({ name, id })),
  )
  if (found.length > 1)
    throw new DogearError('usage', `"${typed}" is the beginning of ${found.length} entries`, {
      expected: 'more characters of the id',
      next: 'dogear history <name>',
    })
  const only = found[0]
  return only ? (readEntry(project, only.name, only.id)?.entry ?? null) : null
}
