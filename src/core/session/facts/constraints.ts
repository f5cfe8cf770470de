/**
 * What the user asked to be kept to, in words they typed: for good ("never touch package.json"), or for now ("do not commit
 * anything yet"). What they quote or paste is not theirs. One for now ends with the user's go-ahead, when what it held
 * back was seen to be done, and with the session: its mark says so, and `isForNow` reads it. One for good ends with the
 * user's words that lift it (lifts.ts); those are kept, since it may be known from an earlier session.
 */
import type { Item } from '../../entry/entry.js'
import { ANY_ACT, isForNow, markForNow, markLift, whereRead } from '../../entry/observed.js'
import { isGoAhead, isHandedBack } from '../phrase/instruction.js'
import type { Ref } from '../transcript.js'
import { boundedMap, readAt } from './collect.js'
import { scopeOf } from './constraint-scope.js'
import { ACT_WORDS, ACTS, HOLDS_BACK } from './constraint-words.js'
import { type Lift, liftIn, liftedBy } from './lifts.js'
import { sentencesIn } from './sentences.js'

const MAX_CONSTRAINTS = 40
const MAX_LIFTS = 20
/** A longer prompt is pasted material below its first paragraph. */
const MAX_OWN_WORDS_LENGTH = 1500
const MAX_FIRST_PARAGRAPH = 600
const MIN_LENGTH = 4

export interface ConstraintFacts {
  /** `at`: when it was said, in milliseconds. */
  prompt(text: string, ref: Ref, at?: number): void
  /** Something was done that a constraint may have held back: "commit", "push". */
  acted(act: string, at?: number): void
  items(): Item[]
  said(): Said
  state(): ConstraintsState
}

/** What the user's words mean for constraints that are known already; see `core/page/lift.ts`. */
export interface Said {
  /** Words that lift one, or sound like it, oldest first, each with the mark of `markLift`. */
  lifts: Item[]
  /** When each constraint and each of these was said, in milliseconds, by where it was read. */
  times: Record<string, number>
  /** What was done or allowed that may have been held back, and when that was last; `ANY_ACT`: whatever it was. */
  acts: Record<string, number>
}

export interface ConstraintsState extends Said {
  items: Item[]
}

export function constraintFacts(before?: ConstraintsState): ConstraintFacts {
  const all = boundedMap<Item>(MAX_CONSTRAINTS)
  const lifts = boundedMap<Item>(MAX_LIFTS)
  const times = new Map(Object.entries(before?.times ?? {}))
  const acts: Record<string, number> = { ...before?.acts }
  for (const one of before?.items ?? []) all.set(keyOf(one.text), one)
  for (const one of before?.lifts ?? []) lifts.set(keyOf(one.text), one)
  const sayings = (): Said => {
    const read = new Set([...all.values(), ...lifts.values()].map(whereRead))
    const known = [...times].filter(([where]) => read.has(where))
    return { lifts: lifts.values(), times: Object.fromEntries(known), acts: { ...acts } }
  }
  const lift = (text: string, by: Lift, ref: Ref): void => {
    const { clear } = liftedBy(
      by,
      all.values().map((one) => one.text),
    )
    for (const one of clear) all.delete(keyOf(one))
    lifts.set(keyOf(text), { text, observed: markLift(readAt(ref)) })
  }
  const end = (isOver: (text: string) => boolean): void => {
    for (const one of all.values()) if (isForNow(one) && isOver(one.text.toLowerCase())) all.delete(keyOf(one.text))
  }
  const note = (act: string, at: number | undefined): void => void (at !== undefined && (acts[act] = at))
  return {
    prompt: (text, ref, at) => {
      if (isGoAhead(text)) {
        note(ANY_ACT, at)
        return end(() => true)
      }
      // "go on" answers an explanation that was asked for first, and allows nothing.
      if (isHandedBack(text)) return end((said) => !holdsBack(said))
      const sentences = ownSentences(text)
      const found: Item[] = []
      const others: string[] = []
      for (const sentence of sentences) {
        const lifting = liftIn(sentence)
        // "From now on you may only edit src" is one too; who names a rule to forget it sets none.
        const rules = lifting?.kind === 'rule' ? [] : constraintsIn(sentence, ref)
        if (lifting) lift(sentence, lifting, ref)
        if (at !== undefined && (lifting || rules.length > 0)) times.set(readAt(ref), at)
        found.push(...rules)
        if (rules.length === 0) others.push(sentence)
      }
      const allowed = others.flatMap(actsIn)
      for (const act of allowed) note(act, at)
      if (allowed.length > 0) end((said) => holdsBack(said) && allowed.some((act) => said.includes(act)))
      for (const one of found) all.set(keyOf(one.text), one)
    },
    acted: (act, at) => {
      note(act, at)
      end((said) => said.includes(act))
    },
    items: () => all.values().toReversed(),
    said: sayings,
    state: () => ({ items: all.values(), ...sayings() }),
  }
}

/** "ok, commit now", "commit it": the act is asked for. "the commit hook fails" asks for nothing. */
function actsIn(sentence: string): string[] {
  const said = sentence.toLowerCase()
  const asked = said.replace(/^(?:(?:ok|okay|yes|good|great|now|please|and|then|so|ja|gut|oui|sí|sim)[,.! ]+)*/, '')
  if (said.endsWith('?')) return []
  return ACTS.filter(
    (act) => asked.startsWith(act) || (said.includes(act) && said.length <= 60 && ACT_WORDS.test(said)),
  )
}

function holdsBack(said: string): boolean {
  return HOLDS_BACK.some((word) => said.includes(word))
}

/** Sentences somebody typed: no code, no quoted line, nothing a client put between tags, no pasted document. */
function ownSentences(text: string): string[] {
  const typed = text.includes('</') ? text.slice(0, 20_000).replace(/<([a-z][\w-]*)[^<>]*>[^]*?<\/\1>/gi, '') : text
  const own = typed.trim()
  if (own.length <= MAX_OWN_WORDS_LENGTH) return sentencesIn(withoutPasted(own), MIN_LENGTH)
  const start = own.slice(0, MAX_FIRST_PARAGRAPH + 1)
  const paragraph = start.split(/\n\s*\n/, 1)[0] as string
  // What was pasted may follow in the very next line.
  const first = paragraph.length > MAX_FIRST_PARAGRAPH ? (paragraph.split('\n', 1)[0] as string) : paragraph
  return first.length > MAX_FIRST_PARAGRAPH ? [] : sentencesIn(withoutPasted(first), MIN_LENGTH)
}

/** Indented lines and those of logs are pasted too. */
function withoutPasted(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) =>
        !/^(?: {4}|\t|[[$%]|\d{4}-\d\d|\d\d:\d\d|(?:[A-Z]{4,}|\w*(?:Error|Exception|Warning))\b[:\s])/.test(line),
    )
    .join('\n')
}

/** Two, where one for good stands behind one for now. */
function constraintsIn(sentence: string, ref: Ref): Item[] {
  if (/[?？؟]["'”’)]*$/.test(sentence)) return []
  const scope = scopeOf(sentence)
  if (scope === null) return []
  if (scope === 'good') return [{ text: sentence, observed: readAt(ref) }]
  const [now, good] = apart(sentence)
  const forNow = { text: now, observed: markForNow(readAt(ref)) }
  return good === undefined ? [forNow] : [forNow, { text: good, observed: readAt(ref) }]
}

const FOR_GOOD_BEHIND =
  /(?:[;；]\s*|[,，]?\s*(?<=[,，\s])(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|и|но)\s+|并且|而且|但是?|另外))(?=(?:never|always|under no circumstances|nie|niemals|immer|auf keinen fall|jamais|toujours|nunca|jamás|siempre|sempre|mai|никогда|всегда)\s|永远|绝不|始终)/i

/** "do not push yet, and never touch package.json": "yet" says nothing of the rule behind it. */
function apart(sentence: string): [string, string?] {
  const found = FOR_GOOD_BEHIND.exec(sentence)
  if (!found) return [sentence]
  const [before, behind] = [sentence.slice(0, found.index), sentence.slice(found.index + found[0].length)]
  return scopeOf(before) === 'now' && scopeOf(behind) === 'good' ? [before, behind] : [sentence]
}

function keyOf(text: string): string {
  const words = text.toLowerCase().replace(/[\s.!。！]+/g, ' ')
  return words.trim()
}
