import { listPrompts, popPrompt, pushPrompt } from '../../../app/session/prompts.js'
import type { World } from '../../../app/world.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import type { Prompt } from '../../../store/session/prompts.js'
import { actionOf } from '../../context.js'
import type { Context } from '../../context.js'
import { failLate } from '../../print/error.js'
import { readInput } from '../../args/written.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const world = await worldOf(context)
  const action = actionOf(context, 'list')
  if (action === 'push') return push(world, context)
  return action === 'pop' ? pop(world, context) : show(world, context)
}

function push(world: World, { args, output }: Context): number {
  const typed = args.positionals[1]
  if (typed === undefined)
    throw new DogearError('usage', 'push needs a text', {
      expected: 'dogear prompts push TEXT, or - for standard input',
    })
  const { id } = pushPrompt(world, { text: typed === '-' ? readInput() : typed })
  if (output.json) output.printJson({ id })
  else output.print(id)
  return EXIT.ok
}

/** The prompt counts as delivered only after it has been written out. */
function pop(world: World, context: Context): number {
  const { args, output } = context
  const id = args.positionals[1]
  let printed = false
  const deliver = (prompt: Prompt): void => {
    if (output.json) output.printJson({ prompt })
    else output.print(cleanText(prompt.text))
    printed = true
  }
  try {
    if (!popPrompt(world, id === undefined ? {} : { id }, deliver)) throw noneWaits(id)
    return EXIT.ok
  } catch (error) {
    if (!printed) throw error
    return failLate(error, context)
  }
}

function noneWaits(id: string | undefined): DogearError {
  const message = id === undefined ? 'no prompt is waiting' : `no prompt "${id.slice(0, 60)}" is waiting`
  return new DogearError('not-found', message, { next: 'dogear prompts list' })
}

function show(world: World, { output }: Context): number {
  const prompts = listPrompts(world)
  if (output.json) output.printJson({ prompts })
  else if (output.quiet) output.print(prompts.map((prompt) => `${prompt.id}\n`).join(''))
  else output.print(prompts.map((prompt) => `${prompt.id}\t${prompt.at}\t${cleanLine(prompt.text)}\n`).join(''))
  return EXIT.ok
}
