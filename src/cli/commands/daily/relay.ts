/** `relay`: saves, and hands the work over to another agent: started in a terminal, else named. */
import { present } from '../../../core/present.js'
import { relay, type Relayed } from '../../../app/relay/relay.js'
import { EXIT } from '../../../core/errors.js'
import { quoteIfNeeded } from '../../../agents/common/line.js'
import { runInteractive } from '../../../platform/process/command.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [to = '', name] = args.positionals
  const dryRun = args.on.has('dry-run')
  const relayed = await relay(await worldOf(context), { to, ...present({ name }), dryRun })
  const { command, cwd, env, saved } = relayed
  const line = command.map(quoteIfNeeded).join(' ')
  if (output.json) {
    const id = saved.skipped ? null : saved.result.entry.id
    output.printJson({ agent: relayed.to.id, name: relayed.name, saved: id, command, cwd, dryRun })
    return EXIT.ok
  }
  if (output.quiet) output.print(`${line}\n`)
  if (!output.interactive || dryRun || args.on.has('print')) {
    if (!output.quiet) output.print(printRelay(relayed, line))
    return EXIT.ok
  }
  return runInteractive(command, { cwd, env }) ?? EXIT.findings
}

function printRelay({ to, name, saved }: Relayed, line: string): string {
  const first = saved.skipped === 'same' ? `"${name}" was saved already` : `"${name}" is saved`
  const hint = to.isSetUp ? '' : `\n${to.title} does not save and resume by itself yet: dogear init ${to.id}`
  return `${first}. ${to.title} goes on with it, in this folder, by:\n  ${line}${hint}`
}
