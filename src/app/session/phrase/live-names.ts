/** The names and labels that a phrase may mean. */
import { isLive } from '../../../core/entry/entry.js'
import { lookUp, type CatalogLine } from '../../../store/entries/catalog.js'
import type { Located } from '../../../store/projects/projects.js'

export function liveNames({ exists, project }: Located): string[] {
  if (!exists) return []
  // Nobody says the name of a session that has none.
  const isMeant = ({ heads }: CatalogLine): boolean => heads.some(({ from }) => isLive(from.kind))
  const { rows } = lookUp(project, (lines) => ({ lines: lines.filter(isMeant) }))
  return rows.flatMap(({ name, heads }) => [name, ...heads.flatMap(({ label }) => label ?? [])])
}
