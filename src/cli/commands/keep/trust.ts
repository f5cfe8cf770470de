import { trust } from '../../../app/layouts/trust.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [layout] = args.positionals
  const refuse = args.on.has('refuse')
  const revoke = args.on.has('revoke')
  if ((refuse && revoke) || (layout === undefined && (refuse || revoke))) throw usage()
  const answer = revoke ? null : refuse ? 'refused' : 'approved'
  const trusted = trust(await worldOf(context), { answer, ...(layout === undefined ? {} : { layout }) })
  const lines = Object.entries(trusted.answers).map(([id, one]) => `${id}: ${one}\n`)
  if (output.json) output.printJson(trusted)
  else if (lines.length === 0) output.warn('No answer is kept for this project.')
  else output.print(lines.join(''))
  return EXIT.ok
}

function usage(): DogearError {
  return new DogearError('usage', '--refuse and --revoke are about one layout, and not both at once', {
    expected: 'dogear trust LAYOUT [--refuse | --revoke]',
    next: 'dogear trust',
  })
}
