import { listTrash, purgeTrash, restoreTrash } from '../../app/trash.js'
import type { Opened } from '../../app/live.js'
import type { World } from '../../app/world.js'
import { DogearError, EXIT } from '../../core/errors.js'
import { shortId } from '../../core/id.js'
import type { Context } from '../context.js'
import { daysIn } from '../duration.js'
import { valueOf } from '../parse-args.js'
import { printTrash } from '../render/trash.js'
import { actionOf } from '../action.js'
import { openedOf } from '../layout-args.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  const action = actionOf(context, 'list')
  if (action === 'restore') return restoreIn(await openedOf(context), context, nameOf(context))
  const world = await worldOf(context)
  return action === 'purge' ? purge(world, context) : show(world, context)
}

export function restoreIn({ world, layouts }: Opened, { args, output }: Context, name: string): number {
  const dryRun = args.on.has('dry-run')
  const { entry, ...restored } = restoreTrash(world, { name, dryRun })
  const warnings = dryRun ? [] : (layouts?.publish(entry).warnings ?? [])
  if (warnings.length > 0) output.warn(warnings.join('\n'))
  if (output.json) output.printJson({ restored, dryRun })
  else if (output.quiet) output.print(restored.name)
  else
    output.print(
      `${dryRun ? 'Would restore' : 'Restored'} checkpoint "${restored.name}" (${shortId(restored.id)}). Continue: dogear resume ${restored.name}`,
    )
  return EXIT.ok
}

function show(world: World, { output }: Context): number {
  const trash = listTrash(world)
  if (output.json) output.printJson(trash)
  else if (output.quiet) output.print(trash.workstreams.map((one) => `${one.name}\n`).join(''))
  else if (trash.workstreams.length + trash.files.length === 0) output.warn('The trash is empty.')
  else
    output.print(
      printTrash(trash, output.terminal ? { width: output.width, style: output.style, nowMs: world.now().ms } : null),
    )
  return EXIT.ok
}

function purge(world: World, { args, output }: Context): number {
  const age = valueOf(args, 'older-than')
  if (age === undefined) {
    throw new DogearError('usage', 'purge needs to know how old a thing must be', {
      expected: 'an age such as 30d, 4w or 12h',
      next: 'dogear trash purge --older-than 30d --dry-run',
    })
  }
  const dryRun = args.on.has('dry-run')
  const { purged, kept } = purgeTrash(world, { olderThanDays: daysIn(age), dryRun })
  if (output.json) output.printJson({ purged, kept, dryRun })
  else if (output.quiet) output.print(purged.map((one) => `${one}\n`).join(''))
  else
    output.print(
      `${dryRun ? 'Would purge' : 'Purged'} ${purged.length}, kept ${kept}.${purged.length > 0 ? ` ${purged.join(', ')}` : ''}`,
    )
  return EXIT.ok
}

function nameOf({ args }: Context): string {
  const name = args.positionals[1]
  if (name !== undefined) return name
  throw new DogearError('usage', 'restore needs the name of what was cleared', {
    expected: 'dogear trash restore NAME',
    next: 'dogear trash',
  })
}
