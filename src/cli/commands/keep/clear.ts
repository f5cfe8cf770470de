/** `clear`: takes workstreams off the list. */
import { clearCheckpoints, type ClearRequest } from '../../../app/keep/clear.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { openingOf, worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [name] = args.positionals
  const all = args.on.has('all')
  if ((name === undefined) !== all) throw usage(all)
  const entry = valueOf(args, 'entry')
  const dryRun = args.on.has('dry-run')
  const request = { ...present<ClearRequest>({ all, dryRun, name, entry }), ...openingOf(context) }
  const { cleared, answer, warnings } = await clearCheckpoints(await worldOf(context), request)
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  if (output.json) output.printJson({ cleared, dryRun })
  else if (output.quiet) output.print(cleared.map((one) => `${one}\n`).join(''))
  else output.print(answer)
  if (!output.json && !dryRun && cleared.length === 1)
    output.warn(output.errorStyle.dim(`Back again: dogear restore ${cleared[0]}`))
  return EXIT.ok
}

function usage(all: boolean): DogearError {
  const message = all ? 'clear takes a NAME or --all, not both' : 'clear needs the NAME of a workstream, or --all'
  return new DogearError('usage', message, { expected: 'dogear clear NAME | --all', next: 'dogear list' })
}
