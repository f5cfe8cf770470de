/** The queue of prompts that could not be sent: pushed durably, popped by one, acknowledged after delivery. */
import { DogearError } from '../../core/errors.js'
import { idMatches } from '../../core/entry/id.js'
import { redact } from '../../core/redact/redact.js'
import { isoWithZone } from '../../core/text/text.js'
import { addPrompt, readPrompts, takePrompt, type Prompt } from '../../store/session/prompts.js'
import { ensureProject } from '../../store/projects/projects.js'
import { locate, sessionOf } from '../locate.js'
import type { World } from '../world.js'

export function pushPrompt(world: World, request: { text: string }): { id: string } {
  if (request.text.trim() === '')
    throw new DogearError('bad-input', 'there is no prompt to keep', {
      next: 'echo "the prompt" | dogear prompts push',
    })
  const located = locate(world)
  const session = sessionOf(world, located)
  return { id: addPrompt(ensureProject(located, world.tag), session, redact(request.text), world.now().ms, world.tag) }
}

export function listPrompts(world: World): Prompt[] {
  const located = locate(world)
  if (!located.exists) return []
  return readPrompts(located.project, sessionOf(world, located)).prompts.filter(
    (prompt) => prompt.takenBy === undefined,
  )
}

/** False where none waits. `deliver` hands it over; only when it has returned does the prompt count as delivered. */
export function popPrompt(world: World, request: { id?: string }, deliver: (prompt: Prompt) => void): boolean {
  const located = locate(world)
  if (!located.exists) return false
  const session = sessionOf(world, located)
  const id =
    request.id === undefined
      ? undefined
      : listPrompts(world).find((prompt) => idMatches(prompt.id, request.id as string))?.id
  if (request.id !== undefined && id === undefined) return false
  const taken = takePrompt(located.project, session, world.tag, id)
  if (!taken) return false
  try {
    deliver(taken.prompt)
  } catch (error) {
    taken.giveBack()
    throw error
  }
  taken.delivered(isoWithZone(world.now()).slice(0, 10))
  return true
}
