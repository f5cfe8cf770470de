/** The newest records first, as far back as 4 MB: the same cost for every size of file. */
import { readHead, readLinesFromEnd } from '../../platform/jsonl.js'
import type { Json } from './values.js'
import { parseRecord, recordsIn } from './record.js'

const LOOK_BACK = 4 * 1024 * 1024
const HEAD = 256 * 1024

/** Until `onRecord` returns false. */
export function readRecordsBack(path: string, onRecord: (record: Json, offset: number) => boolean): void {
  let newest = -1
  readLinesFromEnd(path, (line, offset) => {
    if (newest < 0) newest = offset
    const record = parseRecord(line)
    return (!record || onRecord(record, offset)) && newest - offset < LOOK_BACK
  })
}

/** The records at the start, where an agent says whose session it is. */
export function readFirstRecords(path: string): Json[] {
  return recordsIn(readHead(path, HEAD))
}
