/** The workstreams of the project the server runs in, for lists and completion. */
import { list } from '../app/list.js'
import type { CatalogRow } from '../store/catalog.js'
import type { Host } from './host.js'

const MOST = 100

export async function rowsOf(host: Host): Promise<CatalogRow[]> {
  return list(await host.worldIn(), { all: false, cleared: false }).rows
}

/** What a user may mean who has typed so much. */
export async function completed(host: Host, typed: string, word: (row: CatalogRow) => string): Promise<string[]> {
  const words = new Set((await rowsOf(host)).map(word))
  return [...words].filter((one) => one.startsWith(typed)).slice(0, MOST)
}
