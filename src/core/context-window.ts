/** How big a model's context window is. No transcript says it, so it is taken from whoever knows best. */

export interface WindowHints {
  /** What the statusline said in this session. */
  cached?: number
  /** What the user's settings or environment say. */
  settings?: number
}

export interface ContextWindow {
  tokens: number
  from: 'statusline' | 'settings' | 'model' | 'default'
}

/** Small on purpose: a window that is taken too small warns too early, one that is taken too big warns too late. */
export const DEFAULT_WINDOW = 200_000

/** The first that matches counts. */
const BY_MODEL: readonly (readonly [RegExp, number])[] = [
  [/\[1m\]$/, 1_000_000],
  [/^claude-(?:opus|sonnet|haiku)-4|^claude-3/, 200_000],
  [/^gemini-/, 1_048_576],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^gpt-5|codex/, 272_000],
]

export function windowFor(model: string | undefined, hints: WindowHints = {}): ContextWindow {
  if (isWindow(hints.cached)) return { tokens: hints.cached, from: 'statusline' }
  if (isWindow(hints.settings)) return { tokens: hints.settings, from: 'settings' }
  const known = model === undefined ? undefined : BY_MODEL.find(([pattern]) => pattern.test(model))
  return known ? { tokens: known[1], from: 'model' } : { tokens: DEFAULT_WINDOW, from: 'default' }
}

function isWindow(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0
}
