/** `uninstall`: takes out of agents what `init` put in. */
import { agentsWith, type Able } from '../../../agents/abilities.js'
import { present } from '../../../core/present.js'
import { uninstall, type UninstallResult } from '../../../app/setup/uninstall.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { worldOf } from '../../world.js'
import { agentsNamed } from './agent.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const named = agentsNamed(context)
  const world = await worldOf(context)
  const request = {
    ...present({ scope: valueOf(args, 'scope') }),
    followLinks: args.on.has('follow-links'),
    dryRun: args.on.has('dry-run'),
  }
  const agents = named ?? agentsWith('install').slice(0, 1)
  // What is refused in the files of one is refused before those of another are changed.
  for (const agent of agents) await uninstall(world, agent, { ...request, dryRun: true })
  const results: UninstallResult[] = []
  for (const agent of agents) results.push(await uninstall(world, agent, request))
  const files = results.flatMap((result) => result.files)
  const notes = results.flatMap((result) => result.notes)
  for (const note of notes) output.warn(note)
  if (output.json) output.printJson({ files, notes, dryRun: request.dryRun })
  else if (output.quiet) output.print(files.map(({ path }) => `${path}\n`).join(''))
  else output.print(printUninstall(files, agents, request.dryRun))
  return EXIT.ok
}

function printUninstall(files: UninstallResult['files'], agents: readonly Able<'install'>[], dryRun: boolean): string {
  const titles = agents.map(({ title }) => title).join(', ')
  const lines = files.map(({ path, change }) => `  ${change.padEnd(8)} ${path}`)
  if (lines.length === 0) return `Nothing of dogear is in the files of ${titles}.`
  if (dryRun) return `Would change:\n${lines.join('\n')}`
  const verb = agents.length === 1 ? 'does' : 'do'
  return `${titles} ${verb} not call dogear any more.\n${lines.join('\n')}\nYour checkpoints are still there: dogear list --all`
}
