/** A message with its parts, wherever it is kept. */
import { objectOf, objectsOf, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

/** In the order in which they were made. `row` is the message's place: its row, or its number. */
export interface Message {
  row: number
  info: Json
  parts: Json[]
}

/** What a revert took back: everything from that message on, or from a part within it. */
export function untilRevert(revert: unknown): (message: Message) => Message | null {
  const [message, part] = [textOf(objectOf(revert)?.['messageID']), textOf(objectOf(revert)?.['partID'])]
  let isPast = false
  return (one) => {
    if (isPast || message === undefined || one.info['id'] !== message) return isPast ? null : one
    isPast = true
    const end = part === undefined ? -1 : one.parts.findIndex(({ id }) => id === part)
    return end > 0 ? { ...one, parts: one.parts.slice(0, end) } : null
  }
}

export function messagesIn(exported: Json): Message[] {
  return objectsOf(exported['messages']).map((one, row) => ({
    row,
    info: objectOf(one['info']) ?? {},
    parts: objectsOf(one['parts']),
  }))
}
