/** A home with planted entries, searched by both engines, which must agree. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { hasSqlite } from '../../src/platform/sqlite.js'
import { projectAt, projectsDir } from '../../src/store/paths.js'
import { type SearchResult, searchEntries } from '../../src/store/search/search.js'
import { backdate, plantEntry, someEntry } from './planted-entries.js'
import { tempDir } from './world.js'

/** Another one for every test: `beforeEach(freshHome)`. */
export let home: string
/** Of the index. */
export let file: string
export const T0: number = Date.UTC(2026, 10, 15)
/** What answers here when nothing is in its way. A Node without SQLite must find the same by reading. */
export const VIA: SearchResult['via'] = hasSqlite() ? 'index' : 'scan'
export const P1 = 'app-0123456789ab'
export const P2 = 'site-0123456789ab'

export function freshHome(): void {
  home = tempDir()
  file = join(home, 'index', 'search-v1.sqlite')
}

export function save(key: string, name: string, text: string, ms: number): string {
  const id = plant(key, name, text, ms)
  settle()
  return id
}

export function plant(key: string, name: string, text: string, ms: number): string {
  const entry = someEntry({ name, task: { text } }, ms)
  backdate(plantEntry(projectAt(home, key), entry))
  return entry.id
}

/** As if the last change were long ago: each folder that was changed gets a time of its own. */
export function settle(): void {
  const within = (dir: string): string[] => (statSync(dir).isDirectory() ? readdirSync(dir) : [])
  const projects = projectsDir(home)
  if (!existsSync(projects)) return
  const keys = within(projects).map((key) => join(projects, key))
  const loose = keys.map((dir) => join(dir, 'loose')).filter((dir) => existsSync(dir))
  const entries = keys.map((dir) => join(dir, 'entries')).filter((dir) => existsSync(dir))
  const known = [...entries, ...loose.flatMap((dir) => within(dir).map((month) => join(dir, month)))]
  const folders = [projects, ...loose, ...known, ...known.flatMap((dir) => within(dir).map((name) => join(dir, name)))]
  for (const folder of folders) if (statSync(folder).mtimeMs > Date.UTC(2020)) backdate(folder)
}

export const ids = (result: SearchResult): string[] => result.hits.map(({ id }) => id)

/** Both engines, which must agree in everything a person sees. */
export function search(query: string, scope: { project?: string; name?: string } = {}, limit = 20): SearchResult {
  const found = searchEntries(home, query, { ...scope, limit })
  const scanned = searchEntries(home, query, { ...scope, limit, engine: 'scan' })
  expect({ ...found, via: 'scan' }).toEqual({ ...scanned, damaged: found.damaged })
  return found
}
