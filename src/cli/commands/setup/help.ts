/** What is printed from the table of commands: help, and completion for a shell. */
import { config } from '../../../app/setup/config.js'
import { safeName } from '../../../core/redact/safe-name.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { printBash } from '../../completion/bash.js'
import { printFish } from '../../completion/fish.js'
import { printZsh } from '../../completion/zsh.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'
import { commandNamed, shownCommands } from '../../specs/commands.js'
import { printCommandHelp, printHelp } from '../../specs/help.js'

export async function runHelp(context: Context): Promise<number> {
  const { args, output } = context
  const [word] = args.positionals
  const spec = word === undefined ? undefined : commandNamed(word)
  if (output.json) output.printJson({ commands: spec ? [spec] : shownCommands() })
  else if (!spec) output.page(printHelp(output.style, output.width))
  else output.page(printCommandHelp(spec, output.style, output.width, await hasLayout(context)))
  return EXIT.ok
}

/** Help is there also where nothing else works. */
async function hasLayout(context: Context): Promise<boolean> {
  try {
    const lines = await config(await worldOf(context))
    return lines.some(({ key, value }) => key === 'layout' && value !== 'none')
  } catch {
    return false
  }
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
