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
  if (said.startsWith('/dogear') || goingOnIn(said) !== null || isToSave(said)) return true
  return (mayBePhrase(said) && parsePhrase(said) !== null) || (mayBeFarewell(said) && isOnlyFarewell(said))
}

/** "guarda", "speicher das als rechnung": that they keep the work, where no file is named. They do not say it in the words of a command. */
function isToSave(said: string): boolean {
  const words = bareWords(said)
  return TO_SAVE.has(words) || (SAVE_AS.test(words) && !/[/\\]|\.\w/.test(said))
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

/** What is to be saved is not said, or only pointed at. */
const TO_SAVE: ReadonlySet<string> = new Set(
  [
    'save|save it|save this|save that|save now|save everything|save where we are|save the state',
    'speichern|speicher|speichere|speicher das|speichere das|speicher alles|sichern|sicher das|zwischenspeichern|zwischenstand speichern|speicher den stand|speichere den stand|stand speichern',
    "sauvegarde|sauvegarder|sauvegarde ça|sauvegarde tout|enregistre|enregistrer|enregistre ça|sauvegarde l'état",
    'guarda|guardar|guárdalo|guarda esto|guarda todo|guarda el progreso|guarda el estado|salva|salvar|salve|salva tudo|salva isso|salva tutto|salva questo|salvalo',
    'сохрани|сохранить|сохрани это|сохрани всё|zapisz|zapisz to|opslaan|sla op|sla dit op|kaydet|bunu kaydet',
    '保存|保存一下|存一下|保存して|保存してください|저장|저장해|저장해줘',
  ].flatMap((row) => row.split('|')),
)

const SAVE_AS =
  /^(?:save|speicher[en]?|sicher[en]?|sauvegarde[rz]?|enregistre[rz]?|guarda[r]?|guárdalo|salva[r]?|salvalo|сохрани)(?: (?:it|this|that|the (?:work|state|session)|das|dies|es|alles|den stand|ça|cela|tout|esto|todo|el (?:estado|progreso)|isso|tudo|questo|tutto|это|всё))? (?:as|under|als|unter|sous|comme|como|come|con el nombre|как|под именем) (?:\S+ ?){1,4}$/u
