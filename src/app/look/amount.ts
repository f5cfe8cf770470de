/** How much there is, without reading an entry: folders are listed and files looked at. */
import type { Amount } from '../../core/text/text.js'
import { listDir, statOf } from '../../platform/files/files.js'
import { listEntryIds, listWorkstreams } from '../../store/entries/listing.js'
import { packsDir } from '../../store/entries/packs.js'
import { workstreamDir, type Project } from '../../store/paths.js'

export function amountOf(projects: readonly Project[]): Amount {
  const amount: Amount = { lines: 0, entries: 0, bytes: 0 }
  for (const project of projects) {
    for (const name of listWorkstreams(project)) {
      const dir = workstreamDir(project, name)
      amount.lines++
      amount.entries += listEntryIds(project, name).length
      for (const folder of [dir, packsDir(dir)]) amount.bytes += bytesIn(folder)
    }
  }
  return amount
}

function bytesIn(folder: string): number {
  return listDir(folder).reduce((sum, name) => {
    const stat = statOf(`${folder}/${name}`)
    return stat?.isFile ? sum + stat.size : sum
  }, 0)
}
