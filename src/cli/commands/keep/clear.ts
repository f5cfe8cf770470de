/** `clear`: takes workstreams off the list. */
import { clearCheckpoints, type ClearRequest } from '../../../app/keep/clear.js'
import { asWord } from '../../../core/choose/title.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { daysIn } from '../../args/age.js'
import { openingOf, worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const names = args.positionals
  const all = args.on.has('all')
  const entry = valueOf(args, 'entry')
  const dryRun = args.on.has('dry-run')
  const age = valueOf(args, 'older-than')
  const [merged, loose] = [args.on.has('merged'), args.on.has('loose')]
  const isFiltered = merged || loose || age !== undefined
  if (names.length === 0 && entry !== undefined && !all && !isFiltered) return withdraw(context, entry, dryRun)
  if (all ? names.length > 0 : names.length === 0 && !isFiltered) throw usage(all)
  const olderThanDays = age === undefined ? undefined : daysIn(age)
  const wanted = present<ClearRequest>({ all, dryRun, names, entry, merged, loose, olderThanDays })
  const request = { ...wanted, ...openingOf(context) }
  const { cleared, called, answer, warnings } = await clearCheckpoints(await worldOf(context), request)
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  if (output.json) output.printJson({ cleared, dryRun })
  else if (output.quiet) output.print(cleared.map((one) => `${one}\n`).join(''))
  else output.print(dryRun && cleared.length > 1 ? `${answer}: ${called.join(', ')}` : answer)
  const [only, another] = called
  if (!output.json && !dryRun && only !== undefined && another === undefined)
    output.warn(output.errorStyle.dim(`Back again: dogear restore ${asWord(only)}`))
  return EXIT.ok
}

/** One wrong save. */
async function withdraw(context: Context, entry: string, dryRun: boolean): Promise<number> {
  const { output } = context
  const { withdrawEntry } = await import('../../../app/keep/take-back.js')
  const request = { entry, dryRun, ...openingOf(context) }
  const { name, called, id, warnings } = await withdrawEntry(await worldOf(context), request)
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  if (output.json) output.printJson({ withdrawn: { name, id }, dryRun })
  else if (output.quiet) output.print(id)
  else output.print(`${dryRun ? 'Would take' : 'Took'} the save ${entry} of "${called}" back: what it said is over.`)
  return EXIT.ok
}

function usage(all: boolean): DogearError {
  const message = all ? 'clear takes a NAME or --all, not both' : 'clear needs the NAME of a workstream, or --all'
  return new DogearError('usage', message, { expected: 'dogear clear NAME… | --all', next: 'dogear list' })
}
