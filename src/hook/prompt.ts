/** UserPromptSubmit, where it may be a phrase, a goodbye, or the context is filling up. */
import { locate } from '../app/locate.js'
import { popPrompt, pushPrompt } from '../app/session/prompts.js'
import type { World } from '../app/world.js'
import { bandDue, percentOf } from '../core/session/context.js'
import { isLive } from '../core/entry/entry.js'
import { textMark } from '../core/session/marks.js'
import { parsePhrase } from '../core/session/phrase/phrase.js'
import { farewellIn } from '../core/session/triggers/farewell.js'
import { setDeadline } from '../platform/process/self.js'
import { readCatalog } from '../store/entries/catalog.js'
import type { HookState } from '../store/session/hook-state.js'
import { changeHookState, readHookState } from '../store/session/hook-state.js'
import type { Located } from '../store/projects/projects.js'
import { advise } from './advise.js'
import type { Call } from './call.js'
import { answerBlock, sessionIn, textIn } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call): Promise<void> {
  setDeadline(call.startedMs + 0.6 * (call.untilMs - call.startedMs))
  const prompt = textIn(call.event, 'prompt')
  const state = readHookState(call.home, sessionIn(call.event))
  const world = await worldOf(call, state, true)
  const located = locate(world)
  const phrase = parsePhrase(prompt, namesIn(located))
  if (phrase) {
    const { answerPhrase } = await import('./phrase.js')
    if (await answerPhrase(call, world, state, phrase)) return
  }
  const farewell = farewellIn(prompt, state?.farewells ?? [])
  if (farewell !== null) return saveBeforeLeaving(call, state, farewell)
  if (!state) return
  if (state.block && !phrase && !mayGoOn(call, world, state, prompt)) return
  if (bandDue(state) !== null) advise(call, state)
}

function namesIn({ exists, project }: Located): string[] {
  if (!exists) return []
  return readCatalog(project)
    .filter((row) => row.heads.some((head) => isLive(head.kind)))
    .map((row) => row.name)
}

async function saveBeforeLeaving(call: Call, state: HookState | null, reason: string): Promise<void> {
  const { saveNow } = await import('./save.js')
  await saveNow(call, await worldOf(call, state, true), { reason })
}

/**
 * Opt-in: at the last band a prompt is kept back instead of being lost in a compaction [E13]. It is kept durably first; where
 * that fails it goes through. The same prompt sent again goes through, too.
 */
function mayGoOn(call: Call, world: World, state: HookState, prompt: string): boolean {
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
