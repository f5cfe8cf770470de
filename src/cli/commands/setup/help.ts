/** What is printed from the table of commands: help, and completion for a shell. */
import { safeName } from '../../../core/redact/safe-name.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { printBash } from '../../completion/bash.js'
import { printFish } from '../../completion/fish.js'
import { printZsh } from '../../completion/zsh.js'
import type { Context } from '../../context.js'
import { commandNamed, shownCommands } from '../../specs/commands.js'
import { printCommandHelp, printHelp } from '../../specs/help.js'

export function runHelp({ args, output }: Context): number {
  const [word] = args.positionals
  const spec = word === undefined ? undefined : commandNamed(word)
  if (output.json) output.printJson({ commands: spec ? [spec] : shownCommands() })
  else output.page(spec ? printCommandHelp(spec, output.style, output.width) : printHelp(output.style, output.width))
  return EXIT.ok
}

const SHELLS: Readonly<Record<string, () => string>> = { bash: printBash, zsh: printZsh, fish: printFish }

export function runCompletion({ args, output }: Context): number {
  const shell = args.positionals[0] as string
  const print = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
  if (!print)
    throw new DogearError('usage', `there is no completion for "${safeName(shell).slice(0, 40)}"`, {
      expected: 'bash, zsh or fish',
      next: 'dogear help completion',
    })
  output.print(print())
  return EXIT.ok
}
