/** When a line of the catalog still holds. It must name everything that readHeads looks at (see heads-of.ts). */
import { join } from 'node:path'
import { parseId } from '../core/id.js'
import { isContiguous } from '../core/heads.js'
import { statOf } from '../platform/files.js'
import { listEntryIds } from './entries.js'
import { type Project, quarantineDir, workstreamDir } from './paths.js'
import { isSettled, stampOf } from './stamp.js'

/**
 * The entries whose content decides the heads. Of a plain row of saves that is the newest alone; after a fork, all from
 * the lowest generation that occurs twice, because their parents are read; with gaps or a quarantine, all.
 */
export function dependsOn(project: Project, name: string, quarantine: boolean): string[] {
  const ids = listEntryIds(project, name)
  if (!isContiguous(ids) || (quarantine && statOf(join(quarantineDir(project), name)))) return ids
  const generations = ids.map((id) => parseId(id)?.generation ?? 0)
  const lowest = lowestTwice(generations) ?? generations.reduce((a, b) => Math.max(a, b), 0)
  return ids.filter((_, i) => (generations[i] as number) >= lowest)
}

/**
 * How the folder, its quarantine and these entries look now. With `now`, empty where one of them changed too lately to
 * rely on it. A missing file is part of the look.
 */
export function readStamp(
  project: Project,
  name: string,
  depends: readonly string[],
  quarantine: boolean,
  now?: number,
): string {
  const dir = workstreamDir(project, name)
  // Not entryPath, which checks each id anew: these come from a listing, and a thousand checks are felt.
  const paths = [dir, ...depends.map((id) => `${dir}/${id}.md`)]
  if (quarantine) paths.push(join(quarantineDir(project), name))
  const stats = paths.map(statOf)
  if (now !== undefined && stats.some((stat) => stat && !isSettled(stat, now))) return ''
  return stats.map((stat) => (stat ? stampOf(stat) : '-')).join(' ') + (quarantine ? '' : ' -')
}

export function hasQuarantine(project: Project): boolean {
  return statOf(quarantineDir(project)) !== null
}

function lowestTwice(generations: readonly number[]): number | undefined {
  const seen = new Set<number>()
  let lowest: number | undefined
  for (const generation of generations) {
    if (seen.has(generation) && (lowest === undefined || generation < lowest)) lowest = generation
    seen.add(generation)
  }
  return lowest
}
