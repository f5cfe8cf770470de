/** `uninstall`: takes out of an agent what `init` put in. */
import type { Manifest } from '../../../agents/agent.js'
import { present } from '../../../core/present.js'
import { uninstall, type UninstallResult } from '../../../app/setup/uninstall.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { worldOf } from '../../world.js'
import { agentOf } from './agent.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const agent = agentOf(context)
  const result = await uninstall(await worldOf(context), agent, {
    ...present({ scope: valueOf(args, 'scope') }),
    followLinks: args.on.has('follow-links'),
    dryRun: args.on.has('dry-run'),
  })
  for (const note of result.notes) output.warn(note)
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(result.files.map(({ path }) => `${path}\n`).join(''))
  else output.print(printUninstall(result, agent))
  return EXIT.ok
}

function printUninstall({ files, dryRun }: UninstallResult, { title }: Manifest): string {
  const lines = files.map(({ path, change }) => `  ${change.padEnd(8)} ${path}`)
  if (lines.length === 0) return `Nothing of dogear is in the files of ${title}.`
  if (dryRun) return `Would change:\n${lines.join('\n')}`
  return `${title} does not call dogear any more.\n${lines.join('\n')}\nYour checkpoints are still there: dogear list --all`
}
