/**
 * Which session a process runs now: `<home>/hooks/now/<pid>.json`, written when a session begins. A client goes on under a
 * new session after a clear, while the servers and shells it started keep the variables of the first one.
 */
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { ancestorsOf, tagOf } from '../../platform/process/process-tag.js'
import { hooksDir } from './hook-state.js'

interface SessionNow {
  pid: number
  tag?: string | undefined
  session: string
}

export function writeSessionNow(home: string, now: SessionNow): void {
  writeQuick(nowDir(home), `${now.pid}.json`, JSON.stringify(now), home)
}

/** Of the nearest process above this one that runs a session; null: none, or it cannot be told. */
export function readSessionNow(home: string): string | null {
  for (const pid of ancestorsOf(process.pid)) {
    const session = sessionRunBy(home, pid)
    if (session !== null) return session
  }
  return null
}

/** The one that began last in this process. */
export function sessionRunBy(home: string, pid: number): string | null {
  const found = parse(readQuick(`${nowDir(home)}/${pid}.json`, MAX_BYTES, home))
  // The number of a process is used again; its tag is not.
  return found && found.tag === (tagOf(pid) ?? undefined) ? found.session : null
}

const MAX_BYTES = 2_000

export function nowDir(home: string): string {
  return `${hooksDir(home)}/now`
}

function parse(text: string | null): SessionNow | null {
  try {
    const found = JSON.parse(text ?? 'null') as SessionNow | null
    return typeof found?.session === 'string' ? found : null
  } catch {
    return null
  }
}
