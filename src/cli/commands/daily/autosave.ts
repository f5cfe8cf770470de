/** `dogear save --auto`: loaded by save. Says nothing but what programs ask for with --json or --quiet. */
import { resolve } from 'node:path'
import { autosave, type Autosaved, type AutosaveRequest } from '../../../app/save/autosave.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { choiceOf } from '../../args/layouts.js'
import { valueOf, valuesOf, type Args } from '../../args/parse.js'
import { worldOf } from '../../world.js'
import { readWritten } from '../../args/written.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const saved = await autosave(world, { ...(await requestOf(world.cwd, args)), choice: choiceOf(args) })
  if (output.json) output.printJson(answerOf(saved, args.on.has('dry-run')))
  else if (output.quiet && !saved.skipped) output.print(saved.result.entry.id)
  if (saved.warnings.length > 0 && !output.json) output.warn(saved.warnings.join('\n'))
  return EXIT.ok
}

async function requestOf(cwd: string, args: Args): Promise<AutosaveRequest> {
  const [name] = args.positionals
  const reason = valueOf(args, 'reason')
  const transcript = valueOf(args, 'transcript')
  const continues = valuesOf(args, 'continues')
  return {
    written: await readWritten(cwd, args),
    git: !args.on.has('no-git'),
    dryRun: args.on.has('dry-run'),
    ...(name === undefined ? {} : { name }),
    ...(reason === undefined ? {} : { reason }),
    ...(args.on.has('no-transcript') ? { transcript: null } : {}),
    ...(transcript === undefined ? {} : { transcript: resolve(cwd, transcript) }),
    ...(continues.length === 0 ? {} : { continues: [...continues] }),
  }
}

function answerOf({ result, skipped, warnings }: Autosaved, dryRun: boolean): Record<string, unknown> {
  const { entry, path, created, nameFrom, heads } = result
  const { name, id, lane, next } = entry
  const saved = { name, id, path, lane, created, nameFrom, heads, ...(next ? { next: next.text } : {}) }
  return { saved: skipped ? null : saved, ...(skipped ? { skipped } : {}), findings: [], dryRun, warnings }
}
