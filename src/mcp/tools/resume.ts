/** The tool `resume`: the briefing of a checkpoint, marked as data, within the budget; then what the policy wants. */
import type { Restored } from '../../app/resume/restore.js'
import { resumeCheckpoint, type CheckpointRequest, type ResumePlan } from '../../app/resume/resume.js'
import type { World } from '../../app/world.js'
import { sourceOf } from '../../core/briefing/briefing.js'
import { printFileWords } from '../../core/briefing/entry-words.js'
import { DogearError, needsAnswer, type Question } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { fence, joinLines, quoted, say, sayLines } from '../../core/printer/words.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import type { AnswerFlag } from '../../layouts/manifest.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { answersIn, type Args, choiceOf, countOf, textOf, TRUST } from '../arguments.js'
import { numberIn } from '../../store/signed.js'
import { needsOf } from '../result.js'
import { type Answer, type Connection, MAX_BUDGET, MIN_BUDGET } from '../tool.js'

const YES_NO = ['yes', 'no'] as const
const ANSWERS = ['yes', 'no', 'mine'] as const
/** That it is the user's own for good is said in a terminal: no text may talk a model into that. */
const YES = ['yes'] as const

type NumberOf = ReturnType<typeof numberIn>
type Asked = Pick<AnswerFlag, 'name' | 'choices' | 'repeat'>
const READY: Asked = { name: 'ready', choices: YES_NO }

export async function run(world: World, args: Args, asks: boolean, connection: Connection): Promise<Answer> {
  const found: (ResumePlan | Restored)[] = []
  const notices: string[] = []
  const warn = (lines: readonly string[]): void => void notices.push(...lines.map(cleanLine))
  const warnings = await resumeCheckpoint(world, { ...requestOf(args), warn }, (shown) => {
    if (shown.kind === 'resume' && shown.question && asks) throw askUser(shown, shown.question.needs as Question)
    found.push(shown)
  }).catch(askForYesOnly)
  const [shown] = found as [ResumePlan | Restored]
  if (shown.kind === 'resume' && !shown.question && !shown.fresh) remember(connection, shown)
  return answerOf(shown, notices, warnings.map(cleanLine), numberIn(world.home))
}

function remember(connection: Connection, { does: { located, head } }: ResumePlan): void {
  const line = { project: located.project.key, name: head.name, id: head.id }
  const others = connection.resumed.filter(({ project, name }) => project !== line.project || name !== line.name)
  connection.resumed = [...others, line]
}

function askForYesOnly(error: unknown): never {
  if (!(error instanceof DogearError) || error.needs?.id !== 'foreign') throw error
  throw needsAnswer({ ...error.needs, options: error.needs.options.filter(({ value }) => value === 'yes') })
}

function requestOf(args: Args): CheckpointRequest {
  const budget = countOf(args, 'budget', MIN_BUDGET, MAX_BUDGET)
  const trust = choiceOf({ trust: args[TRUST] }, 'trust', ANSWERS)
  const foreign = choiceOf(answersIn(args), 'foreign', YES)
  return {
    ...present<{ name?: string; entry?: string }>({ name: textOf(args, 'name'), entry: textOf(args, 'entry') }),
    ...present<{ foreign?: 'yes' }>({ foreign }),
    choice: present<{ trust?: (typeof ANSWERS)[number] }>({ trust }),
    budget: (set) => Math.max(budget ?? set, MIN_BUDGET),
    marks: () => true,
    decides: true,
    consume: false,
    dryRun: false,
    answers: answersTo(answersIn(args)),
  }
}

/** The user sees what it is about and says yes or no. */
function askUser(plan: ResumePlan, question: Question): DogearError {
  const { name, saved, next, leftOff } = plan.entry
  const said = (next ?? leftOff)?.text
  const about = [
    `Checkpoint "${name}", saved ${saved.slice(0, 16).replace('T', ' ')}.`,
    ...(said === undefined ? [] : [`Next: ${cleanLine(said).slice(0, 300)}`]),
    ...(plan.stale.length === 0 ? [] : [`No longer as it was: ${plan.stale.slice(0, 10).map(cleanLine).join('; ')}`]),
  ]
  return needsAnswer({ ...question, question: [...about, question.question].join('\n') })
}

function answerOf(
  shown: ResumePlan | Restored,
  notices: readonly string[],
  warnings: readonly string[],
  numberOf: NumberOf,
): Answer {
  if (shown.kind === 'restore') return restored(shown, warnings, numberOf)
  const said = [...notices, ...shown.notices.map(cleanLine)]
  if (shown.question) return askThroughModel(shown, shown.question.needs as Question, said, numberOf)
  return shown.fresh ? fresh(shown.entry.name) : answer(shown, [...said, ...warnings], numberOf)
}

/** Where only the model can ask, it gets the briefing to show. */
function askThroughModel(plan: ResumePlan, question: Question, notices: readonly string[], numberOf: NumberOf): Answer {
  const needs = needsOf('resume', question)
  const shown = answer(plan, notices, numberOf)
  const how = say`Do not go on yet: show the user where it stands and ask "${needs.question}", then: ${needs.answer_with}.`
  return { text: joinLines([shown.text, how]), data: { ...shown.data, needs } }
}

function fresh(name: string): Answer {
  const text = say`The user wants to start fresh: do not go on with "${name}". It stays in the history; in a terminal: dogear restore ${name}`
  return { text, data: { fresh: name } }
}

function answer(
  { entry, words, why, damaged, stale }: ResumePlan,
  notices: readonly string[],
  numberOf: NumberOf,
): Answer {
  const text = fence(sourceOf(entry), words, numberOf)
  const said = [...(damaged.length > 0 ? [`${damaged.length} damaged; in a terminal: dogear verify`] : []), ...notices]
  return {
    text: joinLines([text, ...said.map((line) => say`${line}`)]),
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

/** What was asked before, by question; a second attempt has its own. */
function answersTo(given: Args): Record<string, string[]> {
  const flags: Asked[] = [READY, ...MANIFESTS.flatMap(({ answers }) => answers ?? [])]
  return Object.fromEntries(
    flags.map((flag) => [flag.name, answersOf(flag, given)] as const).filter(([, said]) => said.length > 0),
  )
}

function answersOf({ name, choices, repeat }: Asked, given: Args): string[] {
  const first = choices ? choiceOf(given, name, choices) : textOf(given, name)
  const second = repeat ? textOf(given, `${name}-again`) : undefined
  return [first, second].filter((said) => said !== undefined)
}

/** Where a layout has its own way: artifacts as they are now, prompts that were blocked. */
function restored(
  { document, path, surface, words, artifacts, prompts, notes }: Restored,
  warnings: readonly string[],
  numberOf: NumberOf,
): Answer {
  const files = (artifacts ?? []).map((one) => printFileWords(one.path, one.text, one.cut))
  const parts = joinLines([sayLines(surface), words, ...files], '\n\n')
  const text = fence(`checkpoint ${document.name}, file ${path}`, parts, numberOf)
  const asked = prompts.map((prompt) => cleanText(prompt))
  const said = [...notes.map(cleanLine), ...warnings]
  return {
    text: joinLines([
      text,
      ...(asked.length > 0 ? [say`The user wants these prompts of theirs run now:`, ...asked.map(quoted)] : []),
      ...said.map((line) => say`${line}`),
    ]),
    data: {
      name: document.name,
      path,
      briefing: text,
      ...(asked.length === 0 ? {} : { prompts: asked }),
      ...(said.length === 0 ? {} : { notices: said }),
    },
  }
}
