/** What there is to say about the layouts of a project besides the answer itself. */
import type { OpenLayouts } from '../app/live.js'
import { cleanLine } from '../core/sanitise.js'

export async function layoutNotices(layouts: OpenLayouts | null, more: readonly string[] = []): Promise<string[]> {
  if (!layouts) return [...more]
  const { noticesOf } = await import('../app/trust.js')
  return [...noticesOf(layouts), ...more].map((line) => cleanLine(line))
}
