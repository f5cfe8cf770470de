/** `off` and `on`: hooks do nothing for a while, and nothing has to be taken out and put in again. */
import { switchIn } from '../../../app/setup/switch.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output, spec } = context
  const on = spec.name === 'on'
  const switched = switchIn(await worldOf(context), { on, here: args.on.has('here') })
  if (output.json) output.printJson(switched)
  else if (!output.quiet) {
    const where = switched.folder === undefined ? 'everywhere' : `in ${cleanLine(switched.folder)}`
    const back = `Back again: dogear ${on ? 'off' : 'on'}${switched.folder === undefined ? '' : ' --here'}`
    output.print(`Hooks are ${on ? 'on' : 'off'} ${where}${switched.changed ? '.' : ' already.'} ${back}`)
  }
  return EXIT.ok
}
