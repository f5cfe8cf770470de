/** `dogear save` and `dogear save --auto`: the words become a request, one use case does it all, its answer is printed. */
import { asWord, calledBy } from '../../../core/choose/title.js'
import { resolve } from 'node:path'
import { present } from '../../../core/present.js'
import type { Autosaved } from '../../../app/save/autosave.js'
import {
  saveCheckpoint,
  type CheckpointAnswer,
  type CheckpointRequest,
  type SaveResult,
} from '../../../app/save/save.js'
import type { FieldKey } from '../../../core/entry/entry.js'
import { shortId } from '../../../core/entry/id.js'
import { safeName } from '../../../core/redact/safe-name.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import type { OpenItem } from '../../../core/page/known.js'
import { quoteLine } from '../../../core/printer/quote.js'
import type { Asked } from '../../../layouts/layout.js'
import { valueOf, valuesOf, type Args } from '../../args/parse.js'
import { readWritten } from '../../args/written.js'
import type { Context } from '../../context.js'
import type { Output, Style } from '../../print/output.js'
import { cut } from '../../print/width.js'
import { choiceOf, worldOf } from '../../world.js'

/** The flags that answer what a policy asks for. */
const ANSWERS: readonly Asked[] = ['task', 'decision', 'next']

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  if (args.on.has('auto')) return runAuto(context)
  const world = await worldOf(context)
  const saved = await saveCheckpoint(world, {
    ...(await commonRequest(world.cwd, args)),
    strict: args.on.has('strict'),
    overwrite: args.on.has('overwrite'),
    ...endingIn(args),
    answered: answeredIn(args),
    ...present<{ draft?: string | null }>({
      draft: valueOf(args, 'draft') ?? (args.on.has('no-draft') ? null : undefined),
    }),
    progress: {
      warn: (lines) => {
        if (!output.json) output.warn(lines.join('\n'))
      },
      drafting: (runs) => {
        if (output.terminal && !output.quiet) output.draw(runs ? 'drafting…' : '\r\u001b[K')
      },
    },
  })
  printAnswer(output, saved, args.on.has('dry-run'))
  return EXIT.ok
}

/** Says nothing but what programs ask for with --json or --quiet. */
async function runAuto(context: Context): Promise<number> {
  const { args, output } = context
  // Nobody waits for an autosave, and nobody pays for one.
  if (valueOf(args, 'draft') !== undefined)
    throw new DogearError('usage', 'an autosave is not drafted', { next: 'leave out --auto, or leave out --draft' })
  const { autosave } = await import('../../../app/save/autosave.js')
  const world = await worldOf(context)
  const reason = valueOf(args, 'reason')
  const saved = await autosave(world, {
    ...(await commonRequest(world.cwd, args)),
    ...present<{ reason?: string }>({ reason }),
  })
  if (output.json) output.printJson(autosavedJson(saved, args.on.has('dry-run')))
  else if (output.quiet && !saved.skipped) output.print(saved.result.entry.id)
  if (saved.warnings.length > 0 && !output.json) output.warn(saved.warnings.join('\n'))
  return EXIT.ok
}

/** What is over from here on. */
function endingIn(args: Args): Pick<CheckpointRequest, 'closes' | 'replaces' | 'fresh' | 'amend'> {
  const ids = valuesOf(args, 'close').flatMap((list) => list.split(/[\s,]+/).filter((id) => id !== ''))
  return {
    closes: ids.map((id) => safeName(id).toLowerCase()),
    replaces: valuesOf(args, 'replace') as readonly FieldKey[],
    fresh: args.on.has('fresh'),
    ...present<{ amend?: string }>({ amend: valueOf(args, 'amend') }),
  }
}

async function commonRequest(cwd: string, args: Args) {
  const transcript = valueOf(args, 'transcript')
  const read = transcript === undefined ? undefined : resolve(cwd, transcript)
  const continues = valuesOf(args, 'continues')
  return {
    written: await readWritten(cwd, args),
    git: !args.on.has('no-git'),
    dryRun: args.on.has('dry-run'),
    choice: choiceOf(args),
    ...present<{ name?: string; transcript?: string | null; continues?: string[] }>({
      name: args.positionals[0],
      transcript: args.on.has('no-transcript') ? null : read,
      continues: continues.length === 0 ? undefined : [...continues],
    }),
  }
}

/** Who says what the work is has said all there is to ask; who is asked for it is asked for the rest too. */
function answeredIn({ values, asked }: Args): readonly Asked[] {
  return values.has('task') && !asked?.includes('task') ? ANSWERS : ANSWERS.filter((flag) => values.has(flag))
}

function printAnswer(output: Output, answer: CheckpointAnswer, dryRun: boolean): void {
  const { result, published, draft, message, advice, remaining } = answer
  if (output.json)
    return output.printJson({
      saved: summary(result),
      open: result.open,
      findings: result.findings,
      dryRun,
      ...(published && { published }),
      ...(draft && { draft }),
    })
  if (published && published.warnings.length > 0) output.warn(published.warnings.join('\n'))
  if (output.quiet) return output.print(result.entry.id)
  output.print(message ?? printSaved(result, dryRun, output.style))
  // That a workstream forked must be said also where no advice is given.
  const more = printFindings({ ...result, findings: advice }, output.errorStyle)
  if (more !== '') output.warn(more)
  if (remaining.length > 0) output.warn(printOpen(remaining, output.errorStyle))
}

const MAX_OPEN_SHOWN = 8
const MAX_OPEN_LENGTH = 90

/** What was said before and nobody has closed: a few lines, the newest. */
function printOpen(open: readonly OpenItem[], style: Style): string {
  const shown = open.slice(-MAX_OPEN_SHOWN)
  const more = open.length - shown.length
  return [
    style.dim(`  still open${more > 0 ? ` (and ${more} more)` : ''}; closed by --close ID:`),
    ...shown.map(({ id, kind, text }) => style.dim(`    ${id}  ${kind}: ${cut(quoteLine(text), MAX_OPEN_LENGTH)}`)),
  ].join('\n')
}

function autosavedJson({ result, skipped, warnings }: Autosaved, dryRun: boolean): Record<string, unknown> {
  return { saved: skipped ? null : summary(result), ...(skipped ? { skipped } : {}), findings: [], dryRun, warnings }
}

function summary({ entry, path, created, nameFrom, heads }: SaveResult): Record<string, unknown> {
  const { name, id, lane, next } = entry
  return { name, id, path, lane, created, nameFrom, heads, ...(next ? { next: next.text } : {}) }
}

const MAX_NEXT_LENGTH = 200

/** What a save answers: one line, and what could be better. */
export function printSaved({ entry, nameFrom }: SaveResult, dryRun: boolean, style: Style): string {
  const name = style.bold(`"${calledBy(entry)}"`)
  const origin = nameFrom === 'given' ? '' : `, named after the ${nameFrom}`
  const said = entry.next ?? entry.leftOff
  const label = entry.next ? 'Next' : 'Left off'
  const next = said ? ` ${label}: ${cut(quoteLine(said.text), MAX_NEXT_LENGTH)}` : ''
  if (dryRun) return `Would save checkpoint ${name}${origin}.${next}`
  return `Checkpoint ${name} saved (${shortId(entry.id)}${origin}).${next}`
}

/** Empty where there is nothing to say. */
export function printFindings(
  { entry, findings, heads }: Pick<SaveResult, 'entry' | 'findings' | 'heads'>,
  style: Style,
): string {
  const lines = findings.map(({ field, problem, text, advice }) => {
    const words = text === undefined ? '' : ` "${cut(quoteLine(text), 60)}"`
    return style.dim(`  ${problem} ${field}${words}: ${quoteLine(advice)}`)
  })
  if (heads > 1)
    lines.push(
      style.yellow(
        `  "${calledBy(entry)}" has ${heads} heads: sessions saved at the same time. See: dogear history ${asWord(calledBy(entry))}`,
      ),
    )
  return lines.join('\n')
}
