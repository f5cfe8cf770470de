import { serve } from '../../../mcp/server.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { Context } from '../../context.js'
import { VERSION } from '../../world.js'
import { readWorld } from '../../world.js'

/** Standard output belongs to the protocol; whatever else there is to say goes to standard error. */
export async function run({ args, env, output }: Context): Promise<number> {
  if (output.interactive) output.warn(HINT)
  const worldIn = async (folder?: string) => {
    const world = await readWorld(env, { args, host: true })
    return folder === undefined ? world : { ...world, cwd: folder }
  }
  const report = (message: string): void => {
    if (env['DOGEAR_DEBUG'] === '1') output.warn(`dogear mcp: ${cleanLine(message)}`)
  }
  await serve({ version: VERSION, worldIn }, report)
  return EXIT.ok
}

const HINT = 'This speaks the Model Context Protocol with an agent, not with people: dogear help mcp. Ctrl-D ends it.'
