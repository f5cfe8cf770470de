/** The tool `resume`: the briefing of a checkpoint, marked as data, within the budget; then what the policy wants. */
import { restoring, type Opened } from '../../app/layouts/live.js'
import { openWorld } from '../../app/layouts/open.js'
import { applyResume, planResume, type PlanRequest, type ResumePlan } from '../../app/resume/resume.js'
import type { World } from '../../app/world.js'
import { WRAP_ROOM, wrapBriefing } from '../../core/briefing/briefing.js'
import { DogearError, needsAnswer, type Question } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import { answersIn, type Args, choiceOf, countOf, textOf } from '../arguments.js'
import { layoutNotices, needsOf } from '../result.js'
import { type Answer, MAX_BUDGET, MIN_BUDGET } from '../tool.js'

const YES_NO = ['yes', 'no'] as const
/** That it is the user's own for good is said in a terminal: no text may talk a model into that. */
const YES = ['yes'] as const

export async function run(given: World, args: Args, asks: boolean): Promise<Answer> {
  const trust = choiceOf(args, 'trust', YES_NO)
  const opened = await openWorld(given, trust === undefined ? {} : { trust })
  const plan = await planResume(opened, await requestOf(opened, args)).catch(askOnlyOnce)
  if (plan.kind === 'restore') {
    const { answerRestore } = await import('./restore.js')
    return answerRestore(plan)
  }
  const notices = await layoutNotices(opened.layouts, plan.notices)
  if (plan.question) return askFirst(plan, plan.question.needs as Question, asks, notices)
  const warnings = applyResume(plan)
  return plan.fresh ? fresh(plan.entry.name) : answer(plan, [...notices, ...warnings.map(cleanLine)])
}

function askOnlyOnce(error: unknown): never {
  if (!(error instanceof DogearError) || error.needs?.id !== 'foreign') throw error
  throw needsAnswer({ ...error.needs, options: error.needs.options.filter(({ value }) => value === 'yes') })
}

async function requestOf({ world, layouts }: Opened, args: Args): Promise<PlanRequest> {
  const name = textOf(args, 'name')
  const entry = textOf(args, 'entry')
  const budget = countOf(args, 'budget', MIN_BUDGET, MAX_BUDGET) ?? world.config.budget
  const asksReady = world.config.policy.onResume === 'confirm'
  const ready = asksReady ? choiceOf(answersIn(args), 'ready', YES_NO) : undefined
  const foreign = choiceOf(answersIn(args), 'foreign', YES)
  const layout = restoring(layouts)
  const answers = layout ? (await import('./restore.js')).answersFor(layout, answersIn(args)) : {}
  return {
    ...(name === undefined ? {} : { name }),
    ...(entry === undefined ? {} : { entry }),
    ...(ready === undefined ? {} : { ready }),
    ...(foreign === undefined ? {} : { foreign }),
    budget: Math.max(budget, MIN_BUDGET) - WRAP_ROOM,
    consume: false,
    dryRun: false,
    answers,
  }
}

/** The user sees what it is about and says yes or no; where only the model can ask, it gets the briefing to show. */
function askFirst(plan: ResumePlan, question: Question, asks: boolean, notices: readonly string[]): Answer {
  const { name, saved, next, leftOff } = plan.entry
  const said = (next ?? leftOff)?.text
  const about = [
    `Checkpoint "${name}", saved ${saved.slice(0, 16).replace('T', ' ')}.`,
    ...(said === undefined ? [] : [`Next: ${cleanLine(said).slice(0, 300)}`]),
    ...(plan.stale.length === 0 ? [] : [`No longer as it was: ${plan.stale.slice(0, 10).map(cleanLine).join('; ')}`]),
  ]
  if (asks) throw needsAnswer({ ...question, question: [...about, question.question].join('\n') })
  const needs = needsOf('resume', question)
  const shown = answer(plan, notices)
  const how = `Do not go on yet: show the user where it stands and ask "${needs.question}", then: ${needs.answer_with}.`
  return { text: `${shown.text}\n${how}`, data: { ...shown.data, needs } }
}

function fresh(name: string): Answer {
  const text = `The user wants to start fresh: do not go on with "${name}". It stays in the history; in a terminal: dogear restore ${name}`
  return { text, data: { fresh: name } }
}

function answer({ entry, briefing, why, damaged, stale }: ResumePlan, notices: readonly string[]): Answer {
  const text = wrapBriefing(entry, briefing)
  const said = [...(damaged.length > 0 ? [`${damaged.length} damaged; in a terminal: dogear verify`] : []), ...notices]
  return {
    text: [text, ...said].join('\n'),
    data: {
      name: entry.name,
      id: entry.id,
      saved: entry.saved,
      ...(entry.where.branch === undefined ? {} : { branch: cleanLine(entry.where.branch) }),
      why,
      briefing: text,
      ...(stale.length === 0 ? {} : { stale: stale.map((path) => cleanLine(path)) }),
      ...(said.length === 0 ? {} : { notices: said }),
    },
  }
}
