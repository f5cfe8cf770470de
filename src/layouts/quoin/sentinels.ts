/** A pending-restore sentinel: one line, the path of a checkpoint. Whoever wrote it, it only ever leads to a checkpoint at hand. */
import { cleanLine } from '../../core/sanitise.js'
import { baseName, baseOf, below, CHECKPOINTS } from './paths.js'

export function printSentinel(checkpoint: string): string {
  return `${checkpoint}\n`
}

/** The path it names, as it stands there. */
function parseSentinel(text: string): string {
  return cleanLine(text.split('\n', 1)[0] ?? '').replace(/^["'`]|["'`]$/g, '')
}

/**
 * Which of `checkpoints` it names, or why none. The path may be relative to the folder of the sentinel, to `root`, or
 * absolute; where the project was moved or the session sat in a subfolder, the name within `checkpoints/` decides.
 */
export function resolveSentinel(
  sentinel: { path: string; text: string },
  checkpoints: readonly string[],
  root: string,
): { checkpoint: string } | { problem: 'outside' | 'missing'; named: string } {
  const named = parseSentinel(sentinel.text)
  const path = withoutRoot(root, named.replaceAll('\\', '/')).replace(/^(?:\.\/)+/, '')
  const base = baseOf(sentinel.path)
  const own = [path, below(base, path), below(base, `${CHECKPOINTS}/${baseName(path)}`)]
  const isInside = !path.includes('..') && !/^(?:\/|[A-Za-z]:)/.test(path)
  const places = isInside ? own.slice(0, 2) : []
  if (path.includes(`${CHECKPOINTS}/`) || !path.includes('/')) places.push(own[2] as string)
  const checkpoint = places.find((place) => checkpoints.includes(place))
  if (checkpoint !== undefined) return { checkpoint }
  return { problem: isInside || path.includes(`${CHECKPOINTS}/`) ? 'missing' : 'outside', named }
}

function withoutRoot(root: string, path: string): string {
  const folder = `${root.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}
