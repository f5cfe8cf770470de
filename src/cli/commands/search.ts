import { searchIn } from '../../app/search-in.js'
import type { World } from '../../app/world.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { warnDamaged } from '../damage.js'
import { countOf, valueOf } from '../parse-args.js'
import { makeProgress } from '../progress.js'
import { printHitLines, printHits } from '../render/search.js'
import { worldOf } from '../world.js'

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
  const { locate } = await import('../../app/locate.js')
  return locate(world).project.key
}

/** The shell took the quotes of a phrase away; it is still one word to us. */
function quoted(word: string): string {
  return /\s/.test(word) && !word.includes('"') ? `"${word}"` : word
}
