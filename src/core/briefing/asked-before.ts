/**
 * What was asked before the last requests. Where there is no room for all of it, those sentences are told that have most to do
 * with the work as it is now: what the last requests, the agent's last words, the to-dos and the newest files are about.
 */
import { wordsTelling } from '../choose/topic.js'
import type { Entry, Item } from '../entry/entry.js'
import { lastWordsIn, lookedForIn, toDosIn, workedOn } from '../entry/observed.js'
import { normalText } from '../page/item-id.js'
import { quoteItemLine, quoteLine } from '../printer/quote.js'
import { startOf } from '../text/cut.js'
import { whoseNote } from './item-lines.js'
import type { Part } from './lay.js'

export interface Request {
  item: Item
  text: string
}

interface Sentence {
  /** Of which request it is one, the newest first. */
  of: number
  /** In that request. */
  at: number
  text: string
  words: readonly string[]
}

/** A longer one is told by how it begins. */
const MAX_SENTENCE = 240
/** In worth: a long sentence has a word in common with everything. */
const FEW_WORDS = 3
/** In worth: what was asked just before the last requests belongs to them more often than not. */
const NEWER = 0.2

/** `told`: sentences that stand elsewhere, as a rule or a choice. */
export function askedBefore(
  older: readonly Request[],
  { now, told }: { now: string; told: readonly string[] },
  isRoomy: boolean,
): Part[] {
  const standing = new Set(told.map(normalText))
  const wordsIn = wordsTelling()
  const all = older.flatMap(({ text }, of) =>
    sentencesOf(text, isRoomy).flatMap((one, at): Sentence[] =>
      standing.has(normalText(one)) ? [] : [{ of, at, text: one, words: wordsIn(one) }],
    ),
  )
  if (all.length === 0) return []
  const here = new Set(wordsIn(now))
  const worthOf = (words: readonly string[], of: number): number =>
    words.filter((word) => here.has(word)).length / Math.sqrt(words.length + FEW_WORDS) + NEWER / (of + 1)
  const sorted = all
    .map((one) => ({ one, worth: worthOf(one.words, one.of) }))
    .toSorted((a, b) => b.worth - a.worth || a.one.of - b.one.of || a.one.at - b.one.at)
    .map(({ one }) => one)
  const print = (chosen: readonly Sentence[]): string => {
    const rows = older.flatMap(({ item }, of) => {
      const own = chosen.filter((one) => one.of === of).toSorted((a, b) => a.at - b.at)
      if (own.length === 0) return []
      const text = own.map((one, i) => `${i > 0 && (own[i - 1] as Sentence).at + 1 < one.at ? '… ' : ''}${one.text}`)
      return [`- ${quoteItemLine(text.join(' '))}${whoseNote(item)}`]
    })
    return rows.join('\n')
  }
  const whole = print(sorted)
  const fitting = (room: number): string => {
    const chosen: Sentence[] = []
    let text = ''
    for (const one of sorted) {
      if (text.length + one.text.length > room) continue
      const more = print([...chosen, one])
      if (more.length > room) continue
      chosen.push(one)
      text = more
    }
    return text
  }
  // The room is shared out in rounds, which often come to the same.
  const known = new Map<number, string>()
  return [
    (room) => {
      if (whole.length <= room) return whole
      const text = known.get(room) ?? fitting(room)
      known.set(room, text)
      return text
    },
  ]
}

function sentencesOf(text: string, isRoomy: boolean): string[] {
  const all = quoteLine(text).split(SENTENCE_END)
  return all.filter((one) => isRoomy || saysSomething(one)).map((one) => cut(one))
}

function cut(one: string): string {
  const start = startOf(one, MAX_SENTENCE)
  return start.length < one.length ? `${start} …` : one
}

const NEWEST = 10

/** What the work is about now, in the words of everybody. */
export function aboutNow(entry: Entry, requests: readonly Request[]): string {
  const { context, next, task, files, questions, failed } = entry
  const said = context.flatMap((item) => lastWordsIn(item) ?? lookedForIn(item) ?? [])
  const near = files.slice(0, NEWEST).flatMap((file) => [file.path.split('/').slice(-2).join(' '), ...workedOn(file)])
  const items = [next, task, ...questions, ...failed].flatMap((item) => item?.text ?? [])
  return [...requests.map(({ text }) => text), ...said, ...context.flatMap(toDosIn), ...items, ...near].join('\n')
}

export const SENTENCE_END: RegExp = /(?<=[.!?。！？])\s+/
const LEAST_WORDS = 4
/** In writing without spaces, and in one word as long as a command with its object. */
const LEAST_LENGTH = 24

export function saysSomething(sentence: string): boolean {
  const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(sentence)
  return sentence.split(/\s+/).length >= LEAST_WORDS || sentence.length >= (isDense ? LEAST_LENGTH / 3 : LEAST_LENGTH)
}
