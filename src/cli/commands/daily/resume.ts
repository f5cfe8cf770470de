import type { Opened } from '../../../app/layouts/live.js'
import { resume, type ResumeRequest, type ResumeResult } from '../../../app/resume/resume.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { openedOf } from '../../args/layouts.js'
import { countOf, valueOf } from '../../args/parse.js'
import { printMarkdown } from '../../print/output.js'

export async function run(context: Context): Promise<number> {
  return resumeIn(await openedOf(context, { asks: true }), context)
}

export async function resumeIn(opened: Opened, context: Context): Promise<number> {
  const request = requestOf(opened, context)
  if (opened.layouts) {
    const { resumeWith } = await import('./resume-layouts.js')
    return resumeWith(opened, opened.layouts, context, request)
  }
  // A checkpoint is consumed only once its briefing has left the program.
  const result = resume(opened.world, { ...request, dryRun: request.dryRun || request.consume })
  printResult(context, result)
  return request.consume && !request.dryRun ? consumeLate(opened, context, request, result) : EXIT.ok
}

function requestOf({ world }: Opened, { args }: Context): ResumeRequest {
  const [name] = args.positionals
  const entry = valueOf(args, 'entry')
  return {
    ...(name === undefined ? {} : { name }),
    ...(entry === undefined ? {} : { entry }),
    budget: countOf(args, 'budget') ?? world.config.budget,
    consume: args.on.has('consume'),
    dryRun: args.on.has('dry-run'),
  }
}

/** Its answer is out: what fails now is told, but there is no second answer. */
async function consumeLate(
  { world }: Opened,
  context: Context,
  request: ResumeRequest,
  { entry }: ResumeResult,
): Promise<number> {
  try {
    resume(world, { ...request, name: entry.name, entry: entry.id, dryRun: false })
    return EXIT.ok
  } catch (error) {
    const { failLate } = await import('../../print/error.js')
    return failLate(error, context)
  }
}

function printResult({ output }: Context, { entry, briefing, why, drift, damaged }: ResumeResult): void {
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ entry, briefing, why, drift, damaged })
  else output.print(printMarkdown(briefing, output.style))
}
