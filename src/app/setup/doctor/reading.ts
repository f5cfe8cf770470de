/**
 * Are the newest sessions here understood? Clients change what they write with every version; a call whose file, command or
 * query nobody can tell is work the next session is not told of.
 */
import { type Finding, ok, warn } from '../../../agents/install.js'
import { fileBehind, findSessions, readerOf } from '../../../agents/readers.js'
import type { AgentId, SessionFile } from '../../../agents/agent.js'
import { cutAt } from '../../../core/text/cut.js'
import { cleanLine } from '../../../core/text/text.js'
import { statOf } from '../../../platform/files/files.js'
import { readHead } from '../../../platform/files/jsonl.js'
import type { World } from '../../world.js'

const HEAD_BYTES = 64 * 1024
/** Reading a longer one takes more than a look may. */
const MAX_BYTES = 64 * 1024 * 1024
/** Of fewer calls a share says nothing. */
const FEWEST = 10
const MOST_TOOLS = 5
const MOST_UNREAD = 0.2
const VERSION = /"(?:cli_version|copilotVersion|version)"\s*:\s*"(\d{1,4}\.\d[\w.+-]{0,30})"/

/** One finding for each agent that has a session in this project. */
export function checkReading(world: World, root: string): Finding[] {
  const { cwd, userHome, env } = world
  const newest = new Map<AgentId, SessionFile>()
  for (const session of findSessions({ cwd, gitRoot: root, userHome, env: { ...env } }))
    if (!newest.has(session.agent)) newest.set(session.agent, session)
  return [...newest.values()].flatMap((session) => {
    const size = statOf(fileBehind(session.path))?.size ?? 0
    return size === 0 || size > MAX_BYTES ? [] : readingOf(session)
  })
}

function readingOf({ agent, path }: SessionFile): Finding[] {
  const unread = new Map<string, number>()
  let calls = 0
  readerOf(agent)?.read(path, null, (event) => {
    if (event.kind !== 'call') return
    calls++
    if (event.action.type === 'other') unread.set(event.tool, (unread.get(event.tool) ?? 0) + 1)
  })
  if (calls < FEWEST) return []
  const version = VERSION.exec(readHead(fileBehind(path), HEAD_BYTES))?.[1]
  const missed = [...unread.values()].reduce((sum, one) => sum + one, 0)
  const what = `${agent}${version === undefined ? '' : ` ${version}`}: ${calls - missed} of ${calls} calls of the newest session are understood`
  if (missed / calls <= MOST_UNREAD) return [ok('reading', what)]
  return [
    warn(
      'reading',
      `${what}, and no more: ${mostOf(unread)}`,
      'a later dogear may know what this version writes; if not, report it with its number',
    ),
  ]
}

/** The tools that were used most. */
function mostOf(unread: ReadonlyMap<string, number>): string {
  const tools = [...unread].toSorted(([, a], [, b]) => b - a).slice(0, MOST_TOOLS)
  return tools.map(([tool, times]) => `${cutAt(cleanLine(tool), 60)} (${times})`).join(', ')
}
