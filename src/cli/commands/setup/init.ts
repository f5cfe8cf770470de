/** `init`: sets dogear up in an agent. */
import type { Manifest } from '../../../agents/agent.js'
import { present } from '../../../core/present.js'
import { init, type InitResult } from '../../../app/setup/init.js'
import { findHere, type FoundHere } from '../../../app/setup/found.js'
import { plural } from '../../../core/briefing/drift.js'
import { DogearError, EXIT, needsAnswer } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { thisProgram } from '../../../platform/process/command.js'
import type { Context } from '../../context.js'
import { valueOf } from '../../args/parse.js'
import { openingOf, VERSION, worldOf } from '../../world.js'
import { agentOf } from './agent.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const agent = agentOf(context)
  if (mayAsk(context)) throw whetherToAllow()
  const world = await worldOf(context)
  const given = {
    ...present({ scope: valueOf(args, 'scope') }),
    program: thisProgram(),
    version: VERSION,
    followLinks: args.on.has('follow-links'),
    allowTools: args.on.has('allow-tools'),
    dryRun: args.on.has('dry-run'),
  }
  const found = await findHere(world, agent, openingOf(context, { asks: true }))
  const removable = found.skills.filter((skill) => skill.removable).map(({ path }) => path)
  const skillsOff = valueOf(args, 'skills') === 'off' ? removable : []
  const request = { ...given, skills: found.skills, skillsOff }
  if (removable.length > 0 && output.interactive && !request.dryRun && !args.values.has('skills'))
    throw whetherOff(removable)
  if (output.interactive && !request.dryRun) {
    const plan = await init(world, agent, { ...request, dryRun: true })
    if (args.on.has('no')) return told(context, 'Nothing was written.')
    if (changedIn(plan).length > 0 && !args.on.has('yes')) throw askToWrite(printInit(plan, agent))
  }
  const result = await init(world, agent, request)
  for (const note of result.notes) output.warn(note)
  if (output.json) output.printJson({ ...result, ...found })
  else if (output.quiet)
    output.print(
      changedIn(result)
        .map(({ path }) => `${path}\n`)
        .join(''),
    )
  else output.print([printInit(result, agent), ...printFound(found, skillsOff)].join('\n'))
  return result.undone === undefined ? EXIT.ok : EXIT.findings
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

function printInit(result: InitResult, { id, title }: Manifest): string {
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
