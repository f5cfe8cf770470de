/** Entries out of the store as text, and back in with their ids, times and parents. Taking the same text twice changes nothing. */
import { dirname, join, resolve } from 'node:path'
import type { Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { pickLine } from '../resume/pick.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { redactEntry } from '../../core/redact/redact.js'
import { checkSeal, sealText } from '../../core/entry/seal.js'
import type { LayoutId } from '../../layouts/layout.js'
import { createDurable, ensureDir } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { createEntry, listEntryIds, listWorkstreams, readEntry } from '../../store/entries/entries.js'
import { ensureProject } from '../../store/projects/projects.js'
import { locate } from '../locate.js'
import { noCheckpoints } from '../resume/pick.js'
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
  const names = request.name === undefined ? listWorkstreams(project) : [pickLine(world, project, request.name).name]
  const entries = names
    .flatMap((name) => listEntryIds(project, name).map((id) => readEntry(project, name, id)?.entry))
    .filter((entry) => entry !== undefined)
  if (entries.length === 0)
    throw new DogearError('not-found', `there is nothing to export${request.name ? ` under "${request.name}"` : ''}`, {
      next: 'dogear list',
    })
  return {
    entries,
    texts: entries.map((entry) => ({
      path: `${entry.name}/${entry.id}.md`,
      text: sealText(printEntry(entry), sha256Hex),
    })),
  }
}

/** One Markdown file per entry. An entry never changes, so a file that is there already is the same one. */
export function exportToFolder(
  world: World,
  { to, ...which }: Which & { to: string },
): { folder: string; paths: string[] } {
  const { texts } = exportEntries(world, which)
  const folder = resolve(world.cwd, to)
  for (const { path, text } of texts) {
    ensureDir(dirname(join(folder, path)))
    createDurable(join(folder, path), text, world.tag)
  }
  return { folder, paths: texts.map(({ path }) => path) }
}

export interface ImportResult {
  /** `layout` and `source`: the document it was made from, where it is not an entry that was exported. */
  imported: { name: string; id: string; layout?: LayoutId; source?: string }[]
  already: number
  refused: { source: string; message: string }[]
}

interface Source {
  source: string
  text: string
}

export function importEntries(world: World, request: { texts: Source[]; dryRun: boolean }): ImportResult {
  const located = locate(world)
  const result: ImportResult = { imported: [], already: 0, refused: [] }
  const entries = request.texts.flatMap(unpack).flatMap((one) => accept(one, result.refused))
  const project = entries.length === 0 || request.dryRun ? located.project : ensureProject(located, world.tag)
  for (const entry of entries) {
    const known = readEntry(project, entry.name, entry.id)
    if (known) result.already++
    else {
      if (!request.dryRun) createEntry(project, entry, world.tag)
      result.imported.push({ name: entry.name, id: entry.id })
    }
  }
  return result
}

/** One Markdown file is one entry; the JSON that `export --json` prints holds many. */
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

function accept({ source, text }: Source, refused: ImportResult['refused']): Entry[] {
  const state = checkSeal(new TextEncoder().encode(text), sha256Hex)
  try {
    if (state !== 'intact' && state !== 'unsealed') {
      throw new DogearError(
        'bad-entry',
        `its bytes are not the ones that were saved (${state}); to take an edited text as a new checkpoint: dogear save <name> --from ${source}`,
      )
    }
    return [redactEntry(parseEntry(text))]
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    refused.push({ source, message: error.message })
    return []
  }
}
