/** `restore`: what was cleared comes back; what was not is resumed. */
import { list } from '../../../app/look/list.js'
import { listTrash } from '../../../app/keep/trash.js'
import type { World } from '../../../app/world.js'
import { nameFrom } from '../../../core/choose/name.js'
import type { Context } from '../../context.js'
import { openedOf } from '../../args/layouts.js'
import { resumeIn } from '../daily/resume.js'
import { restoreIn } from './trash.js'

/** "restore" is what people call both: bringing back what was cleared, and going on with what is there. */
export async function run(context: Context): Promise<number> {
  const opened = await openedOf(context)
  const [name] = context.args.positionals
  return name !== undefined && isCleared(opened.world, name)
    ? restoreIn(opened, context, name)
    : resumeIn(opened, context)
}

function isCleared(world: World, typed: string): boolean {
  const name = nameFrom(typed, 'lower')
  const live = list(world, { all: false, cleared: false }).rows.some((row) => row.name === name)
  return !live && listTrash(world).workstreams.some((one) => one.name === name)
}
