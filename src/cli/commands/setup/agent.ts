/** The agents that init and uninstall mean: those that are named, else those that are found on this machine. */
import { agentsWith, type Able } from '../../../agents/abilities.js'
import { MANIFESTS } from '../../../agents/registry.js'
import { foundAgents } from '../../../app/setup/found.js'
import type { World } from '../../../app/world.js'
import { nearest } from '../../../core/text/nearest.js'
import { safeName } from '../../../core/redact/safe-name.js'
import { DogearError, needsAnswer } from '../../../core/errors.js'
import { valueOf } from '../../args/parse.js'
import type { Context } from '../../context.js'

/** Null: none was named. */
export function agentsNamed({ args, spec }: Context): Able<'install'>[] | null {
  const words = [...args.positionals, ...(valueOf(args, 'agents') ?? '').split(',')].map((word) => word.trim())
  const names = [...new Set(words.filter((word) => word !== ''))]
  return names.length === 0 ? null : names.map((name) => agentNamed(name, spec.name))
}

function agentNamed(name: string, command: string): Able<'install'> {
  const able = agentsWith('install')
  const found = able.find(({ id }) => id === name)
  if (found) return found
  const unable = MANIFESTS.find(({ id }) => id === name)
  if (unable)
    throw new DogearError('usage', `${unable.title} cannot be set up to call dogear`, {
      expected: `one of ${able.map(({ id }) => id).join(', ')}`,
      next: `dogear watch (saves the sessions of ${unable.title} while it works)`,
    })
  const ids = able.map(({ id }) => id)
  const meant = nearest(name, ids)
  throw new DogearError('usage', `${command} knows no agent "${safeName(name).slice(0, 40)}"`, {
    expected: meant ? `dogear ${command} ${meant}` : `one of ${ids.join(', ')}`,
    next: `dogear help ${command}`,
  })
}

/** Where several are found, a person picks; without one it is the first, and which others there are is said. */
export function agentsToSetUp(
  context: Context,
  world: World,
): { picked: Able<'install'>[]; others: Able<'install'>[] } {
  const named = agentsNamed(context)
  if (named) return { picked: named, others: [] }
  const found = foundAgents(world)
  const [first, ...others] = found
  if (!first) throw noneFound()
  const isAsked = context.output.interactive && found.length > 1
  if (isAsked) throw whichAgents(found.map(({ id, title }) => ({ value: id, label: title })))
  return { picked: [first], others }
}

function noneFound(): DogearError {
  const able = agentsWith('install')
  return new DogearError('not-found', 'no coding agent was found on this machine; nothing was written', {
    expected: `one of ${able.map(({ title }) => title).join(', ')}, on the PATH or with a folder of its own`,
    next: `install it, or set it up beforehand by its name: dogear init ${able[0]?.id}`,
  })
}

function whichAgents(options: { value: string; label: string }[]): DogearError {
  return needsAnswer({
    id: 'agents',
    question: 'Which of your agents shall save and resume by themselves?',
    several: true,
    options,
    answerWith: 'dogear init AGENT…',
  })
}
