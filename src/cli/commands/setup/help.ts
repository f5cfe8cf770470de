import { EXIT } from '../../../core/errors.js'
import { commandNamed, shownCommands } from '../../specs/commands.js'
import type { Context } from '../../context.js'
import { printCommandHelp, printHelp } from '../../specs/help.js'

export function run({ args, output }: Context): number {
  const [word] = args.positionals
  const spec = word === undefined ? undefined : commandNamed(word)
  if (output.json) output.printJson({ commands: spec ? [spec] : shownCommands() })
  else output.print(spec ? printCommandHelp(spec, output.style, output.width) : printHelp(output.style, output.width))
  return EXIT.ok
}
