import { importEntries } from '../../app/transfer.js'
import { EXIT } from '../../core/errors.js'
import { cleanLine } from '../../core/sanitise.js'
import type { Context } from '../context.js'
import { readSources } from '../sources.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const dryRun = args.on.has('dry-run')
  const texts = args.positionals.flatMap((typed) => readSources(world.cwd, typed))
  const result = importEntries(world, { texts, dryRun })
  const { imported, already, refused } = result
  if (output.json) output.printJson({ ...result, dryRun })
  else if (output.quiet) output.print(imported.map((one) => `${one.id}\n`).join(''))
  else
    output.print(
      `${dryRun ? 'Would import' : 'Imported'} ${imported.length}, already here ${already}, refused ${refused.length}.`,
    )
  if (!output.json)
    for (const one of refused) output.warn(`refused ${cleanLine(one.source)}: ${cleanLine(one.message)}`)
  return refused.length > 0 ? EXIT.findings : EXIT.ok
}
