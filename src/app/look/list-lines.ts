/** The list as a model is told it: a line for each workstream, with what is typed to mean it and where it stands. */
import { foreignIn } from '../../core/briefing/item-lines.js'
import { handleOf } from '../../core/choose/title.js'
import { age, cleanLine, msOf } from '../../core/text/text.js'
import type { World } from '../world.js'
import { list } from './list.js'

export function listLines(world: World, limit: number): string[] {
  const { rows } = list(world, { all: false, cleared: false, limit })
  return rows.flatMap((row) => {
    const [head] = row.heads
    if (!head) return []
    const at = head.next ?? head.leftOff ?? head.task
    const ms = msOf(head.saved)
    const whose = foreignIn(head)
    const about = [
      ms === null ? head.saved : age(ms, world.now().ms),
      head.branch,
      whose && `by ${whose}, not by the user`,
    ].filter(Boolean)
    const handle = handleOf({ name: row.name, id: head.id, label: head.label })
    return [`- ${handle} (${about.join(', ')})${at ? `: ${cleanLine(at)}` : ''}`]
  })
}
