import { commandFor } from '../../../app/session/say.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

/** The phrase becomes a command, and that runs as if it had been typed. */
export async function run(context: Context): Promise<number> {
  const words = commandFor(await worldOf(context), context.args.positionals.join(' '))
  return context.run(words)
}
