/** The newest state of a session, read backwards. What was rewound is passed over. */
import { commonOf } from '../common/event.js'
import { readFirstRecords, readRecordsBack } from '../common/tail.js'
import { numberOf, objectOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'
import type { Tail } from '../reader.js'
import { typedIn } from './typed.js'
import { readWorkspace } from './workspace.js'

export function readTail(path: string): Tail {
  const found: Tail = {}
  let rewound: string | undefined
  let isContextKnown = false
  readRecordsBack(path, (record) => {
    const { at } = commonOf(0, undefined, record['timestamp'])
    if (at !== undefined) found.at ??= at
    if (rewound !== undefined) {
      if (record['id'] === rewound) rewound = undefined
      return true
    }
    const data = objectOf(record['data']) ?? {}
    rewound = record['type'] === 'session.snapshot_rewind' ? textOf(data['upToEventId']) : undefined
    isContextKnown ||= lookAtUse(record['type'], data, found)
    look(record, data, found)
    return !(found.lastPrompt && found.model && isContextKnown)
  })
  return present<Tail>({ ...readStart(path), ...found })
}

function look(record: Json, data: Json, found: Tail): void {
  const type = record['type']
  const isMain = textOf(record['agentId']) === undefined && textOf(data['parentAgentTaskId']) === undefined
  const typed = type === 'user.message' && isMain ? typedIn(data) : undefined
  if (typed) found.lastPrompt ??= typed
  const model = textOf(data['newModel']) ?? textOf(data['currentModel']) ?? (isMain ? textOf(data['model']) : undefined)
  if (
    model &&
    typeof type === 'string' &&
    /^(?:session\.(?:model_change|shutdown)|assistant\.message|tool\.)/.test(type)
  ) {
    found.model ??= model
  }
  const context = type === 'session.context_changed' ? data : objectOf(data['context'])
  const branch = textOf(context?.['branch'])
  if (branch) found.branch ??= branch
}

/** True: nothing older tells it any better. */
function lookAtUse(type: unknown, data: Json, found: Tail): boolean {
  const isCount = type === 'session.usage_info' || type === 'session.shutdown'
  const isEnd = type === 'session.compaction_complete' && data['success'] !== false
  const tokens = isCount ? numberOf(data['currentTokens']) : isEnd ? numberOf(data['postCompactionTokens']) : undefined
  const window = numberOf(data['tokenLimit'])
  if (tokens) found.context = present({ tokens, window })
  return Boolean(tokens) || isEnd || type === 'session.context_cleared'
}

function readStart(path: string): Pick<Tail, 'session' | 'branch'> {
  const start = readFirstRecords(path).find(({ type }) => type === 'session.start')
  const data = objectOf(start?.['data'])
  const branch = readWorkspace(path).branch ?? textOf(objectOf(data?.['context'])?.['branch'])
  return present({ session: textOf(data?.['sessionId']), branch })
}
