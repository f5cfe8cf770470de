import { diff } from '../../app/diff.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { valueOf } from '../parse-args.js'
import { printDiff } from '../render/diff.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [name, first, second] = args.positionals as [string, string?, string?]
  const older = first ?? valueOf(args, 'from')
  const newer = second ?? valueOf(args, 'to')
  const request = {
    name,
    ...(older === undefined ? {} : { from: older }),
    ...(newer === undefined ? {} : { to: newer }),
  }
  const { from, to, changes } = diff(await worldOf(context), request)
  if (output.json) output.printJson({ from: from.id, to: to.id, changes })
  else output.print(printDiff(from, to, changes, output.style))
  return EXIT.ok
}
