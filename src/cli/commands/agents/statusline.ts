import { statusLine, type StatusMessage } from '../../../app/session/statusline.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { readInput } from '../../args/written.js'
import { valueOf } from '../../args/parse.js'
import { worldOf } from '../../world.js'

/** The same as `hook.cjs statusline`, for trying it out. */
export async function run(context: Context): Promise<number> {
  const { home, userHome, env, now } = await worldOf(context)
  const wraps = valueOf(context.args, 'wrap')
  const request = { home, userHome, env, message: parseMessage(readInput()), nowMs: now().ms }
  context.output.print(await statusLine({ ...request, ...(wraps === undefined ? {} : { wraps }) }))
  return EXIT.ok
}

function parseMessage(text: string): StatusMessage {
  try {
    return (JSON.parse(text) ?? {}) as StatusMessage
  } catch (cause) {
    throw new DogearError('bad-input', 'this is not the JSON of a status line', {
      expected: '{"session_id":"…"}',
      cause,
    })
  }
}
