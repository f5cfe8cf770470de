/**
 * Prompts that were kept back go with the next "continue", each whole and exactly once: they count as delivered when they
 * are out. Those of the session before a clear belong to this one, too.
 */
import { listPrompts, popPrompt } from '../app/prompts.js'
import type { World } from '../app/world.js'
import type { HookState } from '../store/hook-state.js'
import { answerContext, MOST_CHARACTERS } from './answer.js'
import type { Call } from './call.js'

interface Kept {
  queue: World
  id: string
  line: string
}

const WORDS = 'The user asked this before the context was full, and it has not been answered: '
const TOO_LONG =
  'dogear: a prompt that was kept back is too long to be handed over here. It is shown by: dogear prompts'

/** `room`: how many characters they may take. What does not fit stays kept, and a line says so. */
export function handOver(
  world: World,
  state: HookState | null,
  room: number,
  deliver: (lines: string[]) => void,
): void {
  const waiting = queuesOf(world, state).flatMap((queue) =>
    listPrompts(queue).map(({ id, text }): Kept => ({ queue, id, line: `${WORDS}${text}` })),
  )
  const fitting: Kept[] = []
  let left = room - TOO_LONG.length - 1
  for (const one of waiting) {
    if (one.line.length + 1 > left) break
    left -= one.line.length + 1
    fitting.push(one)
  }
  take(fitting, [], (lines) => deliver(fitting.length < waiting.length ? [...lines, TOO_LONG] : lines))
}

/** False: none was kept. */
export function handKept(call: Call, world: World, state: HookState | null): boolean {
  let count = 0
  handOver(world, state, MOST_CHARACTERS, (lines) => {
    count = lines.length
    if (count > 0) answerContext(call, lines.join('\n'))
  })
  if (count > 0) call.did(`handed over ${count} kept`)
  return count > 0
}

function queuesOf(world: World, state: HookState | null): World[] {
  const before = state?.linkedFrom
  return before === undefined ? [world] : [{ ...world, by: { ...world.by, session: before } }, world]
}

/** Each is given back if the answer does not get out. What somebody else was faster to take is left out. */
function take([first, ...others]: readonly Kept[], lines: readonly string[], deliver: (lines: string[]) => void): void {
  if (!first) return deliver([...lines])
  const { queue, id, line } = first
  const isTaken = popPrompt(queue, { id }, () => take(others, [...lines, line], deliver))
  if (!isTaken) take(others, lines, deliver)
}
