import { resolve } from 'node:path'
import type { Opened, OpenLayouts, Published } from '../../../app/layouts/live.js'
import type { Drafted } from '../../../app/save/draft.js'
import { hasAgents, type Observed } from '../../../app/save/observe.js'
import { save, savedMessage, type SaveRequest, type SaveResult } from '../../../app/save/save.js'
import type { World } from '../../../app/world.js'
import { shortId } from '../../../core/entry/id.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import type { Asked } from '../../../layouts/layout.js'
import { openedOf } from '../../args/layouts.js'
import { valueOf, valuesOf, type Args } from '../../args/parse.js'
import { readWritten } from '../../args/written.js'
import type { Context } from '../../context.js'
import type { Style } from '../../print/output.js'
import { cut } from '../../print/table.js'

/** The flags that answer what a policy asks for. */
const ANSWERS: readonly Asked[] = ['task', 'decision', 'next']

export async function run(context: Context): Promise<number> {
  const { args } = context
  if (args.on.has('auto')) return autosave(context)
  const opened = await openedOf(context)
  const { world, layouts } = opened
  const [name] = args.positionals
  const continues = valuesOf(args, 'continues')
  const dryRun = args.on.has('dry-run')
  const request: SaveRequest = {
    written: await readWritten(world.cwd, args),
    observed: await observed(world, args),
    lane: 'named',
    strict: args.on.has('strict'),
    git: !args.on.has('no-git'),
    overwrite: args.on.has('overwrite'),
    answered: answeredIn(args),
    dryRun,
    ...(name === undefined ? {} : { name }),
    ...(continues.length === 0 ? {} : { continues: [...continues] }),
    ...layouts?.forSave(),
  }
  const draft = await draftOf(context, world, request)
  const full = draft?.request ?? request
  const { result, published } =
    dryRun || !layouts ? { result: await save(world, full), published: null } : await saveWith(world, layouts, full)
  printResult(context, opened, { result, published, draft })
  return EXIT.ok
}

/** Who says what the work is has said all there is to ask; who is asked for it is asked for the rest too. */
function answeredIn({ values, asked }: Args): readonly Asked[] {
  return values.has('task') && !asked?.includes('task') ? ANSWERS : ANSWERS.filter((flag) => values.has(flag))
}

/** Nobody waits for an autosave, and nobody pays for one. */
async function autosave(context: Context): Promise<number> {
  if (valueOf(context.args, 'draft') !== undefined)
    throw new DogearError('usage', 'an autosave is not drafted', { next: 'leave out --auto, or leave out --draft' })
  return (await import('./autosave.js')).run(context)
}

async function draftOf(context: Context, world: World, request: SaveRequest): Promise<Drafted | null> {
  const { args } = context
  const command = valueOf(args, 'draft') ?? (args.on.has('no-draft') ? undefined : world.config.draft)
  if (command === undefined) return null
  return (await import('./save-draft.js')).draftWith(context, world, request, command)
}

function saveWith(
  world: World,
  layouts: OpenLayouts,
  request: SaveRequest,
): Promise<{ result: SaveResult; published: Published }> {
  return layouts.running(async () => {
    const result = await save(world, request)
    return { result, published: layouts.publish(result.entry) }
  })
}

/** The readers are only loaded where an agent may have left something to read. */
async function observed(world: World, args: Args): Promise<Observed | null> {
  const transcript = valueOf(args, 'transcript')
  if (args.on.has('no-transcript') || (transcript === undefined && !hasAgents(world))) return null
  const { observe } = await import('../../../app/save/observe.js')
  return observe(world, transcript === undefined ? {} : { transcript: resolve(world.cwd, transcript) })
}

interface Made {
  result: SaveResult
  published: Published | null
  draft: Drafted | null
}

function printResult(context: Context, opened: Opened, { result, published, draft }: Made): void {
  const { output, args } = context
  const dryRun = args.on.has('dry-run')
  if (output.json)
    return output.printJson({
      saved: summary(result),
      findings: result.findings,
      dryRun,
      ...(published && { published }),
      ...(draft && { draft: { used: draft.warning === undefined, ...warningOf(draft) } }),
    })
  if (published && published.warnings.length > 0) output.warn(published.warnings.join('\n'))
  if (output.quiet) return output.print(result.entry.id)
  output.print(savedMessage(opened, result.entry, published) ?? printSaved(result, dryRun, output.style))
  // One line and no advice is what some promise; that a workstream forked must be said all the same.
  const findings = opened.world.config.policy.answer === 'line' ? [] : result.findings
  const advice = printFindings({ ...result, findings }, output.errorStyle)
  if (advice !== '') output.warn(advice)
}

function warningOf({ warning }: Drafted): { warning?: string } {
  return warning === undefined ? {} : { warning }
}

function summary({ entry, path, created, nameFrom, heads }: SaveResult): Record<string, unknown> {
  const { name, id, lane, next } = entry
  return { name, id, path, lane, created, nameFrom, heads, ...(next ? { next: next.text } : {}) }
}

// What a save answers: one line, and what could be better.

const LONGEST_NEXT = 200

export function printSaved({ entry, nameFrom }: SaveResult, dryRun: boolean, style: Style): string {
  const name = style.bold(`"${cleanLine(entry.name)}"`)
  const origin = nameFrom === 'given' ? '' : `, named after the ${nameFrom}`
  const said = entry.next ?? entry.leftOff
  const label = entry.next ? 'Next' : 'Left off'
  const next = said ? ` ${label}: ${cut(cleanLine(said.text), LONGEST_NEXT)}` : ''
  if (dryRun) return `Would save checkpoint ${name}${origin}.${next}`
  return `Checkpoint ${name} saved (${shortId(entry.id)}${origin}).${next}`
}

/** Empty where there is nothing to say. */
export function printFindings(
  { entry, findings, heads }: Pick<SaveResult, 'entry' | 'findings' | 'heads'>,
  style: Style,
): string {
  const lines = findings.map(({ field, problem, text, advice }) => {
    const words = text === undefined ? '' : ` "${cut(cleanLine(text), 60)}"`
    return style.dim(`  ${problem} ${field}${words}: ${cleanLine(advice)}`)
  })
  if (heads > 1)
    lines.push(
      style.yellow(
        `  "${cleanLine(entry.name)}" has ${heads} heads: sessions saved at the same time. See: dogear history ${cleanLine(entry.name)}`,
      ),
    )
  return lines.join('\n')
}
