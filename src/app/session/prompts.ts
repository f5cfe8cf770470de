/** The queue of prompts that could not be sent: pushed durably, popped by one or with an answer, acknowledged after delivery. */
import { DogearError } from '../../core/errors.js'
import { idMatches } from '../../core/entry/id.js'
import { finish, joinLines, type ModelText, quoted, say, sayStored } from '../../core/printer/words.js'
import { redact } from '../../core/redact/redact.js'
import { isoWithZone } from '../../core/text/text.js'
import type { HookState } from '../../store/session/hook-state.js'
import { addPrompt, readPrompts, takePrompt, type Prompt } from '../../store/session/prompts.js'
import { ensureProject } from '../../store/projects/projects.js'
import { type Beside, dropBeside, putBeside } from '../../store/views/beside.js'
import { locate, sessionOf } from '../locate.js'
import type { World } from '../world.js'
import type { SessionCall } from './event.js'

/** Where else a prompt waits that is kept back, by its text and the time it was kept at. Null: nowhere. */
export type Besides = (text: string, at: string) => Beside | null

export function pushPrompt(world: World, request: { text: string; besides?: Besides | null }): { id: string } {
  if (request.text.trim() === '')
    throw new DogearError('bad-input', 'there is no prompt to keep', {
      next: 'echo "the prompt" | dogear prompts push',
    })
  const located = locate(world)
  const session = sessionOf(world, located)
  const project = ensureProject(located, world.tag)
  const [text, { besides }] = [redact(request.text), request]
  let kept: Beside | null = null
  const beside = (at: string): Beside | null => (kept = besides?.(text, at) ?? null)
  const id = addPrompt(project, session, text, world.now().ms, world.tag, beside)
  if (kept) putBeside(project, kept, todayOf(world), world.tag)
  return { id }
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
  taken.delivered(todayOf(world))
  const { beside } = taken.prompt
  if (beside) dropBeside(located.project, beside, todayOf(world), world.tag)
  return true
}

function todayOf(world: World): string {
  return isoWithZone(world.now()).slice(0, 10)
}

/** A prompt that was kept back, and the queue it waits in. */
interface Waiting {
  queue: World
  id: string
  line: ModelText
}

/** Redacted when it was kept back. On lines of its own where it has several. */
function asAsked(text: string): ModelText {
  const [gap, words] = text.trim().includes('\n') ? ['\n', quoted(text)] : [' ', sayStored`${text}`]
  return joinLines([say`The user asked this before the context was full, and it has not been answered:`, words], gap)
}

function tooLong(): ModelText {
  return say`dogear: a prompt that was kept back is too long to be handed over here. It is shown by: dogear prompts`
}

/** `room`: how many characters they may take. What does not fit goes on waiting, and a line says so. */
export function deliverPrompts(
  world: World,
  state: HookState | null,
  room: number,
  deliver: (lines: ModelText[]) => void,
): void {
  const waiting = queuesOf(world, state).flatMap((queue) =>
    listPrompts(queue).map(({ id, text }): Waiting => ({ queue, id, line: asAsked(text) })),
  )
  const fitting: Waiting[] = []
  let left = room - tooLong().text.length - 1
  for (const one of waiting) {
    if (one.line.text.length + 1 > left) break
    left -= one.line.text.length + 1
    fitting.push(one)
  }
  takeEach(fitting, [], (told) => deliver(fitting.length < waiting.length ? [...told, tooLong()] : told))
}

/** False: none waits. */
export function answerWithPrompts(world: World, call: SessionCall, state: HookState | null): boolean {
  let count = 0
  deliverPrompts(world, state, call.hooks.maxCharacters, (told) => {
    count = told.length
    if (count > 0) call.answer({ toModel: finish(joinLines(told)) })
  })
  if (count > 0) call.log(`handed over ${count} kept`)
  return count > 0
}

function queuesOf(world: World, state: HookState | null): World[] {
  const before = state?.linkedFrom
  return before === undefined ? [world] : [{ ...world, by: { ...world.by, session: before } }, world]
}

/** Each is given back if the answer does not get out. What somebody else was faster to take is left out. */
function takeEach(
  [first, ...others]: readonly Waiting[],
  told: readonly ModelText[],
  deliver: (told: ModelText[]) => void,
): void {
  if (!first) return deliver([...told])
  const { queue, id, line } = first
  const isTaken = popPrompt(queue, { id }, () => takeEach(others, [...told, line], deliver))
  if (!isTaken) takeEach(others, told, deliver)
}
