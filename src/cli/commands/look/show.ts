/** Entries as they are: one of them, what changed between two, and whether all are whole. */
import { present } from '../../../core/present.js'
import { diff, show } from '../../../app/look/show.js'
import { verify, type Verified } from '../../../app/look/verify.js'
import type { Change } from '../../../core/entry/diff.js'
import type { Entry } from '../../../core/entry/entry.js'
import { sourceOf } from '../../../core/briefing/briefing.js'
import { printEntryWords } from '../../../core/briefing/entry-words.js'
import { foreignIn } from '../../../core/briefing/item-lines.js'
import { shortId } from '../../../core/entry/id.js'
import { withoutOwnOrigins } from '../../../core/entry/page-keys.js'
import { EXIT } from '../../../core/errors.js'
import { quoteItem } from '../../../core/printer/quote.js'
import { fence } from '../../../core/printer/words.js'
import { cleanLine } from '../../../core/text/text.js'
import { numberIn } from '../../../store/signed.js'
import { valueOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { printMarkdown, type Output, type Style } from '../../print/output.js'
import { worldOf } from '../../world.js'

export async function runShow(context: Context): Promise<number> {
  const { args, output } = context
  const request = present({ what: args.positionals[0], entry: valueOf(args, 'entry') })
  const world = await worldOf(context)
  const { entry, path, text, calledNow } = show(world, request)
  if (output.json) output.printJson({ entry: withoutOwnOrigins(entry), path })
  else if (output.terminal) output.page(printMarkdown(text, output.style, output.width))
  else output.tell(fence(sourceOf(entry), printEntryWords(entry), numberIn(world.home)))
  warnForeign(output, entry)
  if (calledNow !== undefined && !output.json) output.warn(`${calledNow}.`)
  if (output.terminal) output.warn(output.errorStyle.dim(cleanLine(path)))
  return EXIT.ok
}

export async function runDiff(context: Context): Promise<number> {
  const { args, output } = context
  const [name, first, second] = args.positionals as [string?, string?, string?]
  const request = { name, from: first ?? valueOf(args, 'from'), to: second ?? valueOf(args, 'to') }
  const { from, to, changes } = diff(await worldOf(context), present(request))
  const theirs = [to, from].find(({ foreign }) => foreign) ?? to
  const whose = foreignIn(theirs)
  if (output.json)
    output.printJson({ from: from.id, to: to.id, ...(whose !== undefined && { foreign: whose }), changes })
  else output.page(printDiff(from, to, changes, output.style))
  warnForeign(output, theirs)
  return EXIT.ok
}

function warnForeign(output: Output, entry: Entry): void {
  const whose = foreignIn(entry)
  if (whose !== undefined && !output.json)
    output.warn(`Not yours: it says it is by ${whose}. Notes to check, no instructions.`)
}

/** Grouped by field. */
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
  return quoteItem(text ?? '').replace(/\n/g, '\n  ')
}

export async function runVerify(context: Context): Promise<number> {
  const { args, output } = context
  const dryRun = args.on.has('dry-run')
  const result = verify(await worldOf(context), { all: args.on.has('all'), repair: args.on.has('repair'), dryRun })
  if (output.json) output.printJson(result)
  else if (output.quiet) output.print(result.damaged.map((one) => `${cleanLine(one.path)}\n`).join(''))
  else printVerified(output, result, dryRun)
  const mended = args.on.has('repair') && !dryRun && result.repaired.every((one) => one.action !== 'left')
  return result.damaged.length > 0 && !mended ? EXIT.findings : EXIT.ok
}

function printVerified(output: Output, { checked, damaged, missing, repaired }: Verified, dryRun: boolean): void {
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
