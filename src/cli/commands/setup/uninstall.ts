import type { Scope } from '../../../agents/claude-code/install.js'
import { uninstall, type UninstallResult } from '../../../app/setup/uninstall.js'
import { EXIT } from '../../../core/errors.js'
import { actionOf } from '../../context.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  actionOf(context, 'claude-code')
  const scope = valueOf(args, 'scope') as Scope | undefined
  const result = uninstall(await worldOf(context), {
    ...(scope === undefined ? {} : { scope }),
    followLinks: args.on.has('follow-links'),
    dryRun: args.on.has('dry-run'),
  })
  for (const note of result.notes) output.warn(note)
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(result.files.map(({ path }) => `${path}\n`).join(''))
  else output.print(printUninstall(result))
  return EXIT.ok
}

function printUninstall({ files, dryRun }: UninstallResult): string {
  const lines = files.map(({ path, change }) => `  ${change.padEnd(8)} ${path}`)
  if (lines.length === 0) return 'Nothing of dogear is in the files of Claude Code.'
  if (dryRun) return `Would change:\n${lines.join('\n')}`
  return `Claude Code does not call dogear any more.\n${lines.join('\n')}\nYour checkpoints are still there: dogear list --all`
}
