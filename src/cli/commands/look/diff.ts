import { diff } from '../../../app/look/show.js'
import type { Change } from '../../../core/entry/diff.js'
import type { Entry } from '../../../core/entry/entry.js'
import { shortId } from '../../../core/entry/id.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import { valueOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import type { Style } from '../../print/output.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const [name, first, second] = args.positionals as [string, string?, string?]
  const older = first ?? valueOf(args, 'from')
  const newer = second ?? valueOf(args, 'to')
  const request = {
    name,
    ...(older === undefined ? {} : { from: older }),
    ...(newer === undefined ? {} : { to: newer }),
  }
  const { from, to, changes } = diff(await worldOf(context), request)
  if (output.json) output.printJson({ from: from.id, to: to.id, changes })
  else output.print(printDiff(from, to, changes, output.style))
  return EXIT.ok
}

// What changed between two saves, grouped by field.

export function printDiff(from: Entry, to: Entry, changes: readonly Change[], style: Style): string {
  const head = `${style.bold(cleanLine(to.name))}: ${shortId(from.id)} → ${shortId(to.id)}`
  if (changes.length === 0) return `${head}\nNothing changed.\n`
  const fields = [...new Set(changes.map((change) => change.field))]
  const groups = fields.map((field) => [
    style.bold(cleanLine(field)),
    ...changes.filter((one) => one.field === field).map((one) => printChange(one, style)),
  ])
  return `${head}\n${groups.map((lines) => `${lines.join('\n')}\n`).join('')}`
}

function printChange({ kind, before, after }: Change, style: Style): string {
  if (kind === 'added') return style.green(`  + ${indent(after)}`)
  if (kind === 'removed') return style.red(`  - ${indent(before)}`)
  return style.yellow(`  ~ ${indent(before)}\n  → ${indent(after)}`)
}

function indent(text: string | undefined): string {
  return cleanText(text ?? '').replace(/\n/g, '\n    ')
}
