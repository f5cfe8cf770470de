/** `rename`: a line goes on under another name. */
import { renameCheckpoint } from '../../../app/keep/rename.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { openingOf, worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [from, to] = args.positionals as [string, string]
  const dryRun = args.on.has('dry-run')
  const { warnings, called, ...renamed } = await renameCheckpoint(await worldOf(context), {
    from,
    to,
    dryRun,
    ...openingOf(context),
  })
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  if (output.json) output.printJson({ renamed, dryRun })
  else if (output.quiet) output.print(renamed.name)
  else output.print(`${dryRun ? 'Would rename' : 'Renamed'} checkpoint "${called.before}" to "${called.now}".`)
  return EXIT.ok
}
