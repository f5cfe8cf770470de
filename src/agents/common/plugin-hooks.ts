/**
 * Hooks of the agents into which dogear puts a plug-in of its own (plugin/clients): the plug-in hears the client's events
 * and calls the hook program with messages in dogear's own words, so all of them share how these are read and answered.
 */
import type { HookAnswer, HookEvent, HookInput, HookKind, Hooks, SessionSource, ToolUse } from '../hooks.js'
import { present } from '../../core/present.js'
import { type Json, listOf, objectOf, textOf } from './values.js'

export interface PluginClient {
  /** What a tool does, by the client's name for it and what it was handed. */
  toolIn(tool: string, input: Json): ToolUse
  /** Where the session is kept, where the plug-in does not say. */
  transcriptOf?(session: string, input: HookInput): string
  isRefused?: NonNullable<Hooks['isRefused']>
  toolName: Hooks['toolName']
  makeRoom: string
  maxCharacters: number
}

export function hooksOfPlugin(client: PluginClient): Hooks {
  return {
    parseEvent: (input) => parseEvent(client, input),
    printAnswer: (event, answer) => printAnswer(client, event, answer),
    budgets: BUDGETS,
    // The plug-in holds the text back until the place where its client takes one.
    briefing: { atStart: 'session-start', afterCompaction: 'session-start' },
    maxCharacters: client.maxCharacters,
    // A plug-in runs in its own client only, in whose shell that was started.
    isOwn: () => true,
    ...present({ isRefused: client.isRefused }),
    toolName: client.toolName,
    makeRoom: client.makeRoom,
  }
}

const BUDGETS: Hooks['budgets'] = {
  'session-start': 5000,
  prompt: 1500,
  'before-tool': 4000,
  'after-tool': 4000,
  'tool-failed': 4000,
  'turn-end': 10_000,
  'turn-failed': 10_000,
  'before-compaction': 10_000,
  'session-end': 5000,
}

function parseEvent(client: PluginClient, input: HookInput): HookEvent | null {
  const { message } = input
  const name = textOf(message['event']) ?? ''
  const session = textOf(message['session'])
  const read = Object.hasOwn(READ, name) ? READ[name as HookKind] : undefined
  if (!read || session === undefined) return null
  const pid = message['pid']
  const common = present<Pick<HookEvent, 'transcript' | 'pid'>>({
    transcript: textOf(message['transcript']) ?? client.transcriptOf?.(session, input),
    pid: Number.isSafeInteger(pid) && (pid as number) > 0 ? (pid as number) : undefined,
  })
  const folders = listOf(message['folders']).flatMap((one) => textOf(one) ?? [])
  return { name, session, folders, ...common, ...read(message, client) } as HookEvent
}

type WithoutCommon<T> = T extends HookEvent ? Omit<T, 'name' | 'session' | 'folders' | 'transcript' | 'pid'> : never
type What = WithoutCommon<HookEvent>

const SOURCES: readonly string[] = ['startup', 'resume', 'fork', 'clear', 'compact'] satisfies SessionSource[]

const READ: Readonly<Partial<Record<HookKind, (message: Json, client: PluginClient) => What>>> = {
  'session-start': ({ source }) => ({
    kind: 'session-start',
    source: SOURCES.includes(textOf(source) ?? '') ? (source as SessionSource) : 'startup',
  }),
  prompt: (message) => ({ kind: 'prompt', prompt: textOf(message['prompt']) ?? '' }),
  'before-tool': (message, client) => ({ kind: 'before-tool', tool: toolOf(message, client) }),
  'after-tool': (message, client) => ({ kind: 'after-tool', tool: toolOf(message, client) }),
  'tool-failed': (message, client) => ({
    kind: 'tool-failed',
    tool: toolOf(message, client),
    error: textOf(message['error']) ?? '',
    interrupted: message['interrupted'] === true,
  }),
  'turn-end': (message) => present<What>({ kind: 'turn-end', lastWords: textOf(message['words']), again: false }),
  'turn-failed': (message) => ({
    kind: 'turn-failed',
    error: textOf(message['error']) ?? '',
    elsewhere: message['elsewhere'] === true,
  }),
  'before-compaction': ({ trigger }) => ({
    kind: 'before-compaction',
    trigger: trigger === 'manual' ? 'manual' : 'auto',
  }),
  'session-end': (message) => ({
    kind: 'session-end',
    reason: textOf(message['reason']) ?? 'other',
    cleared: message['cleared'] === true,
  }),
}

function toolOf(message: Json, client: PluginClient): ToolUse {
  return client.toolIn(textOf(message['tool']) ?? '', objectOf(message['input']) ?? {})
}

const TO_MODEL: readonly HookKind[] = ['session-start', 'prompt', 'before-tool']

function printAnswer(client: PluginClient, { kind }: HookEvent, { toModel, toUser }: HookAnswer): string | null {
  const answer = present({
    toModel: TO_MODEL.includes(kind) ? toModel?.slice(0, client.maxCharacters) : undefined,
    toUser,
  })
  return Object.keys(answer).length === 0 ? null : JSON.stringify(answer)
}
