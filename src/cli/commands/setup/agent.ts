/** The agent that init and uninstall mean: the one that is named, else the first that dogear can be set up in. */
import { agentsWith, type Able } from '../../../agents/abilities.js'
import { MANIFESTS } from '../../../agents/registry.js'
import { DogearError } from '../../../core/errors.js'
import { actionOf, type Context } from '../../context.js'

export function agentOf(context: Context): Able<'install'> {
  const able = agentsWith('install')
  const unable = MANIFESTS.find(({ id, install }) => id === context.args.positionals[0] && !install)
  if (unable)
    throw new DogearError('usage', `${unable.title} cannot be set up to call dogear`, {
      expected: `one of ${able.map(({ id }) => id).join(', ')}`,
      next: `dogear watch (saves the sessions of ${unable.title} while it works)`,
    })
  const word = actionOf(context, able[0]?.id ?? '')
  return able.find(({ id }) => id === word) as Able<'install'>
}
