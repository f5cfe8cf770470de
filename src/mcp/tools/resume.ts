/** The tool `resume`: the briefing of a checkpoint, marked as data, within the budget; then what the policy wants. */
import { restoring, type OpenLayouts } from '../../app/layouts/live.js'
import { openWorld } from '../../app/layouts/open.js'
import { dropOrphan, isOffList, keptOrphan } from '../../app/layouts/look.js'
import { askReady } from '../../app/resume/questions.js'
import { resume, type ResumeRequest, type ResumeResult } from '../../app/resume/resume.js'
import type { World } from '../../app/world.js'
import { DogearError, needsAnswer, type Question } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import { answersIn, type Args, choiceOf, countOf, textOf } from '../arguments.js'
import { layoutNotices, needsOf, WRAP_ROOM, wrapBriefing } from '../result.js'
import { type Answer, LARGEST_BUDGET, SMALLEST_BUDGET } from '../tool.js'

const YES_NO = ['yes', 'no'] as const

export async function run(given: World, args: Args, asks: boolean): Promise<Answer> {
  const trust = choiceOf(args, 'trust', YES_NO)
  const { world, layouts } = await openWorld(given, trust === undefined ? {} : { trust })
  const request = requestOf(world, args, layouts)
  const restored = await restoreFirst(world, layouts, request, args)
  if (restored) return restored
  const result = await look(world, layouts, request)
  const kept = layouts && keptOrphan(layouts, result.entry.name)
  const notices = await layoutNotices(layouts, kept === null ? [] : [kept])
  const { onResume } = world.config.policy
  const ready = onResume === 'confirm' ? choiceOf(answersIn(args), 'ready', YES_NO) : 'yes'
  if (ready === undefined) return askFirst(result, asks, notices)
  const consume = ready === 'no' || onResume === 'consume'
  const { name, id } = result.entry
  resume(world, { ...request, name, entry: id, consume, dryRun: false })
  const warnings = consume && isOffList(world, name) ? (layouts?.retract([name]) ?? []) : []
  return ready === 'no' ? fresh(name) : answer(result, [...notices, ...warnings.map(cleanLine)])
}

function requestOf(world: World, args: Args, layouts: OpenLayouts | null): ResumeRequest {
  const name = textOf(args, 'name')
  const entry = textOf(args, 'entry')
  const budget = countOf(args, 'budget', SMALLEST_BUDGET, LARGEST_BUDGET) ?? world.config.budget
  return {
    ...(name === undefined ? {} : { name }),
    ...(entry === undefined ? {} : { entry }),
    ...(layouts ? { mentioned: layouts.mentioned } : {}),
    budget: Math.max(budget, SMALLEST_BUDGET) - WRAP_ROOM,
    consume: false,
    dryRun: true,
  }
}

/** Some layouts have their own way to find what was pending here; a name goes around it. */
async function restoreFirst(
  world: World,
  layouts: OpenLayouts | null,
  { name, entry, budget }: ResumeRequest,
  args: Args,
): Promise<Answer | null> {
  const layout = restoring(layouts)
  if (!layout || name !== undefined || entry !== undefined) return null
  const { restore } = await import('./restore.js')
  return restore(world, layout, answersIn(args), budget)
}

/** Nothing is recorded yet. Foreign checkpoints are asked about only where there is nothing of our own to resume. */
async function look(world: World, layouts: OpenLayouts | null, request: ResumeRequest): Promise<ResumeResult> {
  if (!layouts) return resume(world, request)
  const { openForeign, trustQuestion } = await import('../../app/layouts/trust.js')
  dropOrphan(world, layouts, request.name)
  try {
    return resume(world, request)
  } catch (error) {
    const { name } = request
    const foreign = openForeign(layouts).filter((one) => name === undefined || one.names.includes(name))
    const isNone = error instanceof DogearError && ['no-checkpoints', 'not-found'].includes(error.code)
    throw isNone && foreign.length > 0 ? trustQuestion(foreign) : error
  }
}

/** The user sees what it is about and says yes or no; where only the model can ask, it gets the briefing to show. */
function askFirst(result: ResumeResult, asks: boolean, notices: readonly string[]): Answer {
  const question = askReady(result.entry.name).needs as Question
  const { name, saved, next, leftOff } = result.entry
  const said = (next ?? leftOff)?.text
  const about = [
    `Checkpoint "${name}", saved ${saved.slice(0, 16).replace('T', ' ')}.`,
    ...(said === undefined ? [] : [`Next: ${cleanLine(said).slice(0, 300)}`]),
    ...(result.stale.length === 0
      ? []
      : [`No longer as it was: ${result.stale.slice(0, 10).map(cleanLine).join('; ')}`]),
  ]
  if (asks) throw needsAnswer({ ...question, question: [...about, question.question].join('\n') })
  const needs = needsOf('resume', question)
  const shown = answer(result, notices)
  const how = `Do not go on yet: show the user where it stands and ask "${needs.question}", then: ${needs.answer_with}.`
  return { text: `${shown.text}\n${how}`, data: { ...shown.data, needs } }
}

function fresh(name: string): Answer {
  const text = `The user wants to start fresh: do not go on with "${name}". It stays in the history; in a terminal: dogear restore ${name}`
  return { text, data: { fresh: name } }
}

function answer({ entry, briefing, why, damaged, stale }: ResumeResult, notices: readonly string[]): Answer {
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
