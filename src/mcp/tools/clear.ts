/** The tool `clear`: takes checkpoints off the list. Which ones must be said: there is no default. */
import { clearCheckpoints, type ClearRequest } from '../../app/keep/clear.js'
import type { World } from '../../app/world.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { cleanLine } from '../../core/text/text.js'
import { type Args, flagOf, textOf } from '../arguments.js'
import type { Answer } from '../tool.js'

export async function run(world: World, args: Args): Promise<Answer> {
  const all = flagOf(args, 'all')
  const name = textOf(args, 'name')
  if ((name === undefined) !== all) throw unclear(all)
  const request = present<ClearRequest>({ all, dryRun: false, name, entry: textOf(args, 'entry') })
  const result = await clearCheckpoints(world, request)
  const { cleared } = result
  const warnings = result.warnings.map((line) => cleanLine(line))
  const sentence = all ? `Cleared ${cleared.length} checkpoint(s).` : `Cleared checkpoint "${cleared[0]}".`
  const back = 'History keeps them; in a terminal: dogear restore NAME'
  return {
    text: [`${sentence} ${back}`, ...warnings].join('\n'),
    data: { cleared, ...(warnings.length === 0 ? {} : { warnings }) },
  }
}

function unclear(all: boolean): DogearError {
  const message = all ? 'clear takes a name or all, not both' : 'clear needs the name of a checkpoint, or all'
  return new DogearError('usage', message, { expected: 'name: "auth", or all: true', next: 'call list' })
}
