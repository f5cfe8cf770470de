/** Hits of a search. */
import { shortId } from '../../core/id.js'
import { cleanLine } from '../../core/sanitise.js'
import { age, msOf } from '../../core/time.js'
import type { Hit } from '../../store/search.js'
import type { Style } from '../style.js'
import { cut } from '../width.js'

export function printHits(hits: readonly Hit[], view: { width: number; style: Style; nowMs: number }): string {
  const { style, width, nowMs } = view
  return hits
    .map((hit) => {
      const saved = msOf(hit.saved)
      const when = saved === null ? cleanLine(hit.saved) : age(saved, nowMs)
      const head = `${style.bold(cleanLine(hit.name))} ${style.yellow(cleanLine(shortId(hit.id)))} ${style.dim(`${when}, ${cleanLine(hit.project)}`)}`
      return `${head}\n  ${cut(cleanLine(hit.snippet), width - 2)}\n`
    })
    .join('')
}

export function printHitLines(hits: readonly Hit[]): string {
  return hits
    .map((hit) => `${[hit.project, hit.name, hit.id, hit.saved, hit.snippet].map(cleanLine).join('\t')}\n`)
    .join('')
}
