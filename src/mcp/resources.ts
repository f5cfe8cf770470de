/** Entries as resources: dogear://<project>/<workstream>/<id>. Listed are the heads of this project. */
import { ResourceNotFoundError, ResourceTemplate, type McpServer, type Resource } from '@modelcontextprotocol/server'
import { list } from '../app/look/list.js'
import { printEntry } from '../core/entry/print.js'
import { DogearError } from '../core/errors.js'
import { cleanLine, cleanText } from '../core/text/text.js'
import type { CatalogRow } from '../store/entries/catalog.js'
import { readEntry } from '../store/entries/entries.js'
import { projectAt } from '../store/paths.js'
import type { Host } from './place.js'

const TEMPLATE = 'dogear://{project}/{workstream}/{id}'
const MARKDOWN = 'text/markdown'
const MOST = 100

export function registerResources(server: McpServer, host: Host): void {
  const template = new ResourceTemplate(TEMPLATE, {
    list: async () => ({ resources: (await rowsOf(host)).flatMap(resourcesOf).slice(0, MOST) }),
    complete: {
      project: (typed) => completed(host, typed, (row) => row.project),
      workstream: (typed) => completed(host, typed, (row) => row.name),
    },
  })
  const about = { title: 'Checkpoint', description: 'One saved entry, whole, as Markdown', mimeType: MARKDOWN }
  server.registerResource('entry', template, about, async (uri, { project, workstream, id }) => {
    const text = await textOf(host, String(project), String(workstream), String(id))
    if (text === null) throw new ResourceNotFoundError(uri.href, `there is no entry ${uri.href}`)
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] }
  })
}

function resourcesOf({ project, name, heads }: CatalogRow): Resource[] {
  return heads.map((head) => {
    const said = head.task ?? head.next ?? head.leftOff
    return {
      uri: `dogear://${project}/${name}/${head.id}`,
      name: `${name} ${head.saved.slice(0, 10)}`,
      mimeType: MARKDOWN,
      ...(said === undefined ? {} : { description: cleanLine(said) }),
    }
  })
}

/** Null: there is none, or a name that none could have. */
async function textOf(host: Host, key: string, name: string, id: string): Promise<string | null> {
  const { home } = await host.worldIn()
  try {
    const entry = readEntry(projectAt(home, key), name, id)?.entry
    return entry ? cleanText(printEntry(entry)) : null
  } catch (error) {
    if (error instanceof DogearError && ['bad-name', 'bad-input'].includes(error.code)) return null
    throw error
  }
}

// The workstreams of the project the server runs in, for lists and completion.

const MOST_NAMES = 100

async function rowsOf(host: Host): Promise<CatalogRow[]> {
  return list(await host.worldIn(), { all: false, cleared: false }).rows
}

/** What a user may mean who has typed so much. */
export async function completed(host: Host, typed: string, word: (row: CatalogRow) => string): Promise<string[]> {
  const words = new Set((await rowsOf(host)).map(word))
  return [...words].filter((one) => one.startsWith(typed)).slice(0, MOST_NAMES)
}
