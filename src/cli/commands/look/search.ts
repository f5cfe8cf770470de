import { searchIn } from '../../../app/look/search.js'
import type { World } from '../../../app/world.js'
import { shortId } from '../../../core/entry/id.js'
import { EXIT } from '../../../core/errors.js'
import { age, cleanLine, msOf } from '../../../core/text/text.js'
import type { Hit } from '../../../store/search/search.js'
import { countOf, valueOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { makeProgress, type Style } from '../../print/output.js'
import { cut } from '../../print/table.js'
import { worldOf } from '../../world.js'

/** Two lines each: more would push the newest off the screen. */
const DEFAULT_LIMIT = 10

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const name = valueOf(args, 'name')
  const limit = countOf(args, 'limit') ?? DEFAULT_LIMIT
  const progress = makeProgress(output, 'Reading checkpoints')
  const result = searchIn(world, {
    query: args.positionals.map(quoted).join(' '),
    ...(args.on.has('here') ? { key: await keyHere(world) } : {}),
    limit,
    engine: args.on.has('scan') ? 'scan' : 'auto',
    onProgress: progress.show,
    ...(name === undefined ? {} : { name }),
  })
  progress.done()
  warnDamaged(output, result.damaged)
  const { hits } = result
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(hits.map((hit) => `${hit.id}\n`).join(''))
  else if (!output.terminal) output.print(printHitLines(hits))
  else output.print(printHits(hits, { width: output.width, style: output.style, nowMs: world.now().ms }))
  if (output.json) return EXIT.ok
  if (hits.length === 0) output.warn('Nothing found.')
  // The search ended at the limit, so nobody counted the rest.
  else if (result.total === undefined) output.warn(`The newest ${limit}; there may be more: --limit ${limit * 5}`)
  return EXIT.ok
}

async function keyHere(world: World): Promise<string> {
  const { locate } = await import('../../../app/locate.js')
  return locate(world).project.key
}

/** The shell took the quotes of a phrase away; it is still one word to us. */
function quoted(word: string): string {
  return /\s/.test(word) && !word.includes('"') ? `"${word}"` : word
}

// Hits of a search.

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
