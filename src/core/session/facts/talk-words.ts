/** What is used of a prompt and of the assistant's words: the request without what is none, what comes next, what is asked. */
import type { Item } from '../../entry/entry.js'
import { cutLine } from '../../text/cut.js'
import { cleanText } from '../../text/text.js'
import type { Ref } from '../transcript.js'
import { pathsIn, readAt } from './collect.js'
import { isIntention, isQuestion, sentencesIn } from './sentences.js'
import { isNamedNext, labelledNext, withoutNext } from './words/next.js'

export const MAX_QUESTIONS = 2
/** An instruction longer than this is a pasted document; its start says what it is, the reference where the rest is. */
const MAX_INTENT_LENGTH = 4000

export interface Said {
  text: string
  ref: Ref
}

export interface Intention extends Said {
  /** "Next: …", and not only "let me …". */
  isNamed?: boolean
}

/** What is used of the assistant's last words. */
export interface Words {
  questions: Item[]
  paths: string[]
}

/** Without comments of HTML, which are for no reader; undefined: nothing else is there, or only a bare command of the client. */
export function requestIn(text: string): string | undefined {
  const parts = text.split('<!--')
  const words = parts.map((part, i) => {
    const end = i === 0 ? -3 : part.indexOf('-->')
    return end === -1 ? '' : part.slice(end + 3)
  })
  const own = words.join('').trim()
  return own === '' || /^\/[\w:-]+$/.test(own) ? undefined : own
}

/** What is called next in so many words, else what the agent says it will do. */
export function nextIn(text: string, sentences: readonly string[], ref: Ref): Intention | undefined {
  const labelled = labelledNext(text)
  if (labelled !== undefined) return { text: labelled, ref, isNamed: true }
  const named = sentences.findLast(isNamedNext)
  if (named !== undefined) return { text: withoutNext(named), ref, isNamed: true }
  const said = sentences.findLast(isIntention)
  return said === undefined ? undefined : { text: said, ref }
}

/** Of questions only what the text ends with: one in the middle of an explanation is rhetoric. */
export function wordsIn(text: string, ref: Ref): Words {
  const questions = sentencesIn(text)
    .slice(-4)
    .filter(isQuestion)
    .slice(-MAX_QUESTIONS)
    .map((one) => ({ text: one, observed: readAt(ref) }))
  return { questions, paths: pathsIn(text) }
}

export function wholeOrStart({ text, ref }: Said): string {
  const clean = cleanText(text).trim()
  if (clean.length <= MAX_INTENT_LENGTH) return clean
  return `${cutLine(clean, MAX_INTENT_LENGTH)} (${clean.length - MAX_INTENT_LENGTH} more characters: ${readAt(ref)})`
}
