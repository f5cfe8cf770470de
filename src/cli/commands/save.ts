import { resolve } from 'node:path'
import { hasAgents } from '../../app/agents-at-hand.js'
import type { Observed } from '../../app/observe.js'
import { save, type SaveResult } from '../../app/save.js'
import type { World } from '../../app/world.js'
import { EXIT } from '../../core/errors.js'
import type { Context } from '../context.js'
import { valueOf, valuesOf, type Args } from '../parse-args.js'
import { printFindings, printSaved } from '../render/saved.js'
import { worldOf } from '../world.js'
import { readWritten } from '../written-args.js'

export async function run(context: Context): Promise<number> {
  const { args } = context
  const world = await worldOf(context)
  const [name] = args.positionals
  const continues = valuesOf(args, 'continues')
  const dryRun = args.on.has('dry-run')
  const result = save(world, {
    written: readWritten(world.cwd, args),
    observed: await observed(world, args),
    lane: args.on.has('auto') ? 'auto' : 'named',
    strict: args.on.has('strict'),
    git: !args.on.has('no-git'),
    dryRun,
    ...(name === undefined ? {} : { name }),
    ...(continues.length === 0 ? {} : { continues: [...continues] }),
  })
  printResult(context, result, dryRun)
  return EXIT.ok
}

/** The readers are only loaded where an agent may have left something to read. */
async function observed(world: World, args: Args): Promise<Observed | null> {
  const transcript = valueOf(args, 'transcript')
  if (args.on.has('no-transcript') || (transcript === undefined && !hasAgents(world))) return null
  const { observe } = await import('../../app/observe.js')
  return observe(world, transcript === undefined ? {} : { transcript: resolve(world.cwd, transcript) })
}

function printResult({ output }: Context, result: SaveResult, dryRun: boolean): void {
  if (output.json) return output.printJson({ saved: summary(result), findings: result.findings, dryRun })
  if (output.quiet) return output.print(result.entry.id)
  output.print(printSaved(result, dryRun, output.style))
  const findings = printFindings(result, output.errorStyle)
  if (findings !== '') output.warn(findings)
}

function summary({ entry, path, created, nameFrom, heads }: SaveResult): Record<string, unknown> {
  const { name, id, lane, next } = entry
  return { name, id, path, lane, created, nameFrom, heads, ...(next ? { next: next.text } : {}) }
}
