/** `dogear save --draft COMMAND`: loaded by save, where somebody asked for it or set it. */
import { drafted, type Drafted } from '../../../app/save/draft.js'
import type { SaveRequest } from '../../../app/save/save.js'
import type { World } from '../../../app/world.js'
import type { Context } from '../../context.js'

export async function draftWith(
  { output }: Context,
  world: World,
  request: SaveRequest,
  command: string,
): Promise<Drafted> {
  const isWatched = output.terminal && !output.quiet
  if (isWatched) output.draw('drafting…')
  const draft = await drafted(world, request, command).finally(() => {
    if (isWatched) output.draw('\r\u001b[K')
  })
  if (draft.warning !== undefined && !output.json) output.warn(draft.warning)
  return draft
}
