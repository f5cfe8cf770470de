/** `resume`: prints a briefing, and only then notes that it was given. */
import type { Restored } from '../../../app/resume/restore.js'
import { resumeCheckpoint, type CheckpointRequest, type ResumePlan } from '../../../app/resume/resume.js'
import { asWord, calledBy } from '../../../core/choose/title.js'
import { sourceOf } from '../../../core/briefing/briefing.js'
import { printFileWords } from '../../../core/briefing/entry-words.js'
import { withoutOwnOrigins } from '../../../core/entry/page-keys.js'
import { EXIT } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import { fence, finish, joinLines, type ModelText, sayLines } from '../../../core/printer/words.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import { numberIn } from '../../../store/signed.js'
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
    (shown: ResumePlan | Restored) => printResumed(shown, context, numberIn(world.home)),
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
    marks: (budget) => isMarked(context.output, budget),
    consume: args.on.has('consume'),
    keep: args.on.has('keep'),
    dryRun: args.on.has('dry-run'),
    answers: Object.fromEntries(answers.filter(([, values]) => values.length > 0)),
    ...openingOf(context),
  }
}

/** Where the marks would be most of it, the budget counts for more. */
const MIN_MARKED = 900

/** As data, for it is not a person who reads it. */
function isMarked({ terminal, json }: Output, budget: number): boolean {
  return !terminal && !json && budget >= MIN_MARKED
}

type NumberOf = ReturnType<typeof numberIn>

export function printResumed(shown: ResumePlan | Restored, context: Context, numberOf: NumberOf): number {
  const { output, args } = context
  if (shown.kind === 'resume') {
    const budget = countOf(args, 'budget') ?? shown.does.world.config.budget
    return printPlan(shown, output, isMarked(output, budget), numberOf)
  }
  printRestored(output, shown)
  return EXIT.ok
}

/** Somebody else's words are marked in any case. */
function fenced({ entry, words }: ResumePlan, marked: boolean, numberOf: NumberOf): ModelText {
  return !marked && !entry.foreign ? words : fence(sourceOf(entry), words, numberOf)
}

function printPlan(plan: ResumePlan, output: Output, marked: boolean, numberOf: NumberOf): number {
  if (plan.notices.length > 0) output.warn(plan.notices.join('\n'))
  const { entry, why, drift, damaged, stale, heading, question } = plan
  if (plan.fresh) {
    if (output.json) output.printJson({ fresh: entry.name, entry: entry.id })
    else
      output.print(
        `Starting fresh. "${calledBy(entry)}" stays in the history: dogear restore ${asWord(calledBy(entry))}`,
      )
    return EXIT.ok
  }
  warnDamaged(output, damaged)
  if (output.json) {
    const said = {
      entry: withoutOwnOrigins(entry),
      briefing: finish(fenced(plan, false, numberOf)),
      why,
      drift,
      damaged,
      ...(plan.does.layouts ? { stale } : {}),
    }
    output.printJson(question ? { ...said, needs: question.needs } : said)
    return question ? EXIT.needsAnswer : EXIT.ok
  }
  // Where a layout is live, its document says how an answer begins.
  const isOurs = plan.does.layouts === null
  const briefing = question && heading ? null : fenced(plan, marked && isOurs, numberOf)
  output.tell(joinLines([heading, briefing], '\n\n'))
  if (!question) return EXIT.ok
  if (output.interactive) throw question
  output.print(question.message)
  const word = asWord(calledBy(entry))
  output.warn(`yes: dogear resume ${word} --yes   no: dogear resume ${word} --fresh`)
  return EXIT.needsAnswer
}

/** Where a layout has its own way to restore: `/checkpoint --restore`. */
function printRestored(output: Output, restored: Restored): void {
  const { surface, words, artifacts, prompts, notes } = restored
  if (output.json) return output.printJson({ restored: documentOf(restored) })
  if (notes.length > 0) output.warn(notes.map(cleanLine).join('\n'))
  output.tell(sayLines(surface))
  if (words !== undefined)
    output.print(`\n${printMarkdown(finish(words), output.style, output.terminal ? output.width : Infinity)}`)
  for (const { path, text, cut } of artifacts ?? []) output.print(`\n${finish(printFileWords(path, text, cut))}`)
  if (prompts.length > 0) output.print(`\n${prompts.map(cleanText).join('\n\n')}`)
}

function documentOf(restored: Restored): Record<string, unknown> {
  const { path, document, surface, words, artifacts, prompts, notes } = restored
  const { name, lane, branch, fields } = document
  return present({
    name,
    path,
    lane,
    branch,
    fields,
    surface,
    briefing: words && finish(words),
    artifacts,
    prompts,
    notes,
  })
}
