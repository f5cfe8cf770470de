/** `forget`: takes a text out of everything that was saved, for good. */
import { forgetText } from '../../../app/keep/forget.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import { cleanLine } from '../../../core/text/text.js'
import { valueOf } from '../../args/parse.js'
import { readInput } from '../../args/written.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const item = valueOf(args, 'item')
  const typed = args.positionals.length === 0 ? undefined : args.positionals.join(' ')
  if ((typed === undefined) === (item === undefined)) throw usage()
  const dryRun = args.on.has('dry-run')
  const text = typed === '-' ? readInput() : typed
  const forgotten = forgetText(await worldOf(context), {
    dryRun,
    ...present<{ text?: string; item?: string }>({ text, item }),
  })
  const { entries, packs, files, left, places } = forgotten
  if (output.json) output.printJson({ forgotten, dryRun })
  else if (output.quiet) output.print(`${entries}`)
  else {
    const where = [count(entries, 'entry', 'entries'), ...(packs ? [`${count(packs, 'pack', 'packs')} opened`] : [])]
    if (files.length > 0) where.push(count(files.length, 'other file', 'other files'))
    output.print(`${dryRun ? 'Would forget it' : 'Forgotten'}: ${where.join(', ')}.`)
  }
  if (places > 0)
    output.warn(
      `It may have been sent to ${count(places, 'place', 'places')}, which get the new text with the next sync. The history of a git remote keeps the old one: if it was a secret, change it.`,
    )
  for (const one of left) output.warn(`It is still in ${cleanLine(one)}, which was left as it is.`)
  if (!output.json && !output.quiet && !dryRun)
    output.warn(
      output.errorStyle.dim(
        'Not in reach: transcripts of agents, exports, git history. If it was a secret, change it there.',
      ),
    )
  return EXIT.ok
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

function usage(): DogearError {
  return new DogearError('usage', 'forget needs either a TEXT or --item', {
    expected: 'dogear forget TEXT, or - for standard input; or dogear forget --item ID',
    next: 'dogear forget TEXT --dry-run',
  })
}
