/**
 * The proof: the hook of this installation is run with an event of our own, in a scratch home. Never what a settings file
 * names: a repository brings such files along, and whoever looks whether all is well must not run its programs.
 */
import { join } from 'node:path'
import { LAUNCHER } from '../../../agents/claude-code/wiring.js'
import { cleanLine } from '../../../core/text/text.js'
import { readTextFile, removeTree } from '../../../platform/files/files.js'
import type { Program } from '../../../platform/process/command.js'
import { makeScratchFolder } from '../../../platform/process/scratch.js'
import { tryProgram, type Tried } from '../../../platform/process/command.js'
import type { World } from '../../world.js'
import { broken, type Finding, ok } from './finding.js'

const LONGEST_MS = 10_000
const SESSION = 'dogear-doctor'

export function checkHookRun(world: World, { node, root }: Program): Finding {
  const home = makeScratchFolder('dogear-doctor-')
  try {
    const input = JSON.stringify(eventIn(home))
    const args = [join(root, 'plugin', LAUNCHER), 'claude-code', root]
    const tried = tryProgram(node, args, { input, cwd: home, env: envIn(world, home), timeoutMs: LONGEST_MS })
    const problem = problemOf(tried, readTextFile(join(home, 'log', 'hooks.jsonl'), 1_000_000))
    if (problem === null) return ok('hook runs', `answered in ${tried.ms} ms`)
    return broken('hook runs', `${[node, ...args].join(' ')}: ${cleanLine(problem)}`, 'install dogear again')
  } finally {
    removeTree(home)
  }
}

/** As Claude Code would call it, also where doctor is run in the shell of another agent. */
function envIn({ env }: World, home: string): World['env'] {
  return { ...env, DOGEAR_HOME: home, CLAUDE_PROJECT_DIR: home, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION }
}

function eventIn(folder: string): Record<string, string> {
  return {
    session_id: SESSION,
    transcript_path: join(folder, 'none.jsonl'),
    cwd: folder,
    hook_event_name: 'SessionStart',
    source: 'startup',
  }
}

/** Null: it ran to its end and says so itself. */
function problemOf(tried: Tried, log: string | null): string | null {
  if (tried.problem !== undefined) return tried.problem
  if (tried.code !== 0) return `ended with ${tried.code ?? 'a signal'}: ${tried.stderr.slice(0, 200)}`
  const line = log?.trimEnd().split('\n').at(-1) ?? ''
  if (line === '') return 'it did nothing'
  const { ok: isOk, error } = parseLine(line)
  return isOk === true ? null : String(error ?? 'it failed')
}

function parseLine(line: string): { ok?: unknown; error?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as { ok?: unknown; error?: unknown }
  } catch {
    return {}
  }
}
