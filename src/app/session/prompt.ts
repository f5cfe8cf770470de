/** The user has typed something: a phrase is answered, a goodbye is saved, and a context that fills up is spoken about. */
import { finish, joinLines, type ModelText, say, sayLines } from '../../core/printer/words.js'
import { percentOf } from '../../core/session/context.js'
import { undoAsked } from '../../core/undo/phrase.js'
import { summaryOf } from '../../core/undo/words.js'
import { textMark } from '../../core/session/marks.js'
import { choiceIn } from '../../core/session/phrase/choice.js'
import { aboutBefore, namesLine } from '../../core/session/phrase/before.js'
import { goingOnIn, isYes, topicIn } from '../../core/session/phrase/going-on.js'
import { respelled } from '../../core/session/phrase/misspelled.js'
import { parsePhrase } from '../../core/session/phrase/phrase.js'
import { decide, NEW_STATE, reasonToSave } from '../../core/session/triggers/engine.js'
import { DEFAULT_TRIGGERS } from '../../core/session/triggers/settings.js'
import { changeHookState, type HookState } from '../../store/session/hook-state.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { adviceDue } from './advice.js'
import type { EventOf, SessionCall } from './event.js'
import { liveNames } from './phrase/live-names.js'
import { isAtWork } from './sessions.js'
import type { Meant } from './phrase/answer.js'
import { takeBriefing } from './waiting-briefing.js'
import { popPrompt, pushPrompt } from './prompts.js'

type PromptCall = SessionCall<EventOf<'prompt'>>

export async function answerPrompt(world: World, call: PromptCall, state: HookState | null): Promise<void> {
  const { prompt, session } = call.event
  const toUndo = await undoText(world, call)
  if (toUndo !== null) return call.answer({ toModel: finish(toUndo) })
  const asked = state?.asked?.[choiceIn(prompt, state.asked.length) ?? -1]
  const phrase: Meant | null = asked ? { do: 'resume', ...asked } : phraseIn(prompt, state, liveNames(locate(world)))
  if (phrase) {
    const { answerPhrase } = await import('./phrase/answer.js')
    if (await answerPhrase(world, call, state, phrase)) return
  }
  const settings = { ...DEFAULT_TRIGGERS, farewells: state?.farewells ?? [] }
  const reason = reasonToSave(decide(NEW_STATE, { type: 'prompt', text: prompt }, settings))
  if (reason !== null) {
    const { saveForReason } = await import('./stop.js')
    await saveForReason(world, call, { reason })
    return
  }
  if (state?.block && !phrase && !(await mayGoOn(world, call, state, prompt))) return
  const text = [takeBriefing(world.home, session, state, 'prompt'), adviceDue(world.home, call, state)]
  const toModel = finish(joinLines(text))
  const toUser = state?.limited === undefined ? await wayOut(world, call) : await priceAfterLimit(world, call, state)
  if (toUser !== null || toModel !== '')
    call.answer({ ...(toModel !== '' && { toModel }), ...(toUser !== null && { toUser }) })
}

/** A verb with one letter wrong counts where there is no conversation that it could be part of. */
function phraseIn(prompt: string, state: HookState | null, names: readonly string[]): Meant | null {
  const meant = isAtWork(state) ? null : respelled(prompt)
  const phrase = asksWhere(prompt, parsePhrase(prompt, names)) ?? toGoOn(prompt, state)
  if (phrase || meant === null) return phrase
  const again = parsePhrase(meant, names) ?? toGoOn(meant, state)
  return again?.do === 'resume' ? again : null
}

/** "Where were we?" is answered; "continue" is gone on with. */
function asksWhere(prompt: string, phrase: Meant | null): Meant | null {
  const isAsked = phrase?.do === 'resume' && phrase.name === undefined && goingOnIn(prompt) === 'where'
  return isAsked ? { ...phrase, means: 'where' } : phrase
}

/** Only where something was lost: everywhere else "undo that" is said about something else. */
async function undoText(world: World, { event, hooks, log }: PromptCall): Promise<ModelText | null> {
  const paths = undoAsked(event.prompt)
  if (paths === null || locate(world).git === null) return null
  try {
    const { undo } = await import('../undo/apply.js')
    const { plan } = undo(world, { paths, redo: false, exact: false, dryRun: false })
    if (plan.steps.length === 0 || (paths.length === 0 && plan.kind !== 'loss')) return null
    log('planned an undo')
    return joinLines([
      say`dogear knows of uncommitted work that was lost here. If the user means this, call ${hooks.toolName('undo')}, which asks them; or, once they have said yes, run: dogear undo --apply ${plan.id}`,
      sayLines(summaryOf(plan)),
    ])
  } catch {
    return null
  }
}

/** The turn before came to nothing, and this is the first event since: it is saved now. */
async function wayOut(world: World, call: PromptCall): Promise<string | null> {
  if (!call.hooks.isRefused) return null
  const { isRefused, offerOthers, saveForReason } = await import('./stop.js')
  return isRefused(call)
    ? offerOthers(world, call, await saveForReason(world, call, { reason: 'the agent could not go on' }))
    : null
}

/** The service refused a while ago, and now the user goes on. */
async function priceAfterLimit(world: World, { event, hooks }: PromptCall, state: HookState): Promise<string | null> {
  const { priceOfGoingOn, tailOf } = await import('./price.js')
  const tail = await tailOf(world, event.transcript ?? state.transcript)
  const price = priceOfGoingOn(world, locate(world), state, tail, hooks.maxCharacters)
  if (price) changeHookState(world.home, event.session, price.state)
  return price?.toUser ?? null
}

/**
 * Where nothing was worked on yet there is no conversation to go on with: the work before it is meant. "yes" is said to
 * what was offered, and only before there was a turn in which the model may have asked something itself.
 */
function toGoOn(prompt: string, state: HookState | null): Meant | null {
  if (isAtWork(state)) return null
  const isNew = state?.offered !== undefined && state.on === undefined && state.readBytes === undefined
  const means = goingOnIn(prompt)
  if (means !== null) return { do: 'resume', means }
  if (isNew && isYes(prompt)) return { do: 'resume' }
  const topic = topicIn(prompt)
  if (topic !== null) return { do: 'resume', topic }
  const { offered } = state ?? {}
  if (offered?.label !== undefined && namesLine(prompt, offered.label))
    return { do: 'resume', name: offered.name, means: 'act' }
  const about = aboutBefore(prompt)
  if (!about || (about.means === 'act' && !isNew)) return null
  const { documents, more } = about
  return {
    do: 'resume',
    means: about.means,
    ...(documents.length > 0 && { documents }),
    ...(more && { words: prompt }),
  }
}

/**
 * Opt-in: at the last band a prompt is kept back instead of being lost in a compaction [E13]. It is kept durably first; where
 * that fails it goes through. The same prompt sent again goes through, too.
 */
async function mayGoOn(world: World, call: PromptCall, state: HookState, prompt: string): Promise<boolean> {
  const { event, hooks } = call
  const mark = textMark(prompt)
  if (state.blocked?.mark === mark) return letThrough(world, call, state.blocked.prompt)
  if (percentOf(state) < (state.bands?.at(-1) ?? 95) || prompt.trim() === '') return true
  const id = await keepPrompt(world, call, prompt)
  if (id === null) return true
  if (!changeHookState(world.home, event.session, { blocked: { mark, prompt: id } })) return true
  call.answer({
    refuse: `dogear kept this prompt back: the context is ${percentOf(state)} % full. Run ${hooks.makeRoom} and then say "continue": it will be answered with the checkpoint. To send it now all the same, send it again.`,
  })
  call.log(`blocked at ${percentOf(state)} %, kept as ${id}`)
  return false
}

/** Null: it could not be kept. */
async function keepPrompt(world: World, call: PromptCall, text: string): Promise<string | null> {
  try {
    const { besidesOf } = await import('../layouts/beside.js')
    return pushPrompt(world, { text, besides: await besidesOf(world) }).id
  } catch (error) {
    call.log(`let through, for it could not be kept: ${(error as Error).message}`)
    return null
  }
}

function letThrough(world: World, call: PromptCall, id: string): true {
  changeHookState(world.home, call.event.session, { blocked: null })
  try {
    popPrompt(world, { id }, () => {})
  } catch {
    // Then it comes once more, which is better than never.
  }
  call.log('let through when sent again')
  return true
}
