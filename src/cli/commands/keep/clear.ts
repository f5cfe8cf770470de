import { clear, type ClearRequest } from '../../../app/keep/clear.js'
import type { Opened } from '../../../app/layouts/live.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { openedOf } from '../../args/layouts.js'
import { valueOf } from '../../args/parse.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [name] = args.positionals
  const all = args.on.has('all')
  if ((name === undefined) !== all) throw usage(all)
  const entry = valueOf(args, 'entry')
  const dryRun = args.on.has('dry-run')
  const request = { all, dryRun, ...(name === undefined ? {} : { name }), ...(entry === undefined ? {} : { entry }) }
  const opened = await openedOf(context)
  const cleared = opened.layouts ? await clearWith(opened, context, request) : clear(opened.world, request).cleared
  if (output.json) output.printJson({ cleared, dryRun })
  else if (output.quiet) output.print(cleared.map((one) => `${one}\n`).join(''))
  else output.print(answerOf(opened, cleared, request))
  if (!output.json && !dryRun && cleared.length === 1)
    output.warn(output.errorStyle.dim(`Back again: dogear restore ${cleared[0]}`))
  return EXIT.ok
}

async function clearWith(opened: Opened, { output }: Context, request: ClearRequest): Promise<string[]> {
  const { clearLayouts } = await import('../../../app/keep/clear.js')
  const { cleared, warnings } = clearLayouts(opened, request)
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  return cleared
}

/** In the words of the layout that is live here. */
function answerOf({ world, layouts }: Opened, cleared: readonly string[], { all, dryRun }: ClearRequest): string {
  const messages = layouts?.live[0]?.layout.messages
  if (messages && !dryRun && world.config.policy.answer !== 'dogear') return messages.cleared(cleared, all)
  const verb = dryRun ? 'Would clear' : 'Cleared'
  return all ? `${verb} ${cleared.length} checkpoint(s)` : `${verb} checkpoint "${cleared[0]}"`
}

function usage(all: boolean): DogearError {
  const message = all ? 'clear takes a NAME or --all, not both' : 'clear needs the NAME of a workstream, or --all'
  return new DogearError('usage', message, { expected: 'dogear clear NAME | --all', next: 'dogear list' })
}
