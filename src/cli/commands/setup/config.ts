import { config, setConfig, type ConfigKey } from '../../../app/setup/config.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { actionOf } from '../../context.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const [key, ...values] = context.args.positionals
  if (key === undefined) return show(context)
  return values.length === 0 ? show(context, actionOf(context, key) as ConfigKey) : change(context, values)
}

async function show(context: Context, key?: ConfigKey): Promise<number> {
  const { output, args } = context
  if (args.on.has('global'))
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

async function change(context: Context, values: readonly string[]): Promise<number> {
  const { output, args } = context
  const key = actionOf(context, '') as ConfigKey
  const path = setConfig(await worldOf(context), { key, values, global: args.on.has('global') })
  if (output.json) output.printJson({ key, values, path })
  else if (!output.quiet) output.print(`${key} is ${cleanLine(values.join(', '))} now (${path}).`)
  return EXIT.ok
}
