import { resolve } from 'node:path'
import { brief } from '../../../app/look/brief.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { countOf, valueOf } from '../../args/parse.js'
import { printMarkdown } from '../../print/markdown.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output, spec } = context
  const world = await worldOf(context)
  const file = valueOf(args, 'transcript')
  if (file === undefined) {
    throw new DogearError('usage', 'brief needs a transcript', { expected: spec.usage, next: 'dogear help brief' })
  }
  const budget = countOf(args, 'budget') ?? world.config.budget
  const result = brief({ transcript: resolve(world.cwd, file), budget, world })
  if (output.json) output.printJson(result)
  else output.print(printMarkdown(result.briefing, output.style))
  return EXIT.ok
}
