/** What is set, and which checkpoint files of a repository are taken over: shown, or changed. */
import { present } from '../../../core/present.js'
import { trust, type Trusted } from '../../../app/layouts/trust.js'
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

function repositoryLine({ holds, ...known }: NonNullable<Trusted['repository']>): string {
  const what = 'origin' in known ? `origin ${cleanLine(known.origin)}` : 'this folder'
  return `repository: ${holds ? 'yours' : 'no longer yours, for it is another now'} (${what})\n`
}

export async function runTrust(context: Context): Promise<number> {
  const { args, output } = context
  const [named] = args.positionals
  const refuse = args.on.has('refuse')
  const revoke = args.on.has('revoke')
  const mine = args.on.has('mine')
  const count = Number(mine) + Number(named !== undefined)
  if ((refuse && (revoke || mine)) || count > 1 || (count === 0 && (refuse || revoke)))
    throw new DogearError('usage', '--refuse and --revoke are about one layout or file, and not both at once', {
      expected: 'dogear trust LAYOUT [--refuse | --revoke], or dogear trust --mine [--revoke]',
      next: 'dogear trust',
    })
  const answer = revoke ? null : refuse ? 'refused' : 'approved'
  const what = mine ? { mine: true as const } : named === undefined ? undefined : { named }
  const trusted = trust(await worldOf(context), { answer, ...present({ what }) })
  const lines = Object.entries(trusted.answers).map(([id, one]) => `${id}: ${one}\n`)
  if (trusted.repository) lines.push(repositoryLine(trusted.repository))
  if (output.json) output.printJson(trusted)
  else if (lines.length === 0) output.warn('No answer is kept for this project.')
  else output.print(lines.join(''))
  return EXIT.ok
}
