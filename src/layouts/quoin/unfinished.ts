/**
 * "Unfinished work" holds what is still to do: the next action first, where it stopped, what comes then (kept as context
 * that begins with "then:"), and what it waits for.
 */
import type { Fields, Item } from '../../core/entry.js'
import { parseItems, printItems } from './items.js'

type Unfinished = Pick<Fields, 'next' | 'leftOff' | 'context' | 'blockers'>

const LEFT_OFF = /^left off:\s*(\S[^]*)$/i
const BLOCKED = /^blocked:\s*(\S[^]*)$/i
const THEN = /^then:\s*(\S[^]*)$/i

export function printUnfinished({ next, leftOff, context, blockers }: Unfinished): string {
  return printItems([
    ...(next ? [next] : []),
    ...(leftOff ? [{ text: `Left off: ${leftOff.text}` }] : []),
    ...matching(context, THEN),
    ...blockers.map(({ text }) => ({ text: `Blocked: ${text}` })),
  ])
}

export function parseUnfinished(text: string): Unfinished {
  const items = parseItems(text)
  const [next, ...then] = items.filter((item) => !LEFT_OFF.test(item.text) && !BLOCKED.test(item.text))
  const stops = matching(items, LEFT_OFF).map((item) => item.text)
  return {
    ...(next && { next }),
    ...(stops.length > 0 && { leftOff: { text: stops.join('\n') } }),
    context: then.map((item) => ({ text: `then: ${item.text}` })),
    blockers: matching(items, BLOCKED),
  }
}

function matching(items: readonly Item[], label: RegExp): Item[] {
  return items.flatMap(({ text }) => {
    const rest = label.exec(text)?.[1]
    return rest === undefined ? [] : [{ text: rest }]
  })
}
