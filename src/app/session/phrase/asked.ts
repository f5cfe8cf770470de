/** Phrases whose answer is a list, or a call that the model makes: it knows what a checkpoint should say. */
import { sameLabel } from '../../../core/choose/name.js'
import { finish, joinLines, type ModelText, say, sayStored } from '../../../core/printer/words.js'
import { mayBeTalk, parsePhrase, type Phrase } from '../../../core/session/phrase/phrase.js'
import { cleanLine } from '../../../core/text/text.js'
import { MANIFESTS } from '../../../layouts/registry.js'
import { listWords } from '../../look/several.js'
import type { World } from '../../world.js'
import type { EventOf, SessionCall } from '../event.js'
import { openFiles, waitingWords } from './files-here.js'
import { liveNames } from './live-names.js'

type PromptCall = SessionCall<EventOf<'prompt'>>

/** The model makes it: it knows what nobody else does. */
export async function answerSave(given: World, call: PromptCall): Promise<boolean> {
  const { world, located } = await openFiles(given, { untold: false })
  const { freeWords, asks } = world.config.policy
  const known = liveNames(located)
  const { prompt } = call.event
  const phrase = parsePhrase(prompt, known, freeWords)
  if (phrase?.do !== 'save') return false
  const { name, task, intent } = phrase
  // The user has just typed it.
  const typed = (key: string, text: string | undefined): ModelText[] =>
    text === undefined ? [] : [sayStored`${key} "${cleanLine(text).slice(0, MAX_TYPED)}"`]
  const said = [...typed('name', name), ...typed('task', task), ...typed('intent', intent)]
  const words = said.length === 0 ? '' : sayStored` with ${joinLines(said, ', ')}`
  const what = asks.length === 0 ? '' : say` Of ${asks.join(', ')} ask the user what you do not know.`
  const asked = mayBeTalk(prompt, known)
    ? sayStored`the user may be asking for a checkpoint called "${name ?? ''}", or speaking of something in the work: the talk so far tells which, and where it does not, ask. A checkpoint`
    : say`the user asks for a checkpoint. It`
  call.answer({
    toModel: finish(
      sayStored`dogear: ${asked} is made by one call of ${call.hooks.toolName('save')}${words}, with next, left_off, failed and decisions as you know them.${what}`,
    ),
  })
  call.log('told how to save')
  return true
}

const MAX_TYPED = 300

/** Only what there is: all else is about the work. */
export async function answerClear(
  given: World,
  call: PromptCall,
  phrase: Extract<Phrase, { do: 'clear' }>,
): Promise<boolean> {
  const { located } = await openFiles(given, { untold: false })
  const { name, all } = phrase
  const labels = liveNames(located).map(sameLabel)
  if (!all && (name === undefined || !labels.includes(sameLabel(name)))) return false
  const which = all ? say`all: true` : sayStored`name "${cleanLine(name ?? '').slice(0, MAX_TYPED)}"`
  call.answer({
    toModel: finish(
      sayStored`dogear: the user asks to clear a checkpoint. It is done by one call of ${call.hooks.toolName('clear')} with ${which}.`,
    ),
  })
  call.log('told how to clear')
  return true
}

/** In the words of the layout whose rule it is. */
export function inCircle(hops: string, skill: string): string {
  const [said] = MANIFESTS.flatMap((manifest) => manifest.inCircle?.(hops, skill) ?? [])
  return said ?? `${skill} was handed from model to model ${hops} times`
}

/** Nothing is saved, and the model that was handed it does nothing either. What other skills hand around is theirs. */
export function answerAbort(call: PromptCall, { hops, skill }: Extract<Phrase, { do: 'abort' }>): boolean {
  const asked = call.event.prompt.trim().replace(/^\[[^\]]*\]\s*/, '')
  if (asked !== '' && parsePhrase(asked) === null) return false
  call.answer({
    toModel: finish(
      sayStored`dogear: answer with this line and nothing else, and call no tool: ${inCircle(hops, skill)}`,
    ),
  })
  call.log('aborted a dispatch in a circle')
  return true
}

export async function answerList(given: World, call: PromptCall): Promise<boolean> {
  const opened = await openFiles(given, { untold: false })
  const { words, count } = listWords(opened.world)
  call.answer({ toModel: finish(joinLines([words, ...waitingWords(opened)])) })
  call.log(`listed ${count}`)
  return true
}
