/** What the user asked for before the last request, in their own words, and what the agent said last. */
import type { Item } from '../../entry/entry.js'
import { requestText, lastWordsText, markEndOfTurn } from '../../entry/observed.js'
import { cutMiddle } from '../../text/cut.js'
import { cleanLine, cleanText } from '../../text/text.js'
import { isForDogear, isHandedBack, isInstruction } from '../phrase/instruction.js'
import type { Ref } from '../transcript.js'
import { pushBounded, readAt } from './collect.js'
import { requestIn as askedIn } from './talk-words.js'

const MAX_REQUESTS = 25
/** Of the two before the last one; of older ones the beginning and the end. */
const MAX_RECENT_LENGTH = 2000
const MAX_OLDER_LENGTH = 800
const MAX_GO_AHEAD = 200
const MAX_MESSAGES = 4
/** While it works, an agent says little at a time: one sentence alone tells nothing. */
const ROOM_FOR_WORDS = 1500

interface Said {
  text: string
  ref: Ref
}

/** Plain JSON. */
export interface RequestsState {
  requests: Said[]
  messages: Said[]
  goAhead: Said | null
  /** A call came after the last message. */
  isBusy: boolean
  /** Nothing came after the last message: it gave the turn back. */
  isOver?: boolean
}

export interface RequestFacts {
  prompt(text: string, ref: Ref): void
  text(text: string, ref: Ref): void
  called(): void
  /** Those before the last one, the newest first. */
  earlier(): Item[]
  lastWords(): Item[]
  state(): RequestsState
}

export function requestFacts(before?: RequestsState): RequestFacts {
  const requests = [...(before?.requests ?? [])]
  const messages = [...(before?.messages ?? [])]
  let goAhead = before?.goAhead ?? null
  let isBusy = before?.isBusy ?? false
  let isOver = before?.isOver ?? false

  return {
    prompt: (whole, ref) => {
      const text = askedIn(whole)
      if (text === undefined) return
      isOver = false
      const isAsked = isInstruction(text)
      const said = { text: cutMiddle(cleanText(text).trim(), isAsked ? MAX_RECENT_LENGTH : MAX_GO_AHEAD), ref }
      // "Yes" allows what was asked for last; "go on" says nothing.
      if (isAsked) goAhead = null
      else if (!isHandedBack(text) && !isForDogear(text)) goAhead = said
      if (isAsked) pushBounded(requests, said, MAX_REQUESTS)
    },
    text: (text, ref) => {
      // What nothing was done after ended a turn, or was told before it reached the file.
      if (!isBusy) messages.pop()
      isBusy = false
      isOver = true
      pushBounded(messages, { text: cutMiddle(withoutDumps(cleanText(text)), ROOM_FOR_WORDS), ref }, MAX_MESSAGES)
    },
    called: () => {
      isBusy = true
      isOver = false
    },
    earlier: () =>
      requests
        .slice(0, -1)
        .toReversed()
        .map(({ text, ref }, i) => ({
          text: requestText(i < 2 ? text : cutMiddle(text, MAX_OLDER_LENGTH)),
          observed: readAt(ref),
        })),
    lastWords: () => {
      const said: string[] = goAhead ? [`(the user then said: ${cleanLine(goAhead.text)})`] : []
      let room = ROOM_FOR_WORDS
      for (const { text } of messages.toReversed()) {
        room -= text.length
        if (room < 0 && said.length > (goAhead ? 1 : 0)) break
        said.unshift(text)
      }
      const last = messages.at(-1)
      if (!last) return []
      const read = readAt(last.ref)
      return [{ text: lastWordsText(said.join('\n')), observed: isOver ? markEndOfTurn(read) : read }]
    },
    state: () => ({ requests: [...requests], messages: [...messages], goAhead, isBusy, isOver }),
  }
}

const MAX_PLAIN_LINES = 4
const SENTENCE_END = /[.!?:;,。！？：)…]["'`*)]*\s*$/
const LISTED = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s/

/** Words are kept, and what stood in files is not: no code, no tables, of lines that are no sentences only the first. */
function withoutDumps(text: string): string {
  const kept: string[] = []
  let plain = 0
  for (const line of text.replace(/^\s*(```|~~~)[^]*?(?:^\s*\1|$(?![^]))/gm, '').split('\n')) {
    // Rows of a table, and what the Codex app draws buttons from: `::git-commit{cwd="…"}`.
    if (/^\s*(?:\||::[\w-]+\{)/.test(line)) continue
    const isWords = line.trim() === '' || SENTENCE_END.test(line) || LISTED.test(line)
    plain = isWords ? 0 : plain + 1
    if (plain < MAX_PLAIN_LINES - 1) kept.push(line.trimEnd())
  }
  return kept
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
