/** `resume`: prints a briefing, and only then notes that it was given. */
import type { Restored } from '../../../app/resume/restore.js'
import { resumeCheckpoint, type CheckpointRequest, type ResumePlan } from '../../../app/resume/resume.js'
import { wrapBriefing } from '../../../core/briefing/briefing.js'
import type { Entry } from '../../../core/entry/entry.js'
import { withoutOwnOrigins } from '../../../core/entry/page-keys.js'
import { EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import type { Artifact } from '../../../layouts/abilities.js'
import { countOf, valueOf, valuesOf } from '../../args/parse.js'
import { ANSWER_FLAGS } from '../../args/spec.js'
import type { Context } from '../../context.js'
import { failLate, warnDamaged } from '../../print/error.js'
import { printMarkdown, type Output } from '../../print/output.js'
import { openingOf, worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const world = await worldOf(context)
  const request = { ...requestOf(context), ...openingOf(context, { asks: true }) }
  return deliver(
    context,
    (show) => resumeCheckpoint(world, request, show),
    (shown: ResumePlan | Restored) => printResumed(shown, context),
  )
}

/** Once it is printed the answer is out: what fails after that is said, but there is no second answer. */
export async function deliver<Shown>(
  context: Context,
  act: (show: (shown: Shown) => void) => Promise<string[]>,
  print: (shown: Shown) => number,
): Promise<number> {
  let code = null as number | null
  try {
    const warnings = await act((shown) => {
      code = print(shown)
    })
    if (warnings.length > 0) context.output.warn(warnings.map(cleanLine).join('\n'))
    return code ?? EXIT.ok
  } catch (error) {
    if (code === null) throw error
    return failLate(error, context)
  }
}

export function requestOf(context: Context): CheckpointRequest {
  const { args } = context
  const answers = ANSWER_FLAGS.map((flag) => [flag.name, valuesOf(args, flag.name)] as const)
  return {
    ...present<{ name?: string; entry?: string }>({ name: args.positionals[0], entry: valueOf(args, 'entry') }),
    decides: true,
    ...(args.on.has('mine') ? { foreign: 'mine' } : args.on.has('yes') ? { foreign: 'yes' } : {}),
    ...(args.on.has('fresh') ? { ready: 'no' } : args.on.has('yes') ? { ready: 'yes' } : {}),
    budget: (set) => countOf(args, 'budget') ?? set,
    consume: args.on.has('consume'),
    keep: args.on.has('keep'),
    dryRun: args.on.has('dry-run'),
    answers: Object.fromEntries(answers.filter(([, values]) => values.length > 0)),
    ...openingOf(context),
  }
}

export function printResumed(shown: ResumePlan | Restored, { output }: Context): number {
  if (shown.kind === 'resume') return printPlan(shown, output)
  printRestored(output, shown)
  return EXIT.ok
}

/** Somebody else's words are marked as data here too: a model may be reading. */
function fenced(entry: Entry, text: string): string {
  return entry.foreign ? `${wrapBriefing(entry, text)}\n` : text
}

function printPlan(plan: ResumePlan, output: Output): number {
  if (plan.notices.length > 0) output.warn(plan.notices.join('\n'))
  const { entry, briefing, why, drift, damaged, stale, answer, question } = plan
  if (plan.fresh) {
    if (output.json) output.printJson({ fresh: entry.name, entry: entry.id })
    else output.print(`Starting fresh. "${entry.name}" stays in the history: dogear restore ${entry.name}`)
    return EXIT.ok
  }
  warnDamaged(output, damaged)
  if (output.json) {
    const said = {
      entry: withoutOwnOrigins(entry),
      briefing: fenced(entry, briefing),
      why,
      drift,
      damaged,
      ...(plan.does.layouts ? { stale } : {}),
    }
    output.printJson(question ? { ...said, needs: question.needs } : said)
    return question ? EXIT.needsAnswer : EXIT.ok
  }
  output.print(printMarkdown(fenced(entry, answer), output.style))
  if (!question) return EXIT.ok
  if (output.interactive) throw question
  output.print(question.message)
  output.warn(`yes: dogear resume ${entry.name} --yes   no: dogear resume ${entry.name} --fresh`)
  return EXIT.needsAnswer
}

/** Where a layout has its own way to restore: `/checkpoint --restore`. */
function printRestored(output: Output, restored: Restored): void {
  const { surface, briefing, artifacts, prompts, notes } = restored
  if (output.json) return output.printJson({ restored: documentOf(restored) })
  if (notes.length > 0) output.warn(notes.map(cleanLine).join('\n'))
  output.print(surface)
  if (briefing !== undefined) output.print(`\n${printMarkdown(briefing, output.style)}`)
  for (const artifact of artifacts ?? []) output.print(`\n${printArtifact(artifact)}`)
  if (prompts.length > 0) output.print(`\n${prompts.map(cleanText).join('\n\n')}`)
}

/** Somebody's file is data: the fence is longer than any in it. */
function printArtifact({ path, text, cut }: Artifact): string {
  const name = cleanLine(path)
  if (text === undefined) return `${name}: missing, or not readable here`
  const body = cleanText(text)
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const rest = cut === undefined ? '' : `\n(${cut} more characters in ${name})`
  return `${name} as it is now:\n${fence}\n${body.replace(/(?<!\n)\n*$/, '\n')}${fence}${rest}`
}

function documentOf(restored: Restored): Record<string, unknown> {
  const { path, document, surface, briefing, artifacts, prompts, notes } = restored
  const { name, lane, branch, fields } = document
  return present({
    name,
    path,
    lane,
    branch,
    fields,
    surface,
    briefing,
    artifacts,
    prompts,
    notes,
  })
}
