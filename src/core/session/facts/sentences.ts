/** Sentences of a text, and what kind of thing each says. Only so much of a text is looked at, and only short ones count. */
import { present } from '../../present.js'
import { cutLine } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import { firstInstruction } from '../phrase/instruction.js'
import { MAX_LOOKED_AT } from './collect.js'
import { isCourtesy, isNamedNext } from './words/next.js'
import { isReasonedElsewhere } from './words/reasoned.js'
import { isInVain, isTriedInVain } from './words/tried.js'

const MIN_LENGTH = 12
const MAX_LENGTH = 300
const MAX_SENTENCES = 400

/** Without code blocks, tables and headings. */
export function sentencesIn(text: string, minLength: number = MIN_LENGTH): string[] {
  const sentences: string[] = []
  let inCode = false
  for (const line of text.slice(0, MAX_LOOKED_AT).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode
    else if (!inCode && !/^\s*(?:\||#|>)/.test(line)) {
      const plain = line.slice(0, 4000).replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '')
      const parts = plain
        .split(/(?<=(?<!(?<![\wà-ɏ])(?:e\.g|i\.e|vs|etc|\w))[.!?])\s+|(?<=[。！？])/)
        .map((one) => cleanLine(one).replaceAll('**', ''))
      for (const one of parts)
        if (isAsLong(one, minLength) && one.length <= MAX_LENGTH && isProse(one)) sentences.push(one)
    }
    if (sentences.length >= MAX_SENTENCES) break
  }
  return sentences
}

/** A sign of a script that has one for a syllable or a word counts as two: "下一步：写测试。" says as much as thirty letters. */
function isAsLong(sentence: string, minLength: number): boolean {
  if (sentence.length >= minLength) return true
  return (
    2 * sentence.length >= minLength && sentence.length + (sentence.match(/[\u2e80-\uffff]/g)?.length ?? 0) >= minLength
  )
}

/** The first of the two patterns is quick to make, and nearly always enough. */
function isProse(sentence: string): boolean {
  return /^[A-Za-z0-9`"'“(]/.test(sentence) || /^[\p{L}\p{N}]/u.test(sentence)
}

/** Each pattern below takes a millisecond to be made, and most texts hold none of the words it could find. */
function mentions(sentence: string, hints: readonly string[]): boolean {
  const lower = sentence.toLowerCase()
  return hints.some((hint) => lower.includes(hint))
}

function begins(sentence: string, starts: readonly string[]): boolean {
  const lower = sentence.slice(0, MAX_LEAD).toLowerCase()
  return starts.some((start) => lower.startsWith(start))
}

const ABANDONED =
  /\b(?:did(?:n['’]t| not) work|does(?:n['’]t| not) work|wo(?:n['’]t| not) work|not going to work|dead end|g[ai]ve up on|abandon(?:ed|ing)? (?:this|that|the|it)|that approach|this approach (?:is|was|has|fails|won)|(?:let me|I['’]ll|I['’]ve|I|we|please) revert(?:ed)?|revert (?:this|that|it|my|the change|the last)|back(?:ed|ing)? (?:this|that|it) out|scrap(?:ped|ping)? (?:that|this|it))\b|不行|没用|行不通|動かな|动不了|funktioniert nicht|ne marche pas|no funciona/i

const ABANDONED_HINTS = ["n't work", 'n’t work', 'not work', 'going to work', 'dead end', 've up on'].concat(
  ['abandon', 'this approach', 'that approach', 'revert', 'this out', 'that out', 'it out', 'scrap'],
  ['不行', '没用', '行不通', '動かな', '动不了'],
  ['funktioniert nicht', 'ne marche pas', 'no funciona'],
)

/** What is used or kept instead of something else; that one thing is done rather than another is said all the time. */
const AGAINST =
  /(?:\b(?:I|we|let['’]s|you)(?:['’](?:ll|ve|d))?(?: will| have| should| now| can)? (?:use|used|keep(?! \w+ing\b)|kept(?! \w+ing\b)|pick|picked|choose|stay with|stick (?:with|to)|switch(?:ed)? to|adopt(?:ed)?|prefer|(?:take|took)(?! (?:a|another) (?:\w+ )?(?:look|pass|step|peek|moment|break))|store)\b|^(?:use|using|keep|switch(?:ed)? to|store|prefer|stick (?:with|to))\b).*\b(?:instead of|rather than|in favou?r of|over)\b/i
/** How one goes about it, and no choice: "rather than guessing". */
const MANNER =
  /\b(?:instead of|rather than)\s+(?:just |merely |simply |blindly )?(?:guess|wait|start|assum|run|re-?run|search|read|look|try|continu|ask|hunt|grep|chas|debug|speculat|infer)\w*ing\b/i
const CHOSEN =
  /\b(?:(?:I|we|you|the user)(?:['’]ve)? (?:have )?(?:decided|chose|chosen|opted|settled|went(?! (?:ahead|through|over|on|down|into|wrong|looking)\b))|(?:let['’]s|we['’]ll|I['’]ll|going to|I) (?:go|going|went) with|(?:^|: )decided (?:to|on|against))\b(?! to (?:look|check|read|run|start|see|try|verify|search|inspect|wait)\b)/i
/** The same said in other languages: only the verb itself is sure. */
const CHOSEN_ELSEWHERE =
  /\b(?:(?:wir haben|ich hab(?:e)?|hab(?:e)? ich|haben wir) (?:uns|mich)\b.*\bentschieden|(?:wir|ich) (?:haben?|hab) (?:beschlossen|entschieden)|wir entscheiden uns|haben wir (?:uns )?(?:beschlossen|entschieden)|(?:nous avons|on a|j['’]ai) (?:décidé|choisi|opté)|(?:hemos|he) (?:decidido|elegido|optado)|(?:decidí|elegí)(?! (?:mirar|ver|revisar|leer|probar|comprobar|buscar)\b)|opté por|decidimos|(?:abbiamo|ho) (?:deciso|scelto|optato)|resolvemos|optamos|decidi (?:usar|manter)|escolhi|escolhemos|optei por|(?:ik heb|we hebben) (?:besloten|gekozen)|zdecydowa(?:łem|łam|liśmy)|karar verdi[mk])(?=[\s.,;:!?)]|$)|(?:мы|я) (?:решили|решил|решила|выбрали|выбрал|выбрала)|(?:ми|я) (?:вирішили|вирішив|вирішила|обрали|обрав|обрала)|(?:قررت|قررنا|اخترت|اخترنا)|(?:我们|我)?决定(?:了|使用|采用|用|改|不|保留|把|将)|最终选择|ことに(?:し(?:ました|た|ます)|決め|する)|に決め(?:ました|た)|하기로 (?:했|결정)/i
const CHOSEN_ELSEWHERE_HINTS = [
  'entschieden',
  'beschlossen',
  'entscheiden',
  'décidé',
  'choisi',
  'opté',
  'decidido',
  'decidimos',
].concat(
  ['elegido', 'optado', 'deciso', 'scelto', 'optato', 'resolvemos', 'optamos', 'реши', 'выбра'],
  [
    'decidí',
    'elegí',
    'opté',
    'decidi ',
    'escolhi',
    'escolhemos',
    'optei',
    'besloten',
    'gekozen',
    'zdecydowa',
    'karar ver',
  ],
  ['виріш', 'обра', 'قرر', 'اختر', '决定', '最终选择', 'ことに', 'に決め', '하기로'],
)

const AGAINST_HINTS = ['instead of', 'rather than', 'in favor of', 'in favour of', ' over ']
const CHOSEN_HINTS = ['decided', 'chose', 'opted', 'settled', 'i went', 'we went', 've went'].concat([
  'go with',
  'going with',
  'went with',
])
const REASON_HINTS = ['because', 'since', 'so that']
const CHOICE_STARTS = ["i'", 'i’', 'i w', 'i s', "we'", 'we’', 'we w', 'we s', "let'", 'let’', "don'", 'don’'].concat([
  'keep',
  'use',
  'skip',
  'leave',
  'avoid',
])
const REASONED_CHOICE =
  /^(?:(?:I['’]ll|I will|we['’]ll|we will|let['’]s|we should|I should|don['’]t) (?:not )?(?:use|keep|stick|stay|pick|choose|leave|skip|avoid|store|do|call|name|split)|keep|use|skip|leave|avoid)\b.*\b(?:because|since|so that)\b/i
/** Of something that may be, or of somebody who is none of us. */
const SUPPOSED =
  /^(?:if|when|whether|unless|once|in case)\b|\b(?:if|whether|unless) (?:I|we|you)\b|\b(?:haven['’]t|not yet|never) (?:decided|chosen|settled)\b/i

const INTENTION =
  /^(?:(?:now|next|then|first|ok(?:ay)?|good|great|finally)\b[,:.!]?\s*)*(?:let me|let['’]s|I['’]ll|I will|I['’]m going to|I am going to|I need to|I still need to|we need to|the next step is|next step:|remaining:)\s/i

const INTENTION_HINTS = ['let', "i'll", 'i’ll', 'i will', 'going to', 'need to', 'next step', 'remaining']

/** How many characters the words have by which a sentence says first of all what it is. */
const MAX_LEAD = 24

/** What is so, or would be: of a way that was tried only where the agent says it, and says nothing of when. */
const STATE =
  /\b(?:does(?:n['’]t| not) work|wo(?:n['’]t| not) work|not going to work)\b|不行|没用|動かな|动不了|funktioniert nicht|ne marche pas|no funciona/gi
const CONDITION = /\b(?:if|unless|whether|until|without|limitation|known issue)\b/i

/** Declared not to have worked. From the user, "it doesn't work" is what is to be mended, and no way that was tried. */
export function isAbandoned(sentence: string, by: 'user' | 'agent' = 'agent'): boolean {
  if (sentence.endsWith('?')) return false
  const isVain = isTriedInVain(sentence) || (by === 'agent' && isInVain(sentence))
  return (isVain || isGivenUp(sentence, by)) && !SUPPOSED.test(sentence)
}

function isGivenUp(sentence: string, by: 'user' | 'agent'): boolean {
  if (!mentions(sentence, ABANDONED_HINTS)) return false
  const isState = by === 'user' || CONDITION.test(sentence)
  return ABANDONED.test(isState ? sentence.replace(STATE, ' ') : sentence)
}

const NAMED_DECISION =
  /^(?:decision|decided|entscheidung|décision|decisión|decisão|decisione|решение|决定|決定) ?[:：]/i

/** A choice with what was not chosen, or with its reason, or one that is called so. */
export function isDecision(sentence: string): boolean {
  if (sentence.endsWith('?') || /^let me\b/i.test(sentence)) return false
  return isChoice(sentence) && !SUPPOSED.test(sentence)
}

function isChoice(sentence: string): boolean {
  return (
    (mentions(sentence.slice(0, MAX_LEAD), [':', '：']) && NAMED_DECISION.test(sentence)) ||
    (mentions(sentence, CHOSEN_HINTS) && CHOSEN.test(sentence)) ||
    (mentions(sentence, CHOSEN_ELSEWHERE_HINTS) && CHOSEN_ELSEWHERE.test(sentence)) ||
    (mentions(sentence, AGAINST_HINTS) && AGAINST.test(sentence) && !MANNER.test(sentence)) ||
    (begins(sentence, CHOICE_STARTS) && mentions(sentence, REASON_HINTS) && REASONED_CHOICE.test(sentence)) ||
    isReasonedElsewhere(sentence, sentence.toLowerCase())
  )
}

/** "Let me fix this:" before a call: the call is what it says. */
function saysNoMore(sentence: string): boolean {
  return /[:：]$/.test(sentence) && sentence.trim().split(/\s+/).length <= MAX_BEFORE_CALL
}

const MAX_BEFORE_CALL = 5

export function isIntention(sentence: string): boolean {
  if (isCourtesy(sentence) || saysNoMore(sentence)) return false
  return (mentions(sentence, INTENTION_HINTS) && INTENTION.test(sentence)) || isNamedNext(sentence)
}

export function isQuestion(sentence: string): boolean {
  const end = sentence.slice(-2)
  return (end.includes('?') || end.includes('？')) && /[?？]["'”’)]?$/.test(sentence)
}

/** What follows "because" and "instead of", where it does. */
export function reasonIn(sentence: string): { why?: string; rejected?: string[] } {
  const why =
    /(?:\b(?:because(?: of)?|since|so that)\s+|[\s,](?:weil|parce qu(?:e |['’])|puisqu(?:e |['’])|porque|ya que|perché|poiché|omdat|ponieważ|потому что|так как|тому що|çünkü)\s*|因为|由于|なぜなら|왜냐하면)([^.;。]{6,200})/i.exec(
      sentence,
    )?.[1]
  const rejected = /\b(?:instead of|rather than)\s+((?:(?!\s+(?:because|since|so that)\b)[^.,;()]){3,120})/i.exec(
    sentence,
  )?.[1]
  return present({ why: why?.trim(), rejected: rejected === undefined ? undefined : [rejected.trim()] })
}

/** What a message asks for, in short. */
export function firstSentence(text: string): string {
  const lines = text
    .split('\n', 40)
    .map(cleanLine)
    .filter((line) => line !== '')
  const [first = '', second] = lines
  // "Implement the following plan:" says nothing without its first line.
  const start = first.endsWith(':') && second !== undefined ? `${first} ${second.replace(/^#+\s*/, '')}` : first
  const sentencesOf = (line: string): string[] => line.split(/(?<=[.!?])\s+|(?<=[。！？])/)
  // "help!" says nothing while something comes after it.
  const all = [start, ...lines.slice(1, MAX_LINES)].flatMap(sentencesOf)
  return cutLine(firstInstruction(all.filter(isMoreThanACall)) ?? firstInstruction(sentencesOf(start)) ?? '', 200)
}

const MAX_LINES = 5

/** Two words, or one as long as two. */
function isMoreThanACall(sentence: string): boolean {
  return /\S\s+\S/.test(sentence.trim()) || isAsLong(sentence, 12)
}
