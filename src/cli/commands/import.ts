import type { ImportResult } from '../../app/transfer.js'
import { EXIT } from '../../core/errors.js'
import { cleanLine } from '../../core/sanitise.js'
import type { LayoutId } from '../../layouts/layout.js'
import type { Context } from '../context.js'
import { findImports } from '../imports.js'
import type { Output } from '../output.js'
import { valueOf } from '../parse-args.js'
import { worldOf } from '../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const dryRun = args.on.has('dry-run')
  const { texts, found } = await findImports(world, args.positionals, valueOf(args, 'layout') as LayoutId | undefined)
  const results: ImportResult[] = []
  if (texts.length > 0) {
    const { importEntries } = await import('../../app/transfer.js')
    results.push(importEntries(world, { texts, dryRun }))
  }
  if (found.length > 0) {
    const { importDocuments } = await import('../../app/migrate.js')
    results.push(importDocuments(world, { found, dryRun }))
  }
  const result = joinResults(results)
  printResult(output, result, dryRun)
  return result.refused.length > 0 ? EXIT.findings : EXIT.ok
}

function joinResults(results: readonly ImportResult[]): ImportResult {
  return {
    imported: results.flatMap((one) => one.imported),
    already: results.reduce((sum, one) => sum + one.already, 0),
    refused: results.flatMap((one) => one.refused),
  }
}

function printResult(output: Output, result: ImportResult, dryRun: boolean): void {
  const { imported, already, refused } = result
  if (output.json) output.printJson({ ...result, dryRun })
  else if (output.quiet) output.print(imported.map((one) => `${one.id}\n`).join(''))
  else
    output.print(
      `${dryRun ? 'Would import' : 'Imported'} ${imported.length}, already here ${already}, refused ${refused.length}.`,
    )
  if (!output.json)
    for (const one of refused) output.warn(`refused ${cleanLine(one.source)}: ${cleanLine(one.message)}`)
}
