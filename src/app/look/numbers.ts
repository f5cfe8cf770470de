/** The numbers of the list: what `resume 2` means. */
import { handleOf } from '../../core/choose/title.js'
import type { World } from '../world.js'
import { list } from './list.js'

interface NumberedRow {
  /** As `dogear list` shows it in a terminal, from 1 on. */
  number: number
  name: string
  /** Of its newest head. */
  id: string
  handle: string
}

/** What the numbers of the list mean, in `list` and in `resume 2`. */
export function numberedRows(world: World, limit?: number): NumberedRow[] {
  const { rows } = list(world, { all: false, cleared: false, ...(limit === undefined ? {} : { limit }) })
  return rows.flatMap(({ name, heads: [head], label }, i) =>
    head ? [{ number: i + 1, name, id: head.id, handle: handleOf({ name, id: head.id, label }) }] : [],
  )
}
