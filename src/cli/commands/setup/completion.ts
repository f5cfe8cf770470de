import { DogearError, EXIT } from '../../../core/errors.js'
import { printBash } from '../../completion/bash.js'
import { printFish } from '../../completion/fish.js'
import { printZsh } from '../../completion/zsh.js'
import type { Context } from '../../context.js'

const SHELLS: Readonly<Record<string, () => string>> = { bash: printBash, zsh: printZsh, fish: printFish }

export function run({ args, output }: Context): number {
  const shell = args.positionals[0] as string
  const print = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
  if (!print)
    throw new DogearError('usage', `there is no completion for "${shell.slice(0, 40)}"`, {
      expected: 'bash, zsh or fish',
      next: 'dogear help completion',
    })
  output.print(print())
  return EXIT.ok
}
