/**
 * Does a message ask for something? Words that only hand the turn back ("go on", "weiter"), say goodbye or were meant for
 * dogear ("continue steuer", "checkpoint one") ask for nothing of their own: they are never a task, an intent or a next
 * action, and the message before them counts. Tables of words, since nearly every prompt is looked at.
 */
import { isOnlyFarewell } from '../triggers/farewell.js'
import { mayBeFarewell, mayBePhrase } from '../triggers/gate.js'
import { bareWords, goingOnIn, isToGoAhead, isToGoOn, MAX_WORDS_LENGTH } from './going-on.js'
import { parsePhrase } from './phrase.js'

export function isInstruction(text: string): boolean {
  const said = text.trim()
  if (said.length > MAX_WORDS_LENGTH) return true
  const words = bareWords(said)
  return !(words === '' || ALONE.has(words) || isToGoAhead(words) || isForDogear(said))
}

/** It was meant for dogear, asks where the work stands, or takes leave: in the work it says nothing. */
export function isForDogear(text: string): boolean {
  const said = text.trim()
  if (said.length > MAX_WORDS_LENGTH) return false
  if (said.startsWith('/dogear') || goingOnIn(said) !== null) return true
  return (mayBePhrase(said) && parsePhrase(said) !== null) || (mayBeFarewell(said) && isOnlyFarewell(said))
}

/** "ok, go on": it goes on, and nothing that was held back is allowed by it. */
export function isHandedBack(text: string): boolean {
  return text.length <= MAX_WORDS_LENGTH && isToGoOn(bareWords(text))
}

/** "Go ahead": what was held back may be done now. */
export function isGoAhead(text: string): boolean {
  return text.length <= MAX_WORDS_LENGTH && isToGoAhead(bareWords(text))
}

/** The first sentence that asks for something; "Good." before it does not. */
export function firstInstruction(sentences: readonly string[]): string | undefined {
  return sentences.find(isInstruction) ?? sentences[0]
}

/** An answer, a choice or a goodbye. The goodbyes of farewell.ts are asked for there. */
const ALONE: ReadonlySet<string> = new Set(
  [
    'no|nope|nein|non|não|нет|いいえ|不|不是|the first|the second|the third|the first one|the second one|the last one|first one|next',
    'gute nacht|bis morgen|tschüss|feierabend|bonne nuit|à demain|au revoir|buenas noches|hasta mañana|adiós|boa noite|até amanhã|tchau|buona notte|buonanotte|a domani|おやすみ|おやすみなさい|また明日|спокойной ночи|до завтра|пока',
  ].flatMap((row) => row.split('|')),
)
