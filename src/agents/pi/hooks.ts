/** What dogear's extension tells of a session: plugin/clients/dogear.js. Pure. */
import { hooksOfPlugin } from '../common/plugin-hooks.js'
import { toolIn } from '../common/hook-words.js'
import { type Json, objectOf, objectsOf, parseRecord, textOf } from '../common/values.js'
import type { Hooks, ToolUse } from '../hooks.js'

export const hooks: Hooks = hooksOfPlugin({
  toolIn: (tool, input) => toolOf(tool, input),
  toolName: (tool) => `dogear ${tool} (on the command line)`,
  makeRoom: '/compact (or /new)',
  maxCharacters: 10_000,
  isRefused,
})

/** Its events do not tell how a turn ended; the last answer in the file does. */
function isRefused(lastLines: readonly string[]): boolean {
  const messages = lastLines.map((line) => objectOf(parseRecord(line)?.['message']))
  const { stopReason, errorMessage } = messages.find((one) => one?.['role'] === 'assistant') ?? {}
  return stopReason === 'error' && REFUSED.test(textOf(errorMessage) ?? '')
}

const REFUSED = /^(?:429|402|5\d\d)\b|rate.?limit|quota|overloaded|usage.limit/i

const WORDS = { runs: ['bash'], edits: ['edit', 'write'], path: ['path'], before: 'oldText', after: 'newText' }

/** Several places of a file may be changed at once; one is told by its texts. */
function toolOf(tool: string, input: Json): ToolUse {
  const edits = objectsOf(input['edits'])
  return toolIn(tool, edits.length === 1 ? { ...input, ...edits[0] } : input, WORDS)
}
