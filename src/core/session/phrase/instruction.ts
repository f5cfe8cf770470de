/**
 * Does a message ask for something? Words that only hand the turn back ("go on", "weiter"), say goodbye or were meant for
 * dogear ("continue steuer", "checkpoint one") ask for nothing of their own: they are never a task, an intent or a next
 * action, and the message before them counts. Tables of words, since nearly every prompt is looked at.
 */
import { isOnlyFarewell } from '../triggers/farewell.js'
import { mayBeFarewell, mayBePhrase } from '../triggers/gate.js'
import { parsePhrase } from './phrase.js'

/** Nobody needs more words for any of it. */
const MAX_LENGTH = 120

export function isInstruction(text: string): boolean {
  const said = text.trim()
  if (said.length > MAX_LENGTH) return true
  if (said.startsWith('/dogear')) return false
  const words = bareWords(said)
  if (words === '' || ALONE.has(words) || TO_GO_ON.has(words) || GO_AHEAD.has(words)) return false
  return !(mayBePhrase(said) && parsePhrase(said)) && !(mayBeFarewell(said) && isOnlyFarewell(said))
}

/** "ok, go on": it goes on, and nothing that was held back is allowed by it. */
export function isHandedBack(text: string): boolean {
  return text.length <= MAX_LENGTH && TO_GO_ON.has(bareWords(text))
}

/** "Go ahead": what was held back may be done now. */
export function isGoAhead(text: string): boolean {
  return text.length <= MAX_LENGTH && GO_AHEAD.has(bareWords(text))
}

/** The first sentence that asks for something; "Good." before it does not. */
export function firstInstruction(sentences: readonly string[]): string | undefined {
  return sentences.find(isInstruction) ?? sentences[0]
}

/** Lower case, without marks, and without courtesies at both ends. Numbers, smileys and marks alone are no words. */
function bareWords(text: string): string {
  const plain = text.toLowerCase().replace(/[’`]/g, "'")
  const isPlain = /^[\0-\x7f]*$/.test(plain)
  // Made only where it is needed: patterns for all scripts are slow to make.
  const words = plain.split(isPlain ? /[^a-z']+/ : /[^\p{L}\p{M}']+/u).filter((word) => word !== '')
  let start = 0
  let end = words.length
  while (start < end && COURTESY.has(words[start] as string)) start++
  while (end > start && COURTESY.has(words[end - 1] as string)) end--
  return words.slice(start, end).join(' ')
}

function table(...rows: string[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row.split('|')))
}

const COURTESY = table(
  'ok|okay|k|yes|yep|yeah|sure|please|pls|and|now|so|then|well|good|great|nice|perfect|cool|awesome|excellent|fine|right|alright|thanks|thx|thank|you|very|much|job|work|looks|lgtm|exactly|correct|super',
  'ja|gut|prima|danke|bitte|schön|genau|passt|jetzt|und|oui|bien|merci|parfait|très|sí|si|vale|bueno|gracias|perfecto|muy|sim|bom|ótimo|obrigado|obrigada|perfeito|sì|bene|grazie|perfetto|ottimo',
  '好|好的|嗯|请|是|是的|可以|行|对|谢谢|很好|はい|うん|いいね|ありがとう|ありがとうございます|да|хорошо|отлично|спасибо|пожалуйста|ок',
)

/** An answer, a choice or a goodbye. The goodbyes of farewell.ts are asked for there. */
const ALONE = table(
  'no|nope|nein|non|não|нет|いいえ|不|不是|the first|the second|the third|the first one|the second one|the last one|first one|next',
  'gute nacht|bis morgen|tschüss|feierabend|bonne nuit|à demain|au revoir|buenas noches|hasta mañana|adiós|boa noite|até amanhã|tchau|buona notte|buonanotte|a domani|おやすみ|おやすみなさい|また明日|спокойной ночи|до завтра|пока',
)

const TO_GO_ON = table(
  'go on|go|continue|carry on|keep going|keep on|keep it up|resume|move on|next step|go on with it|continue with it|continue working|pick up where you left off',
  "weiter|mach weiter|mache weiter|weitermachen|weiter geht's|fortfahren|fahre fort|nächster schritt",
  "continue s'il te plaît|continuer|continuez|vas y continue|on continue|poursuis|reprends|la suite|suite",
  'continúa|continua|sigue|sigue así|siga|seguimos|continuar|adelante con ello|prossiga|segue|prosegui|avanti|vai avanti|continua pure',
  '继续|继续吧|接着|接着来|接着做|下一步|続けて|続き|続けてください|続きをお願いします|продолжай|продолжи|продолжим|дальше|далее',
)

const GO_AHEAD = table(
  "go ahead|go for it|do it|do that|proceed|you may|you can|make it so|ship it|let's go|let's do it|go ahead with it",
  "leg los|los|mach|mach das|mach es|tu es|nur zu|vas y|fais le|allez y|d'accord vas y|adelante|hazlo|dale|procede|faça|pode fazer|pode ir|manda ver|procedi|fallo|vai",
  '开始|开始吧|动手吧|做吧|干吧|どうぞ|進めて|進めてください|やって|お願いします|давай|делай|приступай|вперёд|вперед',
)
