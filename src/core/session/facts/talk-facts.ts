/** What was said: the request, the intention, choices, what was given up, open questions. Only sentences, never a dump. */
import type { Decision, Failed, Item } from '../../entry/entry.js'
import { parsePlanSteps } from '../plan/text.js'
import type { PlanEvent, QuestionEvent, Ref } from '../transcript.js'
import { cutAt, cutLine } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import { boundedMap, pushBounded, readAt } from './collect.js'
import type { Talk } from './file-facts.js'
import { isInstruction } from '../phrase/instruction.js'
import { firstSentence, isAbandoned, isDecision, isQuestion, reasonIn, sentencesIn } from './sentences.js'
import {
  type Intention,
  MAX_QUESTIONS,
  nextIn,
  requestIn,
  type Said,
  wholeOrStart,
  type Words,
  wordsIn,
} from './talk-words.js'

const MAX_DECISIONS = 12
const MAX_ABANDONED = 12
const MAX_INSTRUCTIONS = 6
/** Of the user's own words beside a refusal or an answer. */
const MAX_REASON = 600
const MAX_STORED_LENGTH = 20_000
/** What the assistant said last: the end of it is what comes next. */
const LAST_WORDS = 600
/** A prompt longer than this is pasted material whose sentences are not the user's own choices. */
const MAX_OWN_WORDS_LENGTH = 1500

interface Asked {
  question: string
  ref: Ref
}

/** Plain JSON. */
export interface TalkState {
  decisions: Decision[]
  abandoned: Failed[]
  asked: Asked[]
  task: Item | null
  /** The last instructions, oldest first. */
  last: Said[]
  words: Words | null
  intention: Intention | null
  plan: string
  planStep: Said | null
  isAnswered: boolean
  isBusy: boolean
}

export interface TalkFacts {
  /** True: it asks for something. */
  prompt(text: string, ref: Ref): boolean
  text(text: string, ref: Ref): void
  called(): void
  /** A file was changed: the plan is under way, and how far is not known from here. */
  changed(): void
  plan(event: PlanEvent): void
  question(event: QuestionEvent): void
  /** The user refused something, and said why or what instead. */
  refused(what: string, said: string, ref: Ref): void
  /** For the order of the files. */
  named(): Talk
  task(): Item | undefined
  intent(): Item | undefined
  planStep(): Item | undefined
  intention(): Item | undefined
  unanswered(): Item | undefined
  /** The last word of the agent was what comes next, in so many words. */
  isLastWord(): boolean
  questions(): Item[]
  decisions(): Decision[]
  abandoned(): Failed[]
  state(): TalkState
}

export function talkFacts(before?: TalkState): TalkFacts {
  const decisions = boundedMap<Decision>(MAX_DECISIONS)
  const abandoned = boundedMap<Failed>(MAX_ABANDONED)
  const asked = boundedMap<Asked>(MAX_QUESTIONS)
  let task = before?.task ?? undefined
  const instructions = [...(before?.last ?? [])]
  let words = before?.words ?? undefined
  let intention = before?.intention ?? undefined
  let plan = before?.plan ?? ''
  let planStep = before?.planStep ?? undefined
  let isAnswered = before?.isAnswered ?? true
  let isBusy = before?.isBusy ?? false
  for (const one of before?.decisions ?? []) decisions.set(keyOf(one.text), one)
  for (const one of before?.abandoned ?? []) abandoned.set(keyOf(one.text), one)
  for (const one of before?.asked ?? []) asked.set(one.question, one)

  const judge = (sentences: readonly string[], by: 'user' | 'agent', ref: Ref): void => {
    const observed = readAt(ref)
    for (const text of sentences) {
      if (isAbandoned(text, by)) abandoned.set(keyOf(text), { text, observed })
      else if (isDecision(text)) decisions.set(keyOf(text), { text, ...reasonIn(text), observed })
    }
  }

  return {
    prompt: (text, ref) => {
      words = undefined
      asked.clear()
      isBusy = false
      // Whoever says "go on" wants what was said before, by either side.
      const own = requestIn(text)
      if (own === undefined || !isInstruction(own)) return false
      const said = { text: cutAt(own, MAX_STORED_LENGTH), ref }
      pushBounded(instructions, said, MAX_INSTRUCTIONS)
      task ??= { text: firstSentence(said.text), observed: readAt(ref) }
      if (own.length <= MAX_OWN_WORDS_LENGTH) judge(sentencesIn(own), 'user', ref)
      plan = ''
      planStep = undefined
      intention = undefined
      isAnswered = false
      return true
    },
    text: (text, ref) => {
      const sentences = sentencesIn(text)
      words = wordsIn(text.slice(-LAST_WORDS), ref)
      // An older intention was carried out before this was said.
      intention = nextIn(text, sentences, ref)
      judge(sentences, 'agent', ref)
      isAnswered = true
      isBusy = false
    },
    changed: () => void (planStep = undefined),
    called: () => void (isAnswered = isBusy = true),
    plan: (event) => {
      if (event.state !== 'approved') return
      plan = cutAt(event.text ?? '', MAX_STORED_LENGTH)
      const step = parsePlanSteps(plan)
      const open = step?.steps[step.step - 1]
      planStep = open?.state === 'open' ? { text: cutLine(cleanLine(open.text), 200), ref: event.ref } : undefined
      const title = /^#+\s+(.+)$/m.exec(plan.slice(0, 2000))?.[1]
      const text = `plan approved${title === undefined ? '' : `: ${cutLine(cleanLine(title), 160)}`}`
      decisions.set(keyOf(text), { text, observed: readAt(event.ref) })
      if (title !== undefined)
        task = { text: cutLine(cleanLine(title.replace(/^plan:\s*/i, '')), 200), observed: readAt(event.ref) }
    },
    refused: (what, said, ref) => {
      // Who only asks something back has not chosen yet.
      if (isQuestion(said)) return
      const text = `${what} was refused; the user said: ${cutLine(cleanLine(said), MAX_REASON)}`
      decisions.set(keyOf(text), { text, observed: readAt(ref) })
    },
    question: (event) => {
      if (event.answer === undefined) return asked.set(event.question, { question: event.question, ref: event.ref })
      asked.delete(event.question)
      const text = `${cutLine(cleanLine(event.question), 300)} → ${cutLine(cleanLine(event.answer), MAX_REASON)}`
      const rejected = event.options
        .filter((one) => one !== event.answer)
        .slice(0, 4)
        .map((one) => cutLine(cleanLine(one), 80))
      decisions.set(keyOf(text), { text, ...(rejected.length > 0 ? { rejected } : {}), observed: readAt(event.ref) })
    },
    named: () => ({
      asked: `${instructions.at(-1)?.text ?? ''}\n${plan}`,
      said: words?.paths ?? [],
    }),
    task: () => task,
    intent: () => {
      const last = instructions.at(-1)
      return last && { text: wholeOrStart(last), observed: readAt(last.ref) }
    },
    planStep: () => planStep && { text: planStep.text, observed: readAt(planStep.ref) },
    intention: () => intention && { text: intention.text, observed: readAt(intention.ref) },
    unanswered: () => {
      const last = instructions.at(-1)
      return last && !isAnswered ? { text: firstSentence(last.text), observed: readAt(last.ref) } : undefined
    },
    isLastWord: () => !isBusy && intention?.isNamed === true,
    questions: () => [
      ...asked.values().map((one) => ({ text: cutLine(cleanLine(one.question), 300), observed: readAt(one.ref) })),
      ...(isBusy || !words ? [] : words.questions),
    ],
    decisions: () => decisions.values().toReversed(),
    abandoned: () => abandoned.values().toReversed(),
    state: () => ({
      decisions: decisions.values(),
      abandoned: abandoned.values(),
      asked: asked.values(),
      task: task ?? null,
      last: instructions,
      words: words ?? null,
      intention: intention ?? null,
      plan,
      planStep: planStep ?? null,
      isAnswered,
      isBusy,
    }),
  }
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .slice(0, 100)
}
