/** The newest state of a rollout, read backwards. What was rolled back is passed over. */
import { commonOf } from '../common/event.js'
import { readFirstRecords, readRecordsBack } from '../common/tail.js'
import { objectOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'
import type { Tail } from '../reader.js'
import { promptForm, rolledBack } from './survey.js'
import { typedInEvent, typedInItem, typedInTurnItem } from './typed.js'
import { usageOf } from './usage.js'

export function readTail(path: string): Tail {
  const found: Tail = {}
  const prompts: { event?: string; item?: string } = {}
  const undone = { event: 0, item: 0 }
  let isCompacted = false
  readRecordsBack(path, (record) => {
    found.at ??= commonOf(0, undefined, record['timestamp']).at as number
    const payload = objectOf(record['payload']) ?? record
    const form = promptForm(record)
    if (form && undone[form] > 0) undone[form]--
    else if (form) prompts[form] ??= typedOf(payload, form) as string
    const turns = rolledBack(record)
    undone.event += turns
    undone.item += turns
    if (record['type'] === 'compacted') isCompacted = true
    if (record['type'] === 'turn_context') found.model ??= textOf(payload['model']) as string
    const usage = isCompacted || payload['type'] !== 'token_count' ? undefined : usageOf(payload)?.usage
    if (usage) found.context ??= present({ tokens: usage.context, window: usage.window })
    return !(prompts.event && found.model && (found.context || isCompacted))
  })
  return present<Tail>({ ...found, lastPrompt: prompts.event ?? prompts.item, ...readMeta(path) })
}

function typedOf(payload: Json, form: 'event' | 'item'): string | undefined {
  if (form === 'item') return typedInItem(payload)
  const item = objectOf(payload['item'])
  return item ? typedInTurnItem(item) : typedInEvent(payload)
}

function readMeta(path: string): Pick<Tail, 'session' | 'branch'> {
  const first = readFirstRecords(path)[0]
  const meta = objectOf(first?.['payload']) ?? first
  const branch = textOf(objectOf(meta?.['git'])?.['branch'])
  return present({ session: textOf(meta?.['id']) ?? textOf(meta?.['session_id']), branch })
}
