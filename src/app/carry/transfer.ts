/** Entries out of the store as text, and back in with their ids, times and parents. Taking the same text twice changes nothing. */
import { dirname, join, resolve } from 'node:path'
import type { Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { noCheckpoints, pickLine } from '../resume/find-line.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { redactFinished } from '../../core/redact/finished.js'
import { redactEntry } from '../../core/redact/redact.js'
import { REDACTION } from '../../core/redact/version.js'
import { sealText } from '../../core/entry/seal.js'
import type { LayoutId } from '../../layouts/layout.js'
import { createDurable, ensureDir, settleDir } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { processTag } from '../../platform/process/process-tag.js'
import { createForeign, hasEntry, readEntry, readEntryText } from '../../store/entries/entries.js'
import { listEntryIds, listWorkstreams } from '../../store/entries/listing.js'
import { noteExport, sweepExports } from '../../store/entries/sweep.js'
import { callMine, isOwnText, markAgain } from '../../store/own.js'
import { differsDir, entryPath, type Project } from '../../store/paths.js'
import { ensureProject } from '../../store/projects/projects.js'
import { nameNow } from '../../store/session/on.js'
import { locate } from '../locate.js'
import { accept, isBounded, type Refused, type Source } from './accept.js'
import type { World } from '../world.js'

interface Which {
  name?: string
  all: boolean
}

export interface Exported {
  entries: Entry[]
  /** Sealed Markdown, each with the path it has below a folder of workstreams. */
  texts: { path: string; text: string }[]
}

export function exportEntries(world: World, request: Which): Exported {
  const { project, exists } = locate(world)
  if (!exists) throw noCheckpoints([])
  if (request.name === undefined && !request.all)
    throw new DogearError('usage', 'export needs the name of a workstream, or --all', { next: 'dogear list' })
  const names =
    request.name === undefined
      ? listWorkstreams(project)
      : [nameNow(project, pickLine(world, project, request.name).name)]
  const entries = wholeLines(project, names)
  if (entries.length === 0)
    throw new DogearError('not-found', `there is nothing to export${request.name ? ` under "${request.name}"` : ''}`, {
      next: 'dogear list',
    })
  return {
    entries,
    texts: entries.map((entry) => ({ path: `${entry.name}/${entry.id}.md`, text: textOf(project, entry) })),
  }
}

/** The very bytes, with their seal and the mark of who wrote them; but what older rules let through does not go out. */
function textOf(project: Project, entry: Entry): string {
  const text = readEntryText(project, entry.name, entry.id) ?? ''
  if (text === '' || lineKeysOf(entry).redaction === REDACTION || redactFinished(text) === text) return text
  const safe = printEntry(redactEntry(parseEntry(text)))
  return sealText(markAgain(project.home, text, safe), sha256Hex)
}

/**
 * All entries under these names, and what they go on from under another one: a session is worked in before somebody gives it
 * a name, and there its last entry says where it went.
 */
function wholeLines(project: Project, names: readonly string[]): Entry[] {
  const read = (name: string): Entry[] =>
    listEntryIds(project, name).flatMap((id) => readEntry(project, name, id)?.entry ?? [])
  const found = new Map(names.flatMap(read).map((entry) => [entry.id, entry]))
  const others = new Map<string, Entry[]>()
  // What is added on the way is looked at too.
  for (const entry of found.values())
    for (const name of [entry.name, lineKeysOf(entry).renames]) {
      if (name === undefined || names.includes(name)) continue
      const there = others.get(name) ?? read(name)
      others.set(name, there)
      const isPart = ({ id, ...one }: Entry): boolean =>
        entry.parents.includes(id) || lineKeysOf(one).continued?.id === entry.id
      for (const one of there.filter(isPart)) found.set(one.id, one)
    }
  return [...found.values()]
}

/** One Markdown file per entry. An entry never changes, so a file that is there already is the same one. */
export function exportToFolder(
  world: World,
  { to, ...which }: Which & { to: string },
): { folder: string; paths: string[] } {
  const { texts } = exportEntries(world, which)
  const folder = resolve(world.cwd, to)
  sweepExports(world.home)
  const end = noteExport(world.home, folder, world.tag)
  try {
    for (const { path, text } of texts) {
      ensureDir(dirname(join(folder, path)))
      createDurable(join(folder, path), text, world.tag)
    }
  } finally {
    end()
  }
  return { folder, paths: texts.map(({ path }) => path) }
}

export interface ImportResult {
  /** `layout` and `source`: the document it was made from, where it is not an entry that was exported. */
  imported: { name: string; id: string; layout?: LayoutId; source?: string }[]
  already: number
  refused: Refused
  /** Another text has the id here. Both are kept: `path` is what is here, `kept` where the other one lies now. */
  differs: { source: string; name: string; id: string; path: string; kept: string }[]
  /** How many of the imported ones are somebody else's, as far as can be told. */
  foreign: number
}

/** `mine`: the user says that they saved them, on another machine or before. */
export function importEntries(
  world: World,
  request: { texts: Source[]; dryRun: boolean; mine: boolean },
): ImportResult {
  const { dryRun, mine } = request
  const located = locate(world)
  const result: ImportResult = { imported: [], already: 0, refused: [], differs: [], foreign: 0 }
  const given = request.texts.flatMap(unpack).flatMap((one) => accept(world.home, one, result.refused))
  const coming = new Set(given.map(({ entry }) => entry.id))
  const isHere = (name: string, id: string): boolean => hasEntry(located.project, name, id)
  const entries = given.filter((one) => isBounded(world, one, isHere, coming, result.refused))
  const project = entries.length === 0 || dryRun ? located.project : ensureProject(located, world.tag)
  const foreign: string[] = []
  for (const { entry, text, source, isForgotten } of entries) {
    const { name, id } = entry
    if (isForgotten && isHere(name, id)) {
      result.already++
      continue
    }
    const done = dryRun ? wouldCreate(project, entry, text) : createForeign(project, entry, text, world.tag)
    if (done === 'differs') result.differs.push({ source, name, id, ...keepBoth(project, entry, text, dryRun) })
    else if (!isOwnText(project.home, id, text)) foreign.push(id)
    if (done === 'same') result.already++
    if (done === 'created') result.imported.push({ name, id })
  }
  if (mine && !dryRun) callMine(project.home, foreign)
  return { ...result, foreign: mine ? 0 : foreign.length }
}

function wouldCreate(project: Project, { name, id }: Entry, text: string): ReturnType<typeof createForeign> {
  const there = readEntryText(project, name, id)
  return there === null ? 'created' : there === text ? 'same' : 'differs'
}

/** Beside the entries, named by what it says: the same text twice is one file. */
export function keepBoth(
  project: Project,
  entry: Pick<Entry, 'name' | 'id'>,
  text: string,
  dryRun: boolean,
): { path: string; kept: string } {
  const folder = join(differsDir(project), entry.name)
  const kept = join(folder, `${entry.id}.${sha256Hex(text).slice(0, 12)}.md`)
  if (!dryRun) {
    ensureDir(folder, project.home)
    settleDir(folder, project.home)
    createDurable(kept, text, processTag())
  }
  return { path: entryPath(project, entry.name, entry.id), kept }
}

function unpack({ source, text }: Source): Source[] {
  if (!text.trimStart().startsWith('{')) return [{ source, text }]
  try {
    const bundle = JSON.parse(text) as { entries?: unknown }
    if (!Array.isArray(bundle.entries)) throw new Error('no entries')
    return bundle.entries.map((one: { path?: unknown; text?: unknown }, i) => ({
      source: `${source}#${typeof one?.path === 'string' ? one.path : i + 1}`,
      text: typeof one?.text === 'string' ? one.text : '',
    }))
  } catch (cause) {
    throw new DogearError('bad-input', `${source} is JSON, but not what "dogear export --json" prints`, {
      expected: '{"entries":[{"path":…,"text":…}]}',
      cause,
    })
  }
}
