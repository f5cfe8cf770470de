/** The proof: the hook is run as the agent runs it, with an event of our own, in a scratch home. */
import { join } from 'node:path'
import type { Registered } from '../../agents/claude-code/registered.js'
import { cleanLine } from '../../core/sanitise.js'
import { readTextFile, removeTree } from '../../platform/files.js'
import { makeScratchFolder } from '../../platform/scratch.js'
import { tryProgram, type Tried } from '../../platform/try-program.js'
import type { World } from '../world.js'
import { broken, type Finding, ok } from './finding.js'

const LONGEST_MS = 10_000

export function checkHookRun(world: World, root: string, registered: readonly Registered[]): Finding[] {
  const ways = new Map(registered.map((one) => [JSON.stringify([one.command, one.args]), one]))
  return [...ways.values()].map((one) => runOne(world, root, one))
}

function runOne(world: World, root: string, { from, command, args }: Registered): Finding {
  const home = makeScratchFolder('dogear-doctor-')
  try {
    const input = JSON.stringify(eventIn(home))
    const env = { ...world.env, DOGEAR_HOME: home, CLAUDE_PROJECT_DIR: root }
    const tried = tryProgram(command, args, { input, cwd: home, env, timeoutMs: LONGEST_MS })
    const problem = problemOf(tried, readTextFile(join(home, 'log', 'hooks.jsonl'), 1_000_000))
    const line = [command, ...args].join(' ')
    if (problem === null) return ok('hook runs', `${from}: answered in ${tried.ms} ms`)
    return broken('hook runs', `${from}: ${line}: ${cleanLine(problem)}`, mendOf(tried, from))
  } finally {
    removeTree(home)
  }
}

function eventIn(folder: string): Record<string, string> {
  return {
    session_id: 'dogear-doctor',
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
  if (line === '') return tried.stdout.includes('not installed') ? 'dogear is not on the PATH' : 'it did nothing'
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

function mendOf(tried: Tried, from: Registered['from']): string {
  if (tried.stdout.includes('not installed') || from === 'plugin') return 'npm install -g dogear'
  return `dogear init claude-code --scope ${from}`
}
