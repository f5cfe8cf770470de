/** What the agent's list of things to do says: what comes next, and what was ticked off. */
import type { Item } from '../../entry/entry.js'
import { markToDo, toDoText } from '../../entry/observed.js'
import { present } from '../../present.js'
import { cutLine } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import type { TodosEvent } from '../transcript.js'
import { boundedMap, readAt } from './collect.js'
import type { StatedFacts } from './stated-facts.js'
import type { TalkFacts } from './talk-facts.js'

const MAX_DONE = 100
const MAX_SHOWN = 200

export interface TodoFacts {
  add(event: TodosEvent): void
  /** What is being done, else the first that is open. */
  next(): Item | undefined
  /** What is open besides this next action: the list is written anew all the time, and only as a whole is it true. */
  rest(told: Item | undefined): Item[]
  /** When the list was written last. */
  at(): number | undefined
  /** The user has asked for something since the list was written. */
  isOld(): boolean
  asked(): void
  done(): Item[]
  state(): TodosState
}

export interface TodosState {
  done: Item[]
  next: Item | null
  rest?: Item[]
  /** The rest, and what comes next. */
  open?: Item[]
  at?: number | null
  isOld?: boolean
}

/** The list of things to do, as it stands, and what was ticked off on the way. */
export function todoFacts(before?: TodosState): TodoFacts {
  const done = boundedMap<Item>(MAX_DONE)
  let next = before?.next ?? undefined
  let rest = before?.rest ?? []
  let all = before?.open ?? []
  let at = before?.at ?? undefined
  let isOld = before?.isOld ?? false
  for (const item of before?.done ?? []) done.set(item.text, item)
  return {
    add: (event) => {
      const observed = readAt(event.ref)
      const item = (text: string): Item => ({ text: cutLine(cleanLine(text), MAX_SHOWN), observed })
      for (const ticked of event.items.filter(({ state }) => state === 'done').map(({ text }) => item(text)))
        if (!done.get(ticked.text)) done.set(ticked.text, ticked)
      const open =
        event.items.find(({ state }) => state === 'doing') ?? event.items.find(({ state }) => state === 'open')
      next = open && item(open.text)
      const others = event.items
        .filter((one) => one !== open && one.state !== 'done')
        .map(({ text }) => item(text).text)
      rest = alsoToDo(others, observed)
      all = alsoToDo(next ? [next.text, ...others] : others, observed)
      at = event.at
      isOld = false
    },
    next: () => next,
    rest: (told) => (told === next ? rest : all),
    at: () => at,
    isOld: () => isOld,
    asked: () => void (isOld = true),
    done: () => done.values().toReversed(),
    state: () => ({ done: done.values(), next: next ?? null, rest, open: all, at: at ?? null, isOld }),
  }
}

const MAX_REST = 40

function alsoToDo(texts: readonly string[], where: string): Item[] {
  return texts.slice(0, MAX_REST).map((text) => ({ text: toDoText(text), observed: markToDo(where) }))
}

interface Sayings {
  talk: Pick<TalkFacts, 'intention' | 'planStep' | 'isLastWord' | 'unanswered'>
  todos: TodoFacts
  stated: Pick<StatedFacts, 'next'>
}

type Times = Record<'said' | 'plan' | 'asked', number | undefined>

/** What the agent says comes next holds until it does something; a list that nobody touched since the last request is old. */
export function nextOf({ talk, todos, stated }: Sayings, at: Times): { item?: Item; at?: number } {
  const [said, listed, step] = [talk.intention(), todos.next(), talk.planStep()]
  if (said && talk.isLastWord()) return present({ item: said, at: at.said })
  if (listed && !todos.isOld()) return present({ item: listed, at: todos.at() })
  if (step) return present({ item: step, at: at.plan })
  if (said) return present({ item: said, at: at.said })
  const noted = stated.next()
  if (noted) return noted
  const asked = talk.unanswered()
  return present(asked ? { item: asked, at: at.asked } : { item: listed, at: todos.at() })
}
