/** `init`: sets dogear up in an agent. */
import type { Able } from '../../../agents/abilities.js'
import type { Manifest } from '../../../agents/agent.js'
import { present } from '../../../core/present.js'
import { init, type InitRequest, type InitResult } from '../../../app/setup/init.js'
import { findHere, type FoundHere } from '../../../app/setup/found.js'
import { plural } from '../../../core/briefing/drift.js'
import { DogearError, EXIT, needsAnswer } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { thisProgram } from '../../../platform/process/command.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { openingOf, VERSION, worldOf } from '../../world.js'
import { agentsNamed, agentsToSetUp } from './agent.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  agentsNamed(context)
  const world = await worldOf(context)
  const { picked, others } = agentsToSetUp(context, world)
  if (mayAsk(context)) throw whetherToAllow()
  const given = {
    ...present({ scope: valueOf(args, 'scope') }),
    program: thisProgram(),
    version: VERSION,
    followLinks: args.on.has('follow-links'),
    allowTools: args.on.has('allow-tools'),
    dryRun: args.on.has('dry-run'),
  }
  const found = await findHere(world, picked[0] as Able<'install'>, openingOf(context, { asks: true }))
  const removable = found.skills.filter((skill) => skill.removable).map(({ path }) => path)
  const skillsOff = valueOf(args, 'skills') === 'off' ? removable : []
  if (removable.length > 0 && output.interactive && !given.dryRun && !args.values.has('skills'))
    throw whetherOff(removable)
  // Skills of the user's are switched off with the first.
  const requestOf = (at: number): InitRequest =>
    at === 0 ? { ...given, skills: found.skills, skillsOff } : { ...given, skills: [], skillsOff: [] }
  // What is refused in the files of one is refused before those of another are changed.
  const plans: SetUp[] = []
  for (const [at, agent] of picked.entries())
    plans.push({ agent, result: await init(world, agent, { ...requestOf(at), dryRun: true }) })
  if (output.interactive && !given.dryRun) {
    if (args.on.has('no')) return told(context, 'Nothing was written.')
    if (plans.some(({ result }) => changedIn(result).length > 0) && !args.on.has('yes'))
      throw askToWrite(plans.map(printInit).join('\n'))
  }
  const done: SetUp[] = []
  for (const [at, plan] of plans.entries())
    done.push(given.dryRun ? plan : { ...plan, result: await init(world, plan.agent, requestOf(at)) })
  tell(context, done, { ...found, skillsOff }, others)
  return done.some(({ result }) => result.undone !== undefined) ? EXIT.findings : EXIT.ok
}

interface SetUp {
  agent: Able<'install'>
  result: InitResult
}

function tell(
  { output }: Context,
  done: readonly SetUp[],
  here: FoundHere & { skillsOff: readonly string[] },
  others: readonly Manifest[],
): void {
  const { skillsOff, ...found } = here
  for (const { result } of done) for (const note of result.notes) output.warn(note)
  const [only, ...more] = done
  if (output.json) {
    const each = done.map(({ agent, result }) => ({ agent: agent.id, ...result }))
    output.printJson(more.length === 0 ? { ...only?.result, ...found } : { agents: each, ...found })
  } else if (output.quiet) {
    const paths = done.flatMap(({ result }) => changedIn(result).map(({ path }) => `${path}\n`))
    output.print([...new Set(paths)].join(''))
  } else output.print([...done.map(printInit), ...printFound(found, skillsOff), ...printOthers(others)].join('\n'))
}

/** They were found, and nobody was there to pick. */
function printOthers(others: readonly Manifest[]): string[] {
  if (others.length === 0) return []
  const titles = others.map(({ title }) => title).join(', ')
  return [`Also on this machine: ${titles}. Set up: dogear init ${others.map(({ id }) => id).join(' ')}`]
}

function told({ output }: Context, text: string): number {
  if (!output.quiet) output.print(text)
  return EXIT.ok
}

function askToWrite(question: string): DogearError {
  return needsAnswer({
    id: 'write',
    question,
    options: [
      { value: 'yes', label: 'Write it' },
      { value: 'no', label: 'Write nothing' },
    ],
    answerWith: '--yes',
  })
}

function printFound({ checkpoints, skills }: FoundHere, skillsOff: readonly string[]): string[] {
  const lines = skills.map((skill) => {
    const shown = cleanLine(skill.path)
    const what = `The skill ${shown} (${skill.layout})`
    if (skillsOff.includes(skill.path)) return `${what} is off: it lies beside its place as ${shown}.off`
    const how = skill.removable ? 'dogear init --skills off; uninstall brings it back' : `move or remove that file`
    return `${what} works beside it and is not needed any more. Off: ${how}`
  })
  return checkpoints === 0 ? lines : [`${plural(checkpoints, 'checkpoint')} found here: dogear list`, ...lines]
}

function mayAsk({ args, output }: Context): boolean {
  const isSaid = ['allow-tools', 'no-allow-tools', 'dry-run'].some((flag) => args.on.has(flag))
  return output.interactive && !isSaid && valueOf(args, 'scope') !== 'project'
}

function whetherOff(paths: readonly string[]): DogearError {
  return needsAnswer({
    id: 'skills',
    question: `dogear does what this skill does. Switch it off? It stays beside its place, and uninstall brings it back.\n${paths.map(cleanLine).join('\n')}`,
    options: [
      { value: 'off', label: 'Switch it off' },
      { value: 'keep', label: 'Keep it', detail: 'both work on the same files' },
    ],
    answerWith: 'dogear init --skills off, or --skills keep',
  })
}

function whetherToAllow(): DogearError {
  const question = 'May the model save and resume without asking you each time?'
  return new DogearError('needs-answer', question, {
    needs: {
      id: 'allow-tools',
      question,
      options: [
        { value: 'yes', label: 'yes', detail: 'the tools save and resume are allowed in its settings' },
        {
          value: 'no',
          label: 'no',
          detail: 'what is observed is saved all the same; the model is not told to call them',
        },
      ],
      answerWith: 'dogear init --allow-tools, or --no-allow-tools',
    },
  })
}

function changedIn({ files }: InitResult): InitResult['files'] {
  return files.filter(({ change }) => change !== 'same')
}

function printInit({ result, agent: { id, title } }: SetUp): string {
  const changed = changedIn(result)
  const lineOf = ({ path, change }: { path: string; change: string }): string => `  ${change.padEnd(8)} ${path}`
  const lines = changed.map(lineOf)
  if (result.undone !== undefined && !result.dryRun)
    return `${title} does not save and resume by itself yet: ${result.undone}.\n${lines.join('\n')}\nMend that, then: dogear doctor`
  if (lines.length === 0) return `${title} is set up already; nothing changed.\nCheck it: dogear doctor`
  if (result.dryRun) return `Would write:\n${lines.join('\n')}`
  return (
    `${title} saves and resumes by itself now.\n${lines.join('\n')}\n` +
    `Start a new session, then check it: dogear doctor\nTake it out again: dogear uninstall ${id}`
  )
}
