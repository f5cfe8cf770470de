/** The newest state of a session, read backwards. What was rewound is passed over. */
import { commonOf } from '../common/event.js'
import { readFirstRecords, readRecordsBack } from '../common/tail.js'
import { numberOf, objectOf, objectsOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'
import type { Tail } from '../reader.js'
import { typedIn } from './typed.js'

export function readJsonlTail(path: string): Tail {
  const look = lookBack()
  readRecordsBack(path, look.record)
  return present<Tail>({ ...look.found, session: sessionOf(readFirstRecords(path)[0]) })
}

/** Of the older form, which is one record. */
export function tailOf(conversation: Json): Tail {
  const look = lookBack()
  for (const message of objectsOf(conversation['messages']).toReversed()) if (!look.record(message)) break
  return present<Tail>({ ...look.found, session: sessionOf(conversation) })
}

function lookBack(): { found: Tail; record: (record: Json) => boolean } {
  const found: Tail = {}
  let rewound: string | undefined
  let [isPassing, isReplaced] = [false, false]

  /** The message that was rewound to may stand there several times. */
  function isUndone(record: Json): boolean {
    if (rewound === undefined) return false
    if (record['id'] === rewound) isPassing = true
    else if (isPassing) rewound = undefined
    return rewound !== undefined
  }

  return {
    found,
    record(record) {
      const at = commonOf(0, undefined, record['timestamp'] ?? objectOf(record['$set'])?.['lastUpdated']).at
      if (at !== undefined) found.at ??= at
      if (isUndone(record)) return true
      const target = textOf(record['$rewindTo'])
      if (target) [rewound, isPassing] = [target, false]
      if (Array.isArray(objectOf(record['$set'])?.['messages'])) isReplaced = true
      const typed = record['type'] === 'user' ? typedIn(record) : undefined
      if (typed) found.lastPrompt ??= typed
      if (record['type'] === 'gemini') lookAtUse(record, found, isReplaced)
      return !(found.lastPrompt && found.model && (found.context || isReplaced))
    },
  }
}

function lookAtUse(record: Json, found: Tail, isReplaced: boolean): void {
  const model = textOf(record['model'])
  const tokens = numberOf(objectOf(record['tokens'])?.['input'])
  if (model) found.model ??= model
  if (tokens && !isReplaced) found.context ??= { tokens }
}

function sessionOf(record: Json | undefined): string | undefined {
  return textOf(record?.['sessionId'])
}
