/**
 * Words that hand the turn back ("go on", "weiter", "seguimos") and questions about where the work stands ("where were we?",
 * "wo waren wir?"). In a conversation they mean the conversation. In a session in which nothing was done yet there is none,
 * and they mean what was worked on before. Tables of words, since nearly every prompt is looked at.
 */

import { aboutBefore, namesLine } from './before.js'
import { respelled } from './misspelled.js'

/** Nobody needs more words for any of it. */
export const MAX_WORDS_LENGTH = 120

/** `where`: it asks where the work stands, and for nothing to be done. */
export type GoingOn = 'go-on' | 'where'

/** Whether the first words of a session may be about what was worked on before it. `label`: what it was called. */
export function isAboutBefore(text: string, label?: string): boolean {
  return (
    respelled(text) !== null ||
    goingOnIn(text) !== null ||
    isYes(text) ||
    topicIn(text) !== null ||
    aboutBefore(text) !== null ||
    (label !== undefined && namesLine(text, label))
  )
}

/** What the words mean in a session that has done nothing yet; null: something else. */
export function goingOnIn(text: string): GoingOn | null {
  if (text.length > MAX_WORDS_LENGTH || text.includes('\n')) return null
  const words = bareWords(text)
  if (words === '') return null
  if (isToGoOn(words)) return 'go-on'
  if (WHERE().has(words) || isEnglishWhere(words)) return 'where'
  const about = aboutBefore(text)
  return about && about.means !== 'act' && !about.more && about.documents.length === 0 ? about.means : null
}

const MAX_TOPIC_WORDS = 8

/** What is to be gone on with, where the words say it: "with the parser", "mit dem Parser". Null: they do not. */
export function topicIn(text: string): string | null {
  if (text.length > MAX_WORDS_LENGTH || text.includes('\n')) return null
  const said = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[\s.!?。！？]+$/, '')
  const topic = afterGoingOn(said) ?? beforeGoingOn(said)
  // More than one clause is an instruction.
  if (!topic || /[,;:?!，、；：？！。]|\.\s/.test(topic) || topic.split(/\s+/).length > MAX_TOPIC_WORDS) return null
  return topic
}

function afterGoingOn(said: string): string | null {
  const all = placedWords(said)
  const words = withoutGreeting(all.map(({ word }) => word))
  const polite = words.findIndex((word) => !COURTESY().has(word))
  const start = all.length - words.length + Math.max(0, polite)
  const phrase = (end: number): string =>
    all
      .slice(start, end)
      .map(({ word }) => word)
      .join(' ')
  for (let end = Math.min(all.length - 1, start + MAX_TOPIC_WORDS); end > start; end--)
    if (isToGoOnWith(phrase(end), all[end]?.word ?? '')) return said.slice(all[end - 1]?.end).trim()
  const first = all[start]
  if (!first || !isBeyondLatin(first.word)) return null
  for (let length = first.word.length - 1; length > 1; length--)
    if (TO_GO_ON().has(first.word.slice(0, length))) return said.slice(first.end - first.word.length + length).trim()
  return null
}

/** "go" is said before any verb. English words are followed by what leads to a topic. */
function isToGoOnWith(words: string, then: string): boolean {
  if (words === 'go') return false
  if (TO_GO_ON().has(words)) return true
  return ENGLISH_LEADS().has(then) && isEnglishGoOnWith(words)
}

/** In some languages the verb comes last. */
function beforeGoingOn(said: string): string | null {
  const all = placedWords(said)
  for (let start = 1; start < all.length; start++) {
    const last = all.slice(start).map(({ word }) => word)
    if (GO_ON_LAST().has(last.join(' '))) return said.slice(0, all[start - 1]?.end).trim()
  }
  const last = all.at(-1)
  if (!last || !isBeyondLatin(last.word)) return null
  for (let length = last.word.length - 1; length > 1; length--)
    if (GO_ON_LAST().has(last.word.slice(-length))) return said.slice(0, last.end - length).trim()
  return null
}

function placedWords(said: string): { word: string; end: number }[] {
  const words = said.matchAll(isBeyondAscii(said) ? /[\p{L}\p{M}']+/gu : /[a-z']+/g)
  return [...words].map(({ 0: word, index }) => ({ word, end: index + word.length }))
}

function isBeyondAscii(text: string): boolean {
  return !/^[\0-\x7f]*$/.test(text)
}

/** Written without spaces, or with endings that are joined to the word. */
function isBeyondLatin(text: string): boolean {
  return /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/.test(text)
}

/** "yes", "ok, let's go": the answer to what was offered, where nothing else was said yet. */
export function isYes(text: string): boolean {
  if (text.length > MAX_WORDS_LENGTH || text.includes('\n')) return false
  const words = bareWords(text)
  return words === '' ? withoutGreeting(plainWords(text)).length > 0 : GO_AHEAD().has(words)
}

export function isToGoOn(words: string): boolean {
  return TO_GO_ON().has(words) || isEnglishGoOn(words)
}

export function isToGoAhead(words: string): boolean {
  return GO_AHEAD().has(words)
}

/** Lower case, without marks, and without courtesies at both ends. Numbers, smileys and marks alone are no words. */
export function bareWords(text: string): string {
  const words = withoutGreeting(plainWords(text))
  let start = 0
  let end = words.length
  while (start < end && COURTESY().has(words[start] as string)) start++
  while (end > start && COURTESY().has(words[end - 1] as string)) end--
  return words
    .slice(start, end)
    .join(' ')
    .replace(/(?<=\p{Script=Han})[吧啊呀哦呢]$/u, '')
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFC').toLowerCase().replace(/[’`]/g, "'")
  // Made only where it is needed: patterns for all scripts are slow to make.
  return plain.split(isBeyondAscii(plain) ? /[^\p{L}\p{M}']+/u : /[^a-z']+/).filter((word) => word !== '')
}

/** "good morning, let's go on" */
function withoutGreeting(words: string[]): string[] {
  const length = [2, 1].find((count) => GREETING().has(words.slice(0, count).join(' '))) ?? 0
  return length === 0 ? words : words.slice(length)
}

/** Made when it is first asked for: most prompts are longer than any of this. */
function table(...rows: string[]): () => ReadonlySet<string> {
  let made: ReadonlySet<string> | undefined
  return () => (made ??= new Set(rows.flatMap((row) => row.split('|'))))
}

/**
 * A test by a pattern of nothing but words, of which one of `verbs` is needed. It takes milliseconds to be made, so a text
 * with any other word is not asked about.
 */
function pattern(source: string, verbs: () => ReadonlySet<string>): (words: string) => boolean {
  let made: RegExp | undefined
  let known: ReadonlySet<string> | undefined
  return (text) => {
    const words = text.split(/[ ']/)
    if (!words.some((word) => verbs().has(word))) return false
    known ??= new Set(source.match(/[a-z]+/g))
    return words.every((word) => known?.has(word)) && (made ??= new RegExp(source)).test(text)
  }
}

const COURTESY = table(
  'ok|okay|k|yes|yep|yeah|sure|please|pls|and|now|so|then|well|good|great|nice|perfect|cool|awesome|excellent|fine|right|alright|thanks|thx|thank|you|very|much|job|work|looks|lgtm|exactly|correct|super',
  'ja|gut|prima|danke|bitte|schön|genau|passt|jetzt|und|oui|bien|merci|parfait|très|sí|si|vale|bueno|gracias|perfecto|muy|sim|bom|ótimo|obrigado|obrigada|perfeito|sì|bene|grazie|perfetto|ottimo',
  '好|好的|嗯|请|是|是的|可以|行|对|谢谢|很好|はい|うん|いいね|ありがとう|ありがとうございます|да|хорошо|отлично|спасибо|пожалуйста|ок',
)

const GREETING = table(
  'hi|hello|hey|good morning|morning|good afternoon|good evening|hi claude|hey claude|hello claude|moin|hallo|guten morgen|guten tag|guten abend|servus|bonjour|bonsoir|salut|hola|buenos días|buenas tardes|buenas|olá|bom dia|boa tarde|ciao|buongiorno|buonasera',
  'привет|доброе утро|добрый день|早上好|早|你好|おはよう|おはようございます|こんにちは|안녕|안녕하세요|merhaba|günaydın|cześć|dzień dobry|goedemorgen|hoi|god morgen|hej',
)

/** Said behind what is to be gone on with. */
const LAST_VERBS = [
  '続けて|続けよう|続き|続きから|続けてください|続きをお願いします|続きからお願いします|続きからお願い|前回の続き|前回の続きから|昨日の続き|昨日の続きから|再開|再開して|再開しよう|계속|계속해|계속해줘|계속해 줘|계속하자|계속해주세요|계속 진행해|계속 진행해줘|이어서|이어서 해|이어서 해줘|이어서 하자|이어서 진행해줘',
  'devam|devam et|devam edelim|जारी रखो|जारी रखें|आगे बढ़ो',
]

const GO_ON_LAST = table(...LAST_VERBS, '继续|继续吧|接着做|weiter|weitermachen|weiter machen')

const TO_GO_ON = table(
  'go on|go|continue|carry on|keep going|keep on|keep it up|resume|move on|next step|go on with it|continue with it|continue working|pick up where you left off',
  "weiter|mach weiter|mache weiter|machen wir weiter|wir machen weiter|lass uns weitermachen|lass uns weiter machen|weitermachen|weiter machen|weiter geht's|weiter gehts|fortfahren|fahre fort|nächster schritt|mach da weiter wo wir aufgehört haben|mach weiter wo wir aufgehört haben|weiter wo wir aufgehört haben|weiter von gestern|mach weiter von gestern|weiter wie gestern",
  "continue s'il te plaît|continuer|continuez|continuons|vas y continue|on continue|poursuis|poursuivons|reprends|reprenons|on reprend|la suite|suite|reprends où on s'était arrêtés|reprenons où on s'était arrêtés|reprends là où on s'était arrêtés|reprenons là où on s'était arrêtés|reprends où on en était|reprenons où on en était",
  'continúa|continua|sigue|sigue así|siga|seguimos|sigamos|continuemos|continuar|retomemos|retomamos|sigue donde lo dejamos|continúa donde lo dejamos|sigamos donde lo dejamos|seguimos donde lo dejamos|adelante con ello|prossiga|segue|vamos continuar|vamos retomar|retomar|continua de onde paramos|continue de onde paramos|vamos continuar de onde paramos',
  'prosegui|proseguiamo|continuiamo|riprendiamo|avanti|vai avanti|andiamo avanti|continua pure|riprendi da dove eravamo rimasti|riprendiamo da dove eravamo rimasti',
  '继续|继续干|继续干活|继续做|继续工作|我们继续|接着|接着来|接着做|接着干|下一步|继续昨天的工作|继续昨天的|接着昨天的|接着昨天的做|继续之前的工作|继续之前的|接着之前的|从昨天的地方继续',
  ...LAST_VERBS,
  'продолжай|продолжи|продолжим|продолжаем|давай продолжим|дальше|далее|поехали дальше|ga door|ga verder|verder|laten we verder gaan|we gaan verder|kontynuuj|kontynuujmy|dalej|jedziemy dalej|fortsätt|fortsæt|fortsett|jatka|أكمل|استمر|تابع|لنكمل',
)

const GO_AHEAD = table(
  "go ahead|go for it|do it|do that|proceed|you may|you can|make it so|ship it|let's go|let's do it|go ahead with it",
  "leg los|los|mach|mach das|mach es|tu es|nur zu|vas y|fais le|allez y|d'accord vas y|adelante|hazlo|dale|procede|faça|pode fazer|pode ir|manda ver|procedi|fallo|vai",
  '开始|开始吧|动手吧|做吧|干吧|どうぞ|進めて|進めてください|やって|お願いします|давай|делай|приступай|вперёд|вперед',
)

const WHERE = table(
  "what's next|what is next|whats next|what's left|what is left|what's left to do|what is left to do|what remains|what remains to be done|what's the status|what is the status|what's the state|where do we stand|where do things stand|where does it stand|what now|what's open|what is still open|what's still open|remind me",
  "wo waren wir|wo war ich|wo waren wir stehengeblieben|wo waren wir stehen geblieben|wo sind wir stehengeblieben|wo sind wir stehen geblieben|wo bin ich stehengeblieben|wo stehen wir|wo stehen wir gerade|wo waren wir gestern|was haben wir zuletzt gemacht|was haben wir gestern gemacht|was war der letzte stand|wie ist der stand|was ist der stand|was kommt als nächstes|was ist als nächstes dran|was ist noch zu tun|was ist noch offen|was steht noch an|was fehlt noch|wie geht es weiter|wie geht's weiter|wie gehts weiter",
  "où en étions nous|où en est on|où en sommes nous|où en était on|où est ce qu'on en était|où on en était|on en était où|on en est où|c'est quoi la suite|quelle est la suite|qu'est ce qu'il reste à faire|que reste t il à faire",
  'dónde estábamos|donde estabamos|en qué estábamos|por dónde íbamos|dónde lo dejamos|dónde nos quedamos|en qué nos quedamos|en qué quedamos|qué sigue|qué falta|qué falta por hacer|qué toca ahora|onde estávamos|onde paramos|onde é que paramos|em que estávamos|o que falta|o que falta fazer|qual é o próximo passo',
  'dove eravamo|dove eravamo rimasti|dove siamo rimasti|a che punto siamo|a che punto eravamo|cosa manca|cosa resta da fare|на чём мы остановились|на чем мы остановились|на чём остановились|на чем остановились|где мы остановились|где мы были|что дальше|что осталось|что осталось сделать',
  '我们说到哪了|说到哪了|到哪了|到哪一步了|我们到哪了|我们到哪一步了|上次到哪了|昨天做到哪了|我们昨天做到哪了|进展如何|进度如何|下一步是什么|接下来做什么|接下来|还剩什么|还有什么没做|どこまでやった|どこまでやったっけ|どこまでやりましたっけ|どこまで進んだ|前回どこまで|次は何|次は|어디까지 했지|어디까지 했어|어디까지 했더라|우리 어디까지 했지|다음은 뭐야|다음 단계는',
  'nerede kalmıştık|nerede kaldık|waar waren we|waar waren we gebleven|na czym skończyliśmy|gdzie skończyliśmy|var var vi|hvor var vi|missä olimme|أين توقفنا|أين كنا|हम कहाँ थे',
)

const ASKING =
  "(?:(?:let's|lets|let us|can (?:you|we)|could (?:you|we)|shall we|i want to|i'd like to|i would like to|we should|time to|back to work) )?"
const TIME =
  '(?:(?: from)? (?:yesterday|last (?:time|night|week|session|friday)|again|today|before|earlier|this morning|there|here|back))*'
const LEFT =
  '(?:were(?: doing| at| working on)?|was(?: doing| at| working on)?|left off|left it|left things|stopped|had stopped|ended)'
const THAT = `(?: (?:this|that|it|things|work|working|everything|the (?:last|previous) (?:session|work|task|thing)|(?:the|our|my) (?:work|task|session)|(?:yesterday|last (?:week|session))'s work|(?:what|where) (?:we|i|you) ${LEFT}))?`

const GOING = `(?:continue|resume|carry on|go on|keep going|proceed)(?: with| on| from| at)?${THAT}|(?:pick|take) (?:(?:this|it|that|things|work|the work|everything) )?(?:back )?up(?: again)?(?: from| with| at)?${THAT}`

const ENGLISH_LEADS = table('with|on|at|to|into|from|in|about|the|my|our|this|that')
const GOING_VERBS = table('continue|resume|carry|go|keep|proceed|pick|take|get')

/** `goOn`: also without courtesies, "work" being one. */
export const ENGLISH = {
  goOn: `^${ASKING}(?:${GOING}|get back (?:to|into|at)(?: it| this| that| (?:what|where) (?:we|i) ${LEFT})?)${TIME}$`,
  goOnWith: `^${ASKING}(?:${GOING}|get back)${TIME}$`,
  where: `^(?:remind me |tell me |can you tell me |do you know |do you remember )?(?:where|what) (?:(?:were|was) (?:we|i|you)(?: at| up to| doing| working on| left| stopped)?|did (?:we|i|you) (?:stop|leave off|left off|leave it|leave things|get to|get|do)|(?:we|i|you) ${LEFT}|have (?:we|i|you) (?:been|got|gotten|done)(?: to| doing| working on)?(?: so far)?)${TIME}$`,
}

const isEnglishGoOn = pattern(ENGLISH.goOn, GOING_VERBS)
const isEnglishGoOnWith = pattern(ENGLISH.goOnWith, GOING_VERBS)
const isEnglishWhere = pattern(ENGLISH.where, table('where|what'))
