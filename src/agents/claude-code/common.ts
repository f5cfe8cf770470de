/** What every event of a record shares. */
import type { Ref } from '../../core/transcript.js'
import { textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

export interface Common {
  ref: Ref
  at?: number
  sub?: string
}

export function commonOf(record: Json, offset: number): Common {
  const id = textOf(record['uuid'])
  const at = Date.parse(textOf(record['timestamp']) ?? '')
  const common: Common = { ref: id ? { offset, id } : { offset } }
  if (!Number.isNaN(at)) common.at = at
  if (record['isSidechain'] === true) common.sub = textOf(record['agentId']) ?? 'sub-agent'
  return common
}
