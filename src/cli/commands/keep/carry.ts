/** Checkpoints carried elsewhere: another machine, another system, and back. */
import { join } from 'node:path'
import { present } from '../../../core/present.js'
import { exportLayout } from '../../../app/carry/export.js'
import { importFrom } from '../../../app/carry/import.js'
import { exportEntries, exportToFolder, type ImportResult } from '../../../app/carry/transfer.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { LayoutId } from '../../../layouts/layout.js'
import { valueOf, type Args } from '../../args/parse.js'
import { readInput, readNamedFile } from '../../args/written.js'
import type { Context } from '../../context.js'
import type { Output } from '../../print/output.js'
import { worldOf } from '../../world.js'

/** An export of many entries is one document. */
const MAX_BYTES = 256_000_000

export async function runImport(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const dryRun = args.on.has('dry-run')
  const layout = valueOf(args, 'layout') as LayoutId | undefined
  const readText = (word: string): string =>
    word === '-' ? readInput(MAX_BYTES) : readNamedFile(world.cwd, word, MAX_BYTES)
  const result = importFrom(world, {
    ...present({ words: args.positionals, layout, dryRun, readText }),
    mine: args.on.has('mine'),
  })
  const { imported, already, refused, differs, foreign } = result
  if (output.json) output.printJson({ ...result, dryRun })
  else if (output.quiet) output.print(imported.map((one) => `${one.id}\n`).join(''))
  else
    output.print(
      `${dryRun ? 'Would import' : 'Imported'} ${imported.length}, already here ${already}, refused ${refused.length}.`,
    )
  if (!output.json) warnAbout(output, differs, foreign)
  return endWith(output, refused, differs.length)
}

function warnAbout(output: Output, differs: ImportResult['differs'], foreign: number): void {
  for (const { source, path, kept } of differs)
    output.warn(
      `differs: ${cleanLine(source)} has the id of another text, ${path}; both are kept, the new one in ${kept}`,
    )
  if (foreign > 0)
    output.warn(
      `${foreign} of them ${foreign === 1 ? 'was' : 'were'} not saved by this home: marked as somebody else's, and asked about before anything is taken up. Yours? dogear resume NAME --mine`,
    )
}

export async function runExport(context: Context): Promise<number> {
  const { args, output } = context
  checkExportFlags(args)
  const [name] = args.positionals
  const which = present({ all: name === undefined, name })
  const world = await worldOf(context)
  const layout = valueOf(args, 'layout') as LayoutId | undefined
  const to = valueOf(args, 'to')
  if (layout !== undefined) {
    const result = exportLayout(world, present({ layout, name, into: valueOf(args, 'into') }))
    if (output.json) output.printJson(result)
    else if (output.quiet) output.print(result.changed.map((path) => `${join(result.into, path)}\n`).join(''))
    else output.print(`Exported ${countEntries(result.exported)} as ${layout} to ${cleanLine(result.into)}`)
    return endWith(output, result.refused)
  }
  if (to === undefined) {
    output.printJson({ dogear: 1, entries: exportEntries(world, which).texts }, { exact: true })
    return EXIT.ok
  }
  const { folder, paths } = exportToFolder(world, { ...which, to })
  if (output.json) output.printJson({ exported: paths, to: folder })
  else if (output.quiet) output.print(paths.map((path) => `${join(folder, path)}\n`).join(''))
  else output.print(`Exported ${countEntries(paths)} to ${folder}`)
  return EXIT.ok
}

function checkExportFlags(args: Args): void {
  if ((args.positionals[0] === undefined) !== args.on.has('all'))
    throw new DogearError('usage', 'export needs a NAME or --all', {
      expected: 'dogear export NAME | --all',
      next: 'dogear list',
    })
  const isLayout = args.values.has('layout')
  const wrong = isLayout ? 'to' : 'into'
  if (args.values.has(wrong))
    throw new DogearError('usage', `--${wrong} ${isLayout ? 'does not go with' : 'needs'} --layout`, {
      expected: '--to FOLDER for entries, --layout ID --into FOLDER for files of another system',
      next: `use --${isLayout ? 'into' : 'to'} FOLDER`,
    })
}

/** The exit code says that something was refused; a person also reads what and why. */
function endWith(output: Output, refused: readonly { source: string; message: string }[], differs = 0): number {
  if (!output.json)
    for (const one of refused) output.warn(`refused ${cleanLine(one.source)}: ${cleanLine(one.message)}`)
  return refused.length + differs > 0 ? EXIT.findings : EXIT.ok
}

function countEntries(entries: readonly unknown[]): string {
  return `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`
}
