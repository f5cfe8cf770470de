/**
 * Opt-in: at the last band a prompt is kept back instead of being lost in a compaction [E13]. It is kept durably first; where
 * that fails it goes through. The same prompt sent again goes through, too.
 */
import { popPrompt, pushPrompt } from '../app/prompts.js'
import type { World } from '../app/world.js'
import { percentOf } from '../core/bands.js'
import { textMark } from '../core/marks.js'
import type { HookState } from '../store/hook-state.js'
import { changeHookState } from '../store/hook-state.js'
import { answerBlock } from './answer.js'
import type { Call } from './call.js'
import { sessionIn } from './call.js'

export function mayGoOn(call: Call, world: World, state: HookState, prompt: string): boolean {
  const mark = textMark(prompt)
  if (state.blocked?.mark === mark) return goOn(call, world, state.blocked.prompt)
  if (percentOf(state) < (state.bands?.at(-1) ?? 95) || prompt.trim() === '') return true
  const id = keep(call, world, prompt)
  if (id === null) return true
  if (!changeHookState(call.home, sessionIn(call.event), { blocked: { mark, prompt: id } })) return true
  answerBlock(
    call,
    `dogear kept this prompt back: the context is ${percentOf(state)} % full. Run /compact (or /clear) and then say "continue": it will be answered with the checkpoint. To send it now all the same, send it again.`,
  )
  call.did(`blocked at ${percentOf(state)} %, kept as ${id}`)
  return false
}

/** Null: it could not be kept. */
function keep(call: Call, world: World, text: string): string | null {
  try {
    return pushPrompt(world, { text }).id
  } catch (error) {
    call.did(`let through, for it could not be kept: ${(error as Error).message}`)
    return null
  }
}

/** It is answered now, so it does not come again. */
function goOn(call: Call, world: World, id: string): boolean {
  changeHookState(call.home, sessionIn(call.event), { blocked: null })
  try {
    popPrompt(world, { id }, () => {})
  } catch {
    // Then it comes once more, which is better than never.
  }
  call.did('let through when sent again')
  return true
}
