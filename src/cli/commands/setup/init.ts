import type { Scope } from '../../../agents/claude-code/install.js'
import { init, type InitResult } from '../../../app/setup/init.js'
import { EXIT } from '../../../core/errors.js'
import { thisProgram } from '../../../platform/process/command.js'
import { actionOf } from '../../context.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { VERSION } from '../../world.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  actionOf(context, 'claude-code')
  const result = init(await worldOf(context), {
    scope: (valueOf(args, 'scope') ?? 'user') as Scope,
    program: thisProgram(),
    version: VERSION,
    followLinks: args.on.has('follow-links'),
    dryRun: args.on.has('dry-run'),
  })
  for (const note of result.notes) output.warn(note)
  if (output.json) output.printJson(result)
  else if (output.quiet)
    output.print(
      changedIn(result)
        .map(({ path }) => `${path}\n`)
        .join(''),
    )
  else output.print(printInit(result))
  return EXIT.ok
}

function changedIn({ files }: InitResult): InitResult['files'] {
  return files.filter(({ change }) => change !== 'same')
}

function printInit(result: InitResult): string {
  const changed = changedIn(result)
  const lines = changed.map(({ path, change }) => `  ${change.padEnd(8)} ${path}`)
  const view = '"memoryView": true: checkpoints are listed in the MEMORY.md of Claude Code as well'
  const all =
    result.memoryView === undefined ? lines : [...lines, `  changed  ${result.memoryView}\n           ${view}`]
  if (all.length === 0) return 'Claude Code is set up already; nothing changed.\nCheck it: dogear doctor'
  if (result.dryRun) return `Would write:\n${all.join('\n')}`
  return (
    `Claude Code saves and resumes by itself now.\n${all.join('\n')}\n` +
    'Start a new session, then check it: dogear doctor\nTake it out again: dogear uninstall claude-code'
  )
}
