/** `<home>/log/hooks.jsonl`: one line for each event that did something or failed, for `dogear doctor`. */
import { appendQuick } from '../platform/quick-file.js'

const LARGEST = 1_000_000

export interface LogLine {
  event: string
  source?: string
  session: string
  ms: number
  ok: boolean
  did?: string
  error?: string
}

/** Where even that fails, nothing is left to be done. */
export function writeLog(home: string, line: LogLine): void {
  try {
    const record = { at: new Date().toISOString(), ...line }
    appendQuick(`${home}/log`, 'hooks.jsonl', `${JSON.stringify(record)}\n`, LARGEST)
  } catch {
    // The user's turn goes on.
  }
}
