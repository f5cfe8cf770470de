/** A real client: where it lies in the cache, how it is run by script beside the scripted model, and its tools. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from '../../support/checkout.js'
/** One answer of the model: a tool, or the last words of a turn. `usage`: so many tokens the request is said to have had. */
export type Step = ({ call: Call } | { say: string } | { fail: number }) & { usage?: number }
type Call = { name: string; args: object } | { name: string; raw: string }

/** What is typed, and what the model does then. */
interface Prompted {
  prompt: string
  steps: Step[]
}

interface Tools {
  run(command: string): Call
  edit(path: string, before: string, after: string): Call
  /** Where a file has to be read before it is changed. */
  read?(path: string): Call
  /** A tool of dogear's server, and what must be called before it. Null: there is no MCP in it. */
  mcp: ((tool: string, args: object) => Call[]) | null
}

export interface Client {
  /** The agent's id in dogear. */
  agent: string
  /** Its name in scripts/clients.mjs, and the folder in the cache. */
  name: string
  bin: string
  needsNode22?: boolean
  env: Readonly<Record<string, string>>
  /** What a home needs so that it asks the scripted model, and nothing else. */
  prepare(home: string, repo: string): void
  /** A prompt goes by argument, or by standard input. */
  first(prompt: string): string[]
  again(prompt: string): string[]
  takesStdin?: boolean
  /** The processes that it leaves running in a home: they are ended after each turn. */
  daemons?(home: string): number[]
  /** Text of hooks reaches the model behind the answer of a tool only. */
  isBriefedByTool?: boolean
  /** It does not wait for what saves at its end. */
  outlives?: boolean
  tools: Tools
  /**
   * Prompts that make it compact; `next`: text reaches the model only with the prompt after them. Or the command for it, where
   * it takes a person to compact and go on in one process.
   */
  compacts: { turns: Prompted[]; told: 'at once' | 'next' } | { typed: string } | null
  /** With a person before it. Absent: it cannot be run so without an account. */
  terminal?: {
    args: string[]
    /** What the screen shows once a prompt can be typed. */
    ready: string
    /** What is asked before that, and the keys that answer. */
    dialogs?: readonly (readonly [shown: string, keys: string])[]
    clear: string
    /** What the screen shows once that is done. Absent: at once. */
    cleared?: string
  }
  /** Files of the client's own in a home, which an install must leave as they are. */
  files: string[]
}

/** As every client sees it, in the network it is run in. */
export const MODEL = 'http://127.0.0.1:8080'
const CACHE = join(checkout, '.cache', 'clients')

/** Its program; null where it is not in the cache. Claude Code is fetched for other tests, too. */
export function programOf({ name, bin }: Client): string | null {
  const path = name === 'claude' ? claudeIn() : join(CACHE, name, bin)
  return existsSync(path) ? path : null
}

function claudeIn(): string {
  return join(checkout, '.cache', 'agents', `claude-${process.env['DOGEAR_TEST_CLAUDE_CODE'] || '2.1.325'}`)
}

/** The Node it is run with: its own, where it needs a newer one. */
export function nodeFor(client: Client): string {
  return client.needsNode22 ? join(CACHE, 'node22', 'node_modules', 'node', 'bin', 'node') : process.execPath
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
