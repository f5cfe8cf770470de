/** Entries as resources: dogear://<project>/<workstream>/<id>. Listed are the heads of this project. */
import { ResourceNotFoundError, ResourceTemplate, type McpServer, type Resource } from '@modelcontextprotocol/server'
import { list } from '../app/look/list.js'
import { redactValue } from '../core/redact/finished.js'
import { cleanLine, cleanText } from '../core/text/text.js'
import type { CatalogRow } from '../store/entries/catalog.js'
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
    const found = entryAt(await host.worldIn(), {
      project: String(project),
      name: String(workstream),
      id: String(id),
    })
    if (!found) throw new ResourceNotFoundError(uri.href, `there is no entry ${uri.href}`)
    const text = cleanText(found.text)
    if (!found.entry.foreign) return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] }
    const { wrapBriefing } = await import('../core/briefing/briefing.js')
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: wrapBriefing(found.entry, text) }] }
  })
}

function resourcesOf({ project, name, heads }: CatalogRow): Resource[] {
  return heads.map((head) => {
    const text = head.task ?? head.next ?? head.leftOff
    const said = head.foreign ? `by ${head.by.user ?? 'somebody else'}, not by the user: ${text ?? ''}` : text
    return {
      uri: `dogear://${project}/${name}/${head.id}`,
      name: `${name} ${head.saved.slice(0, 10)}`,
      mimeType: MARKDOWN,
      ...(said === undefined ? {} : { description: cleanLine(said) }),
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
