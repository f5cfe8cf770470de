/**
 * What the agent or its client wrote down about the work: the goal it was set, a title, a recap, the summary of a compaction,
 * a file for whoever goes on. It is judgement that is paid for already, and told as what was stated then: below whatever
 * was observed or said since.
 */
import type { Decision, Item } from '../../entry/entry.js'
import { present } from '../../present.js'
import { cutLine } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import type { Action, Ref, StatedEvent } from '../transcript.js'
import { readAt, shownPath } from './collect.js'
import { labelledNext } from './words/next.js'
import { isHandOver, readStated } from './words/stated.js'

export interface StatedFacts {
  add(event: StatedEvent): void
  /** A file may have been written for whoever goes on. */
  did(action: Action, ref: Ref, at: number | undefined, cwd: string | undefined): void
  /** The user asked for something: what was said to come next is older. */
  asked(): void
  /** The list of things to do was written: it is newer than what a summary said of it. */
  listed(): void
  task(): Item | undefined
  title(): Item | undefined
  next(): { item: Item; at?: number } | undefined
  decisions(): Decision[]
  context(): Item[]
  state(): StatedState
}

/** Plain JSON. */
export interface StatedState {
  goal?: Item
  title?: Item
  recap?: Item
  pending?: Item
  kept?: Item
  handOver?: Item
  next?: { item: Item; at?: number }
  decisions: Decision[]
  /** How often something was asked since the summary. */
  since: number
}

const MAX_TEXT = 600
/** After so many requests what a summary held for pending is past. */
const MAX_SINCE = 2

export function statedFacts(before?: StatedState): StatedFacts {
  const all: StatedState = { decisions: [], since: 0, ...before }

  function step(text: string | undefined, observed: string, at: number | undefined): void {
    if (text === undefined) return
    all.next = { item: { text: cutLine(cleanLine(text), MAX_TEXT), observed }, ...(at !== undefined && { at }) }
  }

  return {
    add: ({ what, text, ref, at }) => {
      const observed = readAt(ref)
      const said = cutLine(cleanLine(text), MAX_TEXT)
      if (what === 'goal') all.goal = { text: said, observed }
      if (what === 'title') all.title = { text: said, observed }
      if (what === 'recap') {
        all.recap = { text: `recap by the agent: ${said}`, observed }
        step(labelledNext(text.replaceAll(/(?<=[.!?]) (?=\p{Lu})/gu, '\n')), observed, at)
      }
      if (what !== 'summary') return
      const { pending, decisions, kept, next } = readStated(text)
      all.since = 0
      all.decisions = decisions.map((one) => ({ text: one, observed }))
      step(next, observed, at)
      Object.assign(
        all,
        present({ pending: listOf('pending', pending, observed), kept: listOf('kept to', kept, observed) }),
      )
    },
    did: (action, ref, at, cwd) => {
      const texts = 'wrote' in action ? action.wrote : undefined
      if (!texts || !('path' in action) || !action.path || !isHandOver(action.path)) return
      const observed = readAt(ref)
      const text = texts.map((one) => ('whole' in one ? one.whole : one.after)).join('\n')
      const { next, pending } = readStated(text)
      step(next ?? pending[0], observed, at)
      all.handOver = { text: `the session wrote a file for whoever goes on: ${shownPath(action.path, cwd)}`, observed }
    },
    asked: () => {
      delete all.next
      delete all.recap
      if (++all.since <= MAX_SINCE) return
      delete all.pending
    },
    listed: () => void delete all.pending,
    task: () => all.goal,
    title: () => all.title,
    next: () => all.next,
    decisions: () => all.decisions,
    context: () => [all.recap, all.pending, all.kept, all.handOver].filter((one) => one !== undefined),
    state: () => all,
  }
}

function listOf(what: string, items: readonly string[], observed: string): Item | undefined {
  return items.length === 0
    ? undefined
    : { text: `${what}, as the agent’s summary said: ${items.join('; ')}`, observed }
}
