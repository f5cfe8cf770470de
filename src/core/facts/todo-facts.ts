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
}

export function todoFacts(): TodoFacts {
  const done = boundedMap<Item>(MOST_DONE)
  let next: Item | undefined
  return {
    add: (event) => {
      const observed = readAt(event.ref)
      const item = (text: string): Item => ({ text: cutLine(cleanLine(text), LONGEST), observed })
      for (const { text, state } of event.items) if (state === 'done' && !done.get(text)) done.set(text, item(text))
      const open =
        event.items.find(({ state }) => state === 'doing') ?? event.items.find(({ state }) => state === 'open')
      next = open && item(open.text)
    },
    next: () => next,
    done: () => done.values().toReversed(),
  }
}
