/** `trash`: what was cleared, shown, brought back or purged. */
import { restoreCleared, type BroughtBack } from '../../../app/keep/restore.js'
import { listTrash, purgeTrash } from '../../../app/keep/trash.js'
import type { World } from '../../../app/world.js'
import { asWord } from '../../../core/choose/title.js'
import { shortId } from '../../../core/entry/id.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { age, cleanLine, msOf } from '../../../core/text/text.js'
import { daysIn } from '../../args/age.js'
import { valueOf } from '../../args/parse.js'
import { actionOf, type Context } from '../../context.js'
import type { Style } from '../../print/output.js'
import { printTable } from '../../print/table.js'
import { openingOf, worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const action = actionOf(context, 'list')
  const world = await worldOf(context)
  if (action === 'restore') return restore(world, context)
  return action === 'purge' ? purge(world, context) : show(world, context)
}

async function restore(world: World, context: Context): Promise<number> {
  const dryRun = context.args.on.has('dry-run')
  const request = { name: nameOf(context), dryRun, ...openingOf(context) }
  const { back, warnings } = await restoreCleared(world, request)
  if (warnings.length > 0) context.output.warn(warnings.join('\n'))
  printBack(context, back)
  return EXIT.ok
}

export function printBack({ args, output }: Context, { name, called, id }: BroughtBack): void {
  const dryRun = args.on.has('dry-run')
  const restored = { name, id }
  if (output.json) output.printJson({ restored, dryRun })
  else if (output.quiet) output.print(restored.name)
  else
    output.print(
      `${dryRun ? 'Would restore' : 'Restored'} checkpoint "${called}" (${shortId(id)}). Continue: dogear resume ${asWord(called)}`,
    )
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
  const wanted = valueOf(args, 'older-than')
  if (wanted === undefined) {
    throw new DogearError('usage', 'purge needs to know how old a thing must be', {
      expected: 'an age such as 30d, 4w or 12h',
      next: 'dogear trash purge --older-than 30d --dry-run',
    })
  }
  const dryRun = args.on.has('dry-run')
  const { purged, kept, waiting } = purgeTrash(world, { olderThanDays: daysIn(wanted), dryRun })
  if (output.json) output.printJson({ purged, kept, dryRun, ...(waiting.length > 0 && { waiting }) })
  else if (output.quiet) output.print(purged.map((one) => `${one}\n`).join(''))
  else
    output.print(
      `${dryRun ? 'Would purge' : 'Purged'} ${purged.length}, kept ${kept}.${purged.length > 0 ? ` ${purged.join(', ')}` : ''}`,
    )
  if (waiting.length > 0)
    output.warn(`${waiting.join(', ')}: kept until your other machines know that it was cleared. Next: dogear sync`)
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

/** What lies in the trash. */
interface Trash {
  workstreams: readonly { name: string; label?: string; clearedAt: string; entries: number }[]
  files: readonly { date: string; name: string; path: string }[]
}

/** Without a view, lines for programs: kind, name, when, count or path. */
export function printTrash(trash: Trash, view: { width: number; style: Style; nowMs: number } | null): string {
  const rows = [
    ...trash.workstreams.map((one) => ['workstream', one.label ?? one.name, one.clearedAt, `${one.entries}`]),
    ...trash.files.map((one) => ['file', one.name, one.date, one.path]),
  ].map((row) => row.map(cleanLine))
  if (!view) return rows.map((row) => `${row.join('\t')}\n`).join('')
  const shown = rows.map(([kind, name, when, what]) => [
    kind ?? '',
    name ?? '',
    ageOf(when ?? '', view.nowMs),
    kind === 'file' ? (what ?? '') : `${what} entries`,
  ])
  const columns = [{ title: 'KIND' }, { title: 'NAME', least: 12 }, { title: 'CLEARED' }, { title: 'WHAT', least: 12 }]
  return printTable(columns, shown, view.width, view.style)
}

function ageOf(when: string, nowMs: number): string {
  const ms = msOf(when)
  return ms === null ? when : age(ms, nowMs)
}
