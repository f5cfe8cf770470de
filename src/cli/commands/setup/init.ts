/** `init`: sets dogear up in an agent. */
import type { Manifest } from '../../../agents/agent.js'
import { present } from '../../../core/present.js'
import { init, type InitResult } from '../../../app/setup/init.js'
import { EXIT } from '../../../core/errors.js'
import { thisProgram } from '../../../platform/process/command.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { VERSION, worldOf } from '../../world.js'
import { agentOf } from './agent.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const agent = agentOf(context)
  const result = await init(await worldOf(context), agent, {
    ...present({ scope: valueOf(args, 'scope') }),
    program: thisProgram(),
    version: VERSION,
    followLinks: args.on.has('follow-links'),
    dryRun: args.on.has('dry-run'),
  })
  for (const note of result.notes) output.warn(note)
  if (output.json) output.printJson({ ...result, ...present({ memoryView: result.memoryView?.path }) })
  else if (output.quiet)
    output.print(
      changedIn(result)
        .map(({ path }) => `${path}\n`)
        .join(''),
    )
  else output.print(printInit(result, agent))
  return result.undone === undefined ? EXIT.ok : EXIT.findings
}

function changedIn({ files }: InitResult): InitResult['files'] {
  return files.filter(({ change }) => change !== 'same')
}

function printInit(result: InitResult, { id, title }: Manifest): string {
  const changed = changedIn(result)
  const lineOf = ({ path, change }: { path: string; change: string }): string => `  ${change.padEnd(8)} ${path}`
  const lines = changed.map(lineOf)
  const view = `"memoryView": true: checkpoints are listed in the MEMORY.md of ${title} as well`
  const all = result.memoryView ? [...lines, `${lineOf(result.memoryView)}\n           ${view}`] : lines
  if (result.undone !== undefined && !result.dryRun)
    return `${title} does not save and resume by itself yet: ${result.undone}.\n${all.join('\n')}\nMend that, then: dogear doctor`
  if (all.length === 0) return `${title} is set up already; nothing changed.\nCheck it: dogear doctor`
  if (result.dryRun) return `Would write:\n${all.join('\n')}`
  return (
    `${title} saves and resumes by itself now.\n${all.join('\n')}\n` +
    `Start a new session, then check it: dogear doctor\nTake it out again: dogear uninstall ${id}`
  )
}
