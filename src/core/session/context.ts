/** How full the context of a session is. Numbers only: the entry of the hooks loads this at every prompt. */

/** What a session remembers of it. Bands are in percent. */
export interface ContextUse {
  context?: { tokens: number; window: number } | undefined
  compactsAt?: number | undefined
  /** So many tokens before there is no room the client compacts by itself. */
  reserve?: number | undefined
  /** The last band that was spoken about. */
  band?: number
  bands?: readonly number[]
}

export const DEFAULT_BANDS: readonly number[] = [70, 85, 95]

export function percentOf(use: ContextUse): number {
  const room = roomOf(use)
  return use.context && room > 0 ? Math.floor((use.context.tokens / room) * 100) : 0
}

/** How many tokens there is room for: the window, or less where the user lets the client compact earlier. */
export function roomOf({ context, compactsAt }: ContextUse): number {
  return Math.min(context?.window ?? 0, compactsAt ?? Infinity)
}

/** The tokens at which the client compacts by itself, or at which there is no room any more. */
export function limitOf(use: ContextUse): number {
  return roomOf(use) - (use.reserve ?? 0)
}

/** Where the client compacts before a band is reached, nobody is told to count on it. */
export function reachableBands(use: ContextUse): number[] {
  const room = roomOf(use)
  return (use.bands ?? DEFAULT_BANDS).filter((band) => room === 0 || band * room < limitOf(use) * 100)
}

export interface WindowHints {
  /** So many tokens before that the client compacts by itself. */
  reserve?: number
  /** The user lets the model save without being asked. */
  maySave?: boolean
  /** What the statusline said in this session. */
  cached?: number
  /** The window of the model that the user's settings or environment ask for. */
  settings?: number
  /** Where the user lets the agent compact, if that is before the window is full. */
  compactsAt?: number
}

interface ContextWindow {
  tokens: number
  from: 'statusline' | 'settings' | 'model' | 'default'
}

/** Small on purpose: a window that is taken too small warns too early, one that is taken too big warns too late. */
export const DEFAULT_WINDOW = 200_000

/** The first that matches counts. Those of Claude are what the client itself (2.1.325) told its status line. */
const BY_MODEL: readonly (readonly [RegExp, number])[] = [
  [/\[1m\]$/, 1_000_000],
  [/^claude-[a-z]+-(?:4-[7-9]|[5-9]|\d\d)/, 1_000_000],
  [/^claude-(?:[a-z]+-4|3)/, 200_000],
  [/^gemini-/, 1_048_576],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^gpt-5|codex/, 272_000],
]

/**
 * The room there is before something gets lost: the window of the model, or less where it is compacted earlier. No
 * transcript says it, so it is taken from whoever knows best.
 */
export function windowFor(model: string | undefined, hints: WindowHints = {}): ContextWindow {
  const { compactsAt } = hints
  const full = fullWindow(model, hints)
  // Whoever sets a limit knows the window better than a guess does.
  const isLess = isWindow(compactsAt) && (compactsAt < full.tokens || full.from === 'default')
  return isLess ? { tokens: compactsAt, from: 'settings' } : full
}

const LARGE_WINDOW = 1_000_000

/** The same, where so many tokens are in it: more than it would hold tell that the window is the large one. */
export function windowHolding(tokens: number, model: string | undefined, hints: WindowHints = {}): number {
  const known = windowFor(model, hints).tokens
  return tokens > known ? Math.min(LARGE_WINDOW, hints.compactsAt ?? LARGE_WINDOW) : known
}

function fullWindow(model: string | undefined, hints: WindowHints): ContextWindow {
  if (isWindow(hints.cached)) return { tokens: hints.cached, from: 'statusline' }
  if (isWindow(hints.settings)) return { tokens: hints.settings, from: 'settings' }
  const known = model === undefined ? undefined : BY_MODEL.find(([pattern]) => pattern.test(model))
  return known ? { tokens: known[1], from: 'model' } : { tokens: DEFAULT_WINDOW, from: 'default' }
}

function isWindow(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0
}
