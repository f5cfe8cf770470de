import { dirname, join, resolve } from 'node:path'
import { exportEntries } from '../../app/transfer.js'
import { DogearError, EXIT } from '../../core/errors.js'
import { createDurable, ensureDir } from '../../platform/files.js'
import type { Context } from '../context.js'
import { valueOf } from '../parse-args.js'
import { worldOf } from '../world.js'

interface Text {
  path: string
  text: string
}

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [name] = args.positionals
  const all = args.on.has('all')
  if ((name === undefined) !== all)
    throw new DogearError('usage', 'export needs a NAME or --all', {
      expected: 'dogear export NAME | --all',
      next: 'dogear list',
    })
  const world = await worldOf(context)
  const { texts } = exportEntries(world, { all, ...(name === undefined ? {} : { name }) })
  const to = valueOf(args, 'to')
  if (to === undefined) {
    output.printJson({ dogear: 1, entries: texts })
    return EXIT.ok
  }
  const folder = resolve(world.cwd, to)
  writeTexts(folder, texts, world.tag)
  if (output.json) output.printJson({ exported: texts.map((one) => one.path), to: folder })
  else if (output.quiet) output.print(texts.map((one) => `${join(folder, one.path)}\n`).join(''))
  else output.print(`Exported ${texts.length} ${texts.length === 1 ? 'entry' : 'entries'} to ${folder}`)
  return EXIT.ok
}

/** An entry never changes, so a file that is there already is the same one. */
function writeTexts(folder: string, texts: readonly Text[], tag: string): void {
  for (const { path, text } of texts) {
    const target = join(folder, path)
    ensureDir(dirname(target))
    createDurable(target, text, tag)
  }
}
