/** What a command is given. It returns its exit code, or throws. */
import { safeName } from '../core/redact/safe-name.js'
import { DogearError } from '../core/errors.js'
import { type Args } from './args/parse.js'
import { nearest } from '../core/text/nearest.js'
import type { CommandSpec } from './args/spec.js'
import type { Env, Output } from './print/output.js'

export interface Context {
  args: Args
  output: Output
  env: Env
  spec: CommandSpec
  /** Runs another command, with its words as they would be typed. */
  run(words: readonly string[]): Promise<number>
}

export type Command = (context: Context) => number | Promise<number>

/** The word after a command that has several actions. */
export function actionOf({ args, spec }: Context, fallback: string): string {
  const word = args.positionals[0] ?? fallback
  const words = (spec.actions ?? []).map((action) => action.name)
  if (words.includes(word)) return word
  const meant = nearest(word, words)
  throw new DogearError('usage', `${spec.name} cannot "${safeName(word).slice(0, 40)}"`, {
    expected: meant ? `dogear ${spec.name} ${meant}` : `one of ${words.join(', ')}`,
    next: `dogear help ${spec.name}`,
  })
}
