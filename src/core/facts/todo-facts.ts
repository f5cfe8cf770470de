/** The list of things to do, as it stands, and what was ticked off on the way. */
import type { Item } from '../entry.js'
import { cleanLine } from '../sanitise.js'
import type { TodosEvent } from '../transcript.js'
import { boundedMap } from './bounded.js'
import { readAt } from './context.js'
import { cutLine } from './telling-line.js'

const MOST_DONE = 100
const LONGEST = 200

export interface TodoFacts {
  add(event: TodosEvent): void
  /** What is being done, else the first that is open. */
  next(): Item | undefined
  done(): Item[]
  state(): TodosState
}

export interface TodosState {
  done: Item[]
  next: Item | null
}

export function todoFacts(before?: TodosState): TodoFacts {
  const done = boundedMap<Item>(MOST_DONE)
  let next = before?.next ?? undefined
  for (const item of before?.done ?? []) done.set(item.text, item)
  return {
    add: (event) => {
      const observed = readAt(event.ref)
      const item = (text: string): Item => ({ text: cutLine(cleanLine(text), LONGEST), observed })
      for (const ticked of event.items.filter(({ state }) => state === 'done').map(({ text }) => item(text)))
        if (!done.get(ticked.text)) done.set(ticked.text, ticked)
      const open =
        event.items.find(({ state }) => state === 'doing') ?? event.items.find(({ state }) => state === 'open')
      next = open && item(open.text)
    },
    next: () => next,
    done: () => done.values().toReversed(),
    state: () => ({ done: done.values(), next: next ?? null }),
  }
}
