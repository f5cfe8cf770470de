/**
 * What it costs to go on where a conversation stopped: the client keeps what the model has read for minutes, and later all of
 * it is read anew. Told to the user, once for each stop, where a fresh session with the briefing costs far less.
 */
import { LOAD_READER } from '../../agents/reader-registry.js'
import type { Tail } from '../../agents/agent.js'
import { finish, sayStored } from '../../core/printer/words.js'
import { age } from '../../core/text/text.js'
import { lineOn } from '../save/workstream.js'
import type { Located } from '../../store/projects/projects.js'
import type { HookState } from '../../store/session/hook-state.js'
import type { World } from '../world.js'
import { briefOf } from './brief.js'

/** Less is not worth a line. */
const LEAST_TOKENS = 20_000
const LEAST_TIMES = 10
/** Of a briefing in English; other languages have fewer. */
const CHARACTERS_PER_TOKEN = 3.5

export interface Price {
  toUser: string
  state: Pick<HookState, 'pricedMs'>
}

/** The end of a session file; null: there is none, or it cannot be read. */
export async function tailOf({ by }: World, path: string | undefined): Promise<Tail | null> {
  try {
    const reader = path === undefined ? undefined : await LOAD_READER[by.agent ?? '']?.()
    return path !== undefined && reader ? reader.readTail(path) : null
  } catch {
    return null
  }
}

/** Null: it is not known to have gone cold, it was told, or it does not pay. */
export function priceOfGoingOn(
  world: World,
  located: Located,
  state: HookState | null,
  tail: Tail | null,
  maxCharacters: number,
): Price | null {
  const { at, context, cacheMs } = tail ?? {}
  const now = world.now().ms
  if (at === undefined || cacheMs === undefined || !context || context.tokens < LEAST_TOKENS) return null
  const own = now - at > cacheMs && state?.pricedMs !== at ? lineOn(world, located) : null
  if (!own) return null
  const { text } = briefOf(world, located, own, 'where this session stands', { record: false, maxCharacters })
  const fresh = rounded(text.text.length / CHARACTERS_PER_TOKEN, 100)
  if (context.tokens < LEAST_TIMES * fresh) return null
  const [all, few] = [rounded(context.tokens, 1000), fresh].map((count) => count.toLocaleString('en-US'))
  const line = sayStored`dogear: to go on here is to read ${all as string} tokens uncached (the last turn was ${age(at, now)}). A fresh session with this briefing: ${few as string}. For that start a new one and say "continue".`
  return { toUser: finish(line), state: { pricedMs: at } }
}

function rounded(count: number, to: number): number {
  return Math.max(1, Math.round(count / to)) * to
}
