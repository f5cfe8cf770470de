/** What is set, and which checkpoint files of a repository are taken over: shown, or changed. */
import { present } from '../../../core/present.js'
import { trust } from '../../../app/layouts/trust.js'
import { config, setConfig, type ConfigKey } from '../../../app/setup/config.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { actionOf, type Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function runConfig(context: Context): Promise<number> {
  const { output, args } = context
  const [word, ...values] = args.positionals
  const key = word === undefined ? undefined : (actionOf(context, word) as ConfigKey)
  const global = args.on.has('global')
  if (key === undefined || values.length === 0) {
    if (global)
      throw new DogearError('usage', '--global is for a change', { expected: 'dogear config KEY VALUE --global' })
    const lines = (await config(await worldOf(context))).filter((line) => key === undefined || line.key === key)
    if (output.json) output.printJson({ config: lines })
    else if (output.quiet) output.print(lines.map((line) => `${cleanLine(line.value)}\n`).join(''))
    else
      output.print(
        lines.map((line) => `${line.key.padEnd(12)} ${cleanLine(line.value)}  (${cleanLine(line.from)})\n`).join(''),
      )
    return EXIT.ok
  }
  const path = setConfig(await worldOf(context), { key, values, global })
  if (output.json) output.printJson({ key, values, path })
  else if (!output.quiet) output.print(`${key} is ${cleanLine(values.join(', '))} now (${path}).`)
  return EXIT.ok
}

export async function runTrust(context: Context): Promise<number> {
  const { args, output } = context
  const [layout] = args.positionals
  const refuse = args.on.has('refuse')
  const revoke = args.on.has('revoke')
  if ((refuse && revoke) || (layout === undefined && (refuse || revoke)))
    throw new DogearError('usage', '--refuse and --revoke are about one layout, and not both at once', {
      expected: 'dogear trust LAYOUT [--refuse | --revoke]',
      next: 'dogear trust',
    })
  const answer = revoke ? null : refuse ? 'refused' : 'approved'
  const trusted = trust(await worldOf(context), present({ answer, layout }))
  const lines = Object.entries(trusted.answers).map(([id, one]) => `${id}: ${one}\n`)
  if (output.json) output.printJson(trusted)
  else if (lines.length === 0) output.warn('No answer is kept for this project.')
  else output.print(lines.join(''))
  return EXIT.ok
}
