/** `resume`: prints a briefing, and only then notes that it was given. */
import type { Opened } from '../../../app/layouts/live.js'
import { applyResume, planResume, type PlanRequest, type ResumePlan } from '../../../app/resume/resume.js'
import { wrapBriefing } from '../../../core/briefing/briefing.js'
import type { Entry } from '../../../core/entry/entry.js'
import { withoutOwnOrigins } from '../../../core/entry/page-keys.js'
import { EXIT } from '../../../core/errors.js'
import type { Context } from '../../context.js'
import { failLate, warnDamaged } from '../../print/error.js'
import { openedOf } from '../../args/layouts.js'
import { countOf, valueOf, valuesOf } from '../../args/parse.js'
import { ANSWER_FLAGS } from '../../args/spec.js'
import { printMarkdown } from '../../print/output.js'

export async function run(context: Context): Promise<number> {
  return resumeIn(await openedOf(context, { asks: true }), context)
}

export async function resumeIn(opened: Opened, context: Context): Promise<number> {
  const { output } = context
  const plan = await planResume(opened, requestOf(opened, context))
  if (plan.kind === 'restore') {
    const { printRestore } = await import('./restore-layout.js')
    return printRestore(plan, context)
  }
  if (plan.notices.length > 0) output.warn(plan.notices.join('\n'))
  const code = print(plan, opened, context)
  // The answer is out: what fails now is said, but there is no second answer.
  try {
    const warnings = applyResume(plan)
    if (warnings.length > 0) output.warn(warnings.join('\n'))
    return code
  } catch (error) {
    return failLate(error, context)
  }
}

function requestOf({ world }: Opened, { args }: Context): PlanRequest {
  const [name] = args.positionals
  const entry = valueOf(args, 'entry')
  const answers = ANSWER_FLAGS.map((flag) => [flag.name, valuesOf(args, flag.name)] as const)
  return {
    ...(name === undefined ? {} : { name }),
    ...(entry === undefined ? {} : { entry }),
    ...(args.on.has('mine') ? { foreign: 'mine' } : args.on.has('yes') ? { foreign: 'yes' } : {}),
    ...(args.on.has('fresh') ? { ready: 'no' } : args.on.has('yes') ? { ready: 'yes' } : {}),
    budget: countOf(args, 'budget') ?? world.config.budget,
    consume: args.on.has('consume'),
    keep: args.on.has('keep'),
    dryRun: args.on.has('dry-run'),
    answers: Object.fromEntries(answers.filter(([, values]) => values.length > 0)),
  }
}

/** Somebody else's words are marked as data here too: a model may be reading. */
function fenced(entry: Entry, text: string): string {
  return entry.foreign ? `${wrapBriefing(entry, text)}\n` : text
}

function print(plan: ResumePlan, { layouts }: Opened, { output }: Context): number {
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
      ...(layouts ? { stale } : {}),
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
