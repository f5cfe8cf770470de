import { dirname, join, resolve } from 'node:path'
import type { ExportedFiles } from '../../../app/carry/export.js'
import { exportEntries } from '../../../app/carry/transfer.js'
import type { World } from '../../../app/world.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { LayoutId } from '../../../layouts/layout.js'
import { createDurable, ensureDir } from '../../../platform/files/files.js'
import type { Context } from '../../context.js'
import type { Output } from '../../print/output.js'
import { valueOf, type Args } from '../../args/parse.js'
import { worldOf } from '../../world.js'

interface Text {
  path: string
  text: string
}

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  checkFlags(args)
  const [name] = args.positionals
  const which = name === undefined ? {} : { name }
  const world = await worldOf(context)
  const layout = valueOf(args, 'layout') as LayoutId | undefined
  if (layout !== undefined) {
    const { exportLayout } = await import('../../../app/carry/export.js')
    const into = valueOf(args, 'into')
    return printFiles(output, exportLayout(world, { layout, ...which, ...(into === undefined ? {} : { into }) }))
  }
  const { texts } = exportEntries(world, { all: name === undefined, ...which })
  return writeEntries(world, output, texts, valueOf(args, 'to'))
}

function checkFlags(args: Args): void {
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

function writeEntries(world: World, output: Output, texts: readonly Text[], to: string | undefined): number {
  if (to === undefined) {
    output.printJson({ dogear: 1, entries: texts })
    return EXIT.ok
  }
  const folder = resolve(world.cwd, to)
  writeTexts(folder, texts, world.tag)
  if (output.json) output.printJson({ exported: texts.map((one) => one.path), to: folder })
  else if (output.quiet) output.print(texts.map((one) => `${join(folder, one.path)}\n`).join(''))
  else output.print(`Exported ${countOf(texts.length)} to ${folder}`)
  return EXIT.ok
}

function printFiles(output: Output, result: ExportedFiles): number {
  const { layout, into, exported, changed, refused } = result
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(changed.map((path) => `${join(into, path)}\n`).join(''))
  else output.print(`Exported ${countOf(exported.length)} as ${layout} to ${cleanLine(into)}`)
  if (!output.json)
    for (const one of refused) output.warn(`refused ${cleanLine(one.source)}: ${cleanLine(one.message)}`)
  return refused.length > 0 ? EXIT.findings : EXIT.ok
}

function countOf(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`
}

/** An entry never changes, so a file that is there already is the same one. */
function writeTexts(folder: string, texts: readonly Text[], tag: string): void {
  for (const { path, text } of texts) {
    const target = join(folder, path)
    ensureDir(dirname(target))
    createDurable(target, text, tag)
  }
}
