import { list } from '../../../app/look/list.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

/** Completion must never disturb the line somebody is typing, so whatever goes wrong here is silence. */
export async function run(context: Context): Promise<number> {
  try {
    const { rows } = list(await worldOf(context), { all: false, cleared: false })
    context.output.print(rows.map((row) => `${row.name}\n`).join(''))
  } catch {
    // No names to offer.
  }
  return EXIT.ok
}
