/** The tool `clear`: takes checkpoints off the list, as the command does. Which ones must be said: there is no default. */
import { clearCheckpoints, type ClearRequest } from '../../app/keep/clear.js'
import type { World } from '../../app/world.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { joinLines, type ModelText, say } from '../../core/printer/words.js'
import { cleanLine } from '../../core/text/text.js'
import { type Args, countOf, flagOf, textOf, wholeTextsOf } from '../arguments.js'
import type { Answer } from '../tool.js'

const MAX_DAYS = 100_000

export async function run(world: World, args: Args): Promise<Answer> {
  const request = requestOf(args)
  const { cleared: names, called, warnings: told } = await clearCheckpoints(world, request)
  const [cleared, warnings] = [names.map(cleanLine), told.map(cleanLine)]
  const { dryRun } = request
  return {
    text: joinLines([
      say`${sentenceOf(called, dryRun)}${dryRun ? '' : say` History keeps them; in a terminal: dogear restore NAME`}`,
      ...warnings.map((line) => say`${line}`),
    ]),
    data: { cleared, ...(dryRun && { dry_run: true }), ...(warnings.length === 0 ? {} : { warnings }) },
  }
}

function requestOf(args: Args): ClearRequest {
  const name = textOf(args, 'name')
  const names = [...(name === undefined ? [] : [name]), ...wholeTextsOf(args, 'names')]
  const [all, merged, loose] = [flagOf(args, 'all'), flagOf(args, 'merged'), flagOf(args, 'loose')]
  const olderThanDays = countOf(args, 'older_than', 0, MAX_DAYS)
  const isFiltered = merged || loose || olderThanDays !== undefined
  if (all ? names.length > 0 : names.length === 0 && !isFiltered) throw unclear(all)
  const entry = textOf(args, 'entry')
  return present<ClearRequest>({ all, dryRun: flagOf(args, 'dry_run'), names, entry, merged, loose, olderThanDays })
}

function sentenceOf(called: readonly string[], dryRun: boolean): ModelText {
  const verb = dryRun ? 'Would clear' : 'Cleared'
  if (called.length === 1) return say`${verb} checkpoint "${called[0] ?? ''}".`
  return say`${verb} ${called.length} checkpoints${called.length === 0 ? '' : say`: ${called.join(', ')}`}.`
}

function unclear(all: boolean): DogearError {
  const message = all ? 'clear takes names or all, not both' : 'clear needs the name of a checkpoint, a filter, or all'
  return new DogearError('usage', message, {
    expected: 'name: "auth", names: ["auth", "feat-*"], merged, loose or older_than, or all: true',
    next: 'call list; one wrong save is taken back in a terminal: dogear clear --entry ID',
  })
}
