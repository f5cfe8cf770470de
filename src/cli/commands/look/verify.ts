import { verify } from '../../../app/look/verify.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { Context } from '../../context.js'
import type { Output } from '../../print/output.js'
import { worldOf } from '../../world.js'

type Verified = ReturnType<typeof verify>

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const dryRun = args.on.has('dry-run')
  const result = verify(await worldOf(context), { all: args.on.has('all'), repair: args.on.has('repair'), dryRun })
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(result.damaged.map((one) => `${cleanLine(one.path)}\n`).join(''))
  else printToPerson(output, result, dryRun)
  const mended = args.on.has('repair') && !dryRun && result.repaired.every((one) => one.action !== 'left')
  return result.damaged.length > 0 && !mended ? EXIT.findings : EXIT.ok
}

function printToPerson(output: Output, { checked, damaged, missing, repaired }: Verified, dryRun: boolean): void {
  const { style } = output
  for (const one of damaged)
    output.print(`${style.yellow(one.reason)}  ${cleanLine(one.path)}\n  ${cleanLine(one.message)}`)
  for (const one of repaired)
    output.print(`${dryRun ? `would be ${one.action}` : one.action}  ${cleanLine(one.path)}\n  → ${cleanLine(one.to)}`)
  const count = `Checked ${checked} ${checked === 1 ? 'entry' : 'entries'}`
  output.print(
    damaged.length === 0 ? `${count}: ${style.green('all intact')}.` : `${count}: ${damaged.length} damaged.`,
  )
  if (missing.length > 0)
    output.warn(`${missing.length} of them continue an entry that is not here: quarantined, or never imported.`)
  if (damaged.length > 0 && repaired.length === 0)
    output.warn('Set them aside (nothing is deleted): dogear verify --repair')
}
