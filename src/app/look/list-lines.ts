/** The list as a model is told it: a line for each workstream, with what is typed to mean it and where it stands. */
import { foreignIn } from '../../core/briefing/item-lines.js'
import { handleOf } from '../../core/choose/title.js'
import { quoteItemLine, quoteShort } from '../../core/printer/quote.js'
import { lines, type ModelText, sayStored } from '../../core/printer/words.js'
import { age, msOf } from '../../core/text/text.js'
import type { World } from '../world.js'
import { list } from './list.js'

const MAX_WORDS = 300

/** Catalogs hold no secrets. */
export function listLines(world: World, limit: number): ModelText[] {
  const { rows } = list(world, { all: false, cleared: false, limit })
  return rows.flatMap((row) => {
    const [head] = row.heads
    if (!head) return []
    const at = head.next ?? head.leftOff ?? head.task
    const ms = msOf(head.saved)
    const whose = foreignIn(head)
    const about = [
      sayStored`${ms === null ? head.saved : age(ms, world.now().ms)}`,
      head.branch === undefined ? null : sayStored`${head.branch}`,
      whose === undefined ? null : sayStored`by ${whose}, not by the user`,
    ]
    const handle = quoteItemLine(handleOf({ name: row.name, id: head.id, label: head.label }))
    return [sayStored`- ${handle} (${lines(about, ', ')})${at ? sayStored`: ${quoteShort(at, MAX_WORDS)}` : ''}`]
  })
}
