/** A toy's hooks: it runs `hook.cjs _template WORD` with a small message on stdin and shows the model what comes back. */
import type { HookAnswer, HookEvent, HookInput, Hooks } from '../hooks.js'
import { present } from '../../core/present.js'
import { textOf, type Json } from '../common/values.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer,
  budgets: { 'session-start': 5000, prompt: 1500, 'turn-end': 10_000, 'before-compaction': 10_000 },
  // After it has forgotten its past, it listens only when the user speaks again.
  briefing: { atStart: 'session-start', afterCompaction: 'prompt' },
  maxCharacters: 8000,
  toolName: (tool) => `dogear.${tool}`,
  makeRoom: '/forget',
}

function parseEvent({ message, word = '' }: HookInput): HookEvent | null {
  const session = textOf(message['chat'])
  const what = Object.hasOwn(READ, word) ? READ[word]?.(message) : undefined
  if (session === undefined || !what) return null
  const folder = textOf(message['dir'])
  const transcript = textOf(message['file'])
  const common = { name: word, session, folders: folder === undefined ? [] : [folder] }
  return present<HookEvent>({ ...common, transcript, ...what } as HookEvent)
}

type WithoutCommon<T> = T extends HookEvent ? Omit<T, 'name' | 'session' | 'folders'> : never

const READ: Readonly<Record<string, (message: Json) => WithoutCommon<HookEvent>>> = {
  wakes: (message) => ({ kind: 'session-start', source: message['forgot'] === true ? 'compact' : 'startup' }),
  hears: (message) => ({ kind: 'prompt', prompt: textOf(message['words']) ?? '' }),
  rests: () => ({ kind: 'turn-end', again: false }),
  forgets: () => ({ kind: 'before-compaction', trigger: 'auto' }),
}

function printAnswer({ kind }: HookEvent, { toModel }: HookAnswer): string | null {
  const isHeard = kind === 'session-start' || kind === 'prompt'
  return isHeard && toModel !== undefined ? JSON.stringify({ think: toModel.slice(0, hooks.maxCharacters) }) : null
}
