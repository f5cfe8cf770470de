/** Newer versions keep what sub-agents did in files beside the session's own. */
import { join } from 'node:path'
import type { TranscriptEvent } from '../../core/transcript.js'
import { listDir } from '../../platform/files.js'
import { claudeCode } from './transcript.js'

/** Every event carries `sub`. In the order of the files' names; a file that cannot be read does not hide the others. */
export function readSubagents(
  path: string,
  onEvent: (event: TranscriptEvent) => void,
): { read: number; failed: number } {
  const dir = join(path.replace(/\.jsonl$/, ''), 'subagents')
  const names = listDir(dir).filter((name) => /^agent-.+\.jsonl$/.test(name))
  let failed = 0
  for (const name of names) {
    const sub = name.slice('agent-'.length, -'.jsonl'.length)
    try {
      claudeCode.read(join(dir, name), null, (event) => onEvent({ ...event, sub: event.sub ?? sub }))
    } catch {
      failed++
    }
  }
  return { read: names.length - failed, failed }
}
