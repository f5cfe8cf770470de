import { note } from '../../../app/save/note.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { worldOf } from '../../world.js'

type NoteType = Parameters<typeof note>[1]['type']

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const why = valueOf(args, 'why')
  const dryRun = args.on.has('dry-run')
  const result = note(await worldOf(context), {
    text: args.positionals.join(' '),
    type: (valueOf(args, 'type') ?? 'note') as NoteType,
    dryRun,
    ...(why === undefined ? {} : { why }),
  })
  if (output.json) output.printJson({ ...result, dryRun })
  else if (output.quiet) output.print(result.note.id)
  else output.print(`${dryRun ? 'Would note' : 'Noted'} (${result.note.type}): ${cleanLine(result.note.text)}`)
  return EXIT.ok
}
