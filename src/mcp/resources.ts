/** Entries as resources: dogear://<project>/<workstream>/<id>. Listed are the heads of this project. */
import { ResourceNotFoundError, ResourceTemplate, type McpServer, type Resource } from '@modelcontextprotocol/server'
import { list } from '../app/look/list.js'
import { fence, finish, sayStored } from '../core/printer/words.js'
import { redactValue } from '../core/redact/finished.js'
import type { CatalogRow } from '../store/entries/catalog.js'
import { numberIn } from '../store/signed.js'
import type { Host } from './caller.js'

const TEMPLATE = 'dogear://{project}/{workstream}/{id}'
const MARKDOWN = 'text/markdown'
const MAX_LISTED = 100

export function registerResources(server: McpServer, host: Host): void {
  const template = new ResourceTemplate(TEMPLATE, {
    list: async () => redactValue({ resources: (await rowsOf(host)).flatMap(resourcesOf).slice(0, MAX_LISTED) }),
    complete: {
      project: (typed) => completeWord(host, typed, (row) => row.project),
      workstream: (typed) => completeWord(host, typed, (row) => row.name),
    },
  })
  const about = { title: 'Checkpoint', description: 'One saved entry, whole, as Markdown', mimeType: MARKDOWN }
  server.registerResource('entry', template, about, async (uri, { project, workstream, id }) => {
    const { entryAt } = await import('../app/look/show.js')
    const world = await host.worldIn()
    const found = entryAt(world, {
      project: String(project),
      name: String(workstream),
      id: String(id),
    })
    if (!found) throw new ResourceNotFoundError(uri.href, `there is no entry ${uri.href}`)
    const { sourceOf } = await import('../core/briefing/briefing.js')
    const { printEntryWords } = await import('../core/briefing/entry-words.js')
    const words = fence(sourceOf(found.entry), printEntryWords(found.entry), numberIn(world.home))
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: finish(words) }] }
  })
}

function resourcesOf({ project, name, heads }: CatalogRow): Resource[] {
  return heads.map((head) => {
    const text = head.task ?? head.next ?? head.leftOff
    const whose = head.foreign ? sayStored`by ${head.by.user ?? 'somebody else'}, not by the user: ` : ''
    return {
      uri: `dogear://${project}/${name}/${head.id}`,
      name: `${name} ${head.saved.slice(0, 10)}`,
      mimeType: MARKDOWN,
      ...(text === undefined && whose === '' ? {} : { description: finish(sayStored`${whose}${text ?? ''}`) }),
    }
  })
}

/** The workstreams of the project the server runs in. */
async function rowsOf(host: Host): Promise<CatalogRow[]> {
  return list(await host.worldIn(), { all: false, cleared: false }).rows
}

/** What a user may mean who has typed so much. */
export async function completeWord(host: Host, typed: string, word: (row: CatalogRow) => string): Promise<string[]> {
  const words = new Set((await rowsOf(host)).map(word))
  return [...words].filter((one) => one.startsWith(typed)).slice(0, MAX_LISTED)
}
