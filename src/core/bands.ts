/** The bands of the context, as the prompt path sees them: numbers only, so that it loads nothing else. */

/** What it needs to know of a session. */
interface Use {
  context?: { tokens: number; window: number } | undefined
  compactsAt?: number | undefined
  band?: number
  bands?: readonly number[]
}

const DEFAULT_BANDS = [70, 85, 95]

export function percentOf(use: Use): number {
  const room = roomOf(use)
  return use.context && room > 0 ? Math.floor((use.context.tokens / room) * 100) : 0
}

/** How many tokens there is room for: the window, or less where the user lets the client compact earlier. */
export function roomOf({ context, compactsAt }: Use): number {
  return Math.min(context?.window ?? 0, compactsAt ?? Infinity)
}

/** The highest band that was reached and not spoken about yet; null: none. */
export function bandDue(use: Use): number | null {
  const percent = percentOf(use)
  const reached = (use.bands ?? DEFAULT_BANDS).findLast((band) => percent >= band)
  return reached !== undefined && reached > (use.band ?? 0) ? reached : null
}

/** Falling this far below the first band begins anew; less is only the noise of one request. */
const FALLEN = 10

/** The band that counts as spoken about, now that the use is known anew. */
export function bandNow(use: Use): number {
  const first = (use.bands ?? DEFAULT_BANDS)[0] ?? 0
  return percentOf(use) < first - FALLEN ? 0 : (use.band ?? 0)
}
