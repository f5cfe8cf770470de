import { resume, type ResumeResult } from '../../app/resume.js'
import type { World } from '../../app/world.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { warnDamaged } from '../damage.js'
import type { Output } from '../output.js'
import { countOf, valueOf } from '../parse-args.js'
import { printMarkdown } from '../render/markdown.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  return resumeIn(await worldOf(context), context)
}

export function resumeIn(world: World, { args, output }: Context): number {
  const [name] = args.positionals
  const entry = valueOf(args, 'entry')
  const budget = countOf(args, 'budget') ?? world.config.budget
  const dryRun = args.on.has('dry-run')
  const consume = args.on.has('consume')
  const request = {
    ...(name === undefined ? {} : { name }),
    ...(entry === undefined ? {} : { entry }),
    budget,
    consume,
  }
  // A checkpoint is consumed only once its briefing has left the program.
  const result = resume(world, { ...request, dryRun: dryRun || consume })
  printResult(output, result)
  if (consume && !dryRun) resume(world, { ...request, name: result.entry.name, entry: result.entry.id, dryRun: false })
  return EXIT.ok
}

function printResult(output: Output, { entry, briefing, why, drift, damaged }: ResumeResult): void {
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ entry, briefing, why, drift, damaged })
  else output.print(printMarkdown(briefing, output.style))
}
