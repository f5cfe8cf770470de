/** What the plug-in for opencode and its forks tells: plugin/clients/opencode.js. Pure. */
import type { HookInput, Hooks, ToolUse } from '../../hooks.js'
import { hooksOfPlugin } from '../plugin-hooks.js'
import { type Json, textOf } from '../values.js'

/** `databaseOf`: where the sessions are kept. */
export function hooksOfFamily(databaseOf: (machine: Pick<HookInput, 'userHome' | 'env'>) => string): Hooks {
  return hooksOfPlugin({
    toolIn,
    transcriptOf: (session, input) => `${databaseOf(input)}#${session}`,
    toolName: (tool) => `dogear_${tool}`,
    makeRoom: '/compact (or /new)',
    // A part of the system text, which has no limit of its own.
    maxCharacters: 10_000,
  })
}

const CHANGES: readonly string[] = ['edit', 'write', 'multiedit']

function toolIn(tool: string, input: Json): ToolUse {
  if (tool === 'bash') return { does: 'run', command: textOf(input['command']) ?? '', background: false }
  const path = textOf(input['filePath'])
  if (!CHANGES.includes(tool) || path === undefined) return { does: 'other', tool }
  return { does: 'edit', path, before: rawText(input['oldString']), after: rawText(input['newString']) }
}

/** Also one of white space only, which an edit may well be about. */
function rawText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
