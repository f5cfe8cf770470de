/**
 * What a session is shown when it starts: the checkpoint itself, not just that there is one. Nobody can be asked then,
 * so where several are equally near they are all named.
 */
import { DogearError } from '../../core/errors.js'
import { resume } from '../resume/resume.js'
import type { World } from '../world.js'

/** Null: there is nothing to show. Nothing is recorded: whoever goes on with it resumes it. */
export function surface(world: World, request: { budget: number }): string | null {
  try {
    return resume(world, { budget: request.budget, consume: false, dryRun: true }).briefing
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    if (error.code === 'no-checkpoints') return null
    return error.needs ? namesOf(error.needs) : null
  }
}

function namesOf({ question, options, answerWith }: NonNullable<DogearError['needs']>): string {
  const lines = options.map(({ label, detail }) => `- ${label}${detail === undefined ? '' : `: ${detail}`}`)
  return `${question}\n${lines.join('\n')}\nTo go on: ${answerWith}\n`
}
