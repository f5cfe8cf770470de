/** The word after a command that has several actions. */
import { DogearError } from '../core/errors.js'
import type { Context } from './context.js'
import { nearest } from './nearest.js'

export function actionOf({ args, spec }: Context, fallback: string): string {
  const word = args.positionals[0] ?? fallback
  const words = (spec.actions ?? []).map((action) => action.name)
  if (words.includes(word)) return word
  const meant = nearest(word, words)
  throw new DogearError('usage', `${spec.name} cannot "${word.slice(0, 40)}"`, {
    expected: meant ? `dogear ${spec.name} ${meant}` : `one of ${words.join(', ')}`,
    next: `dogear help ${spec.name}`,
  })
}
