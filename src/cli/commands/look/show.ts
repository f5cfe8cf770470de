import { show } from '../../../app/look/show.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { printMarkdown } from '../../print/markdown.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const entryId = valueOf(args, 'entry')
  const what = args.positionals[0] as string
  const { entry, path, text } = show(await worldOf(context), {
    what,
    ...(entryId === undefined ? {} : { entry: entryId }),
  })
  if (output.json) output.printJson({ entry, path })
  else output.print(printMarkdown(text, output.style))
  if (output.terminal) output.warn(output.errorStyle.dim(cleanLine(path)))
  return EXIT.ok
}
