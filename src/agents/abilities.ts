/** Which agents can do what: for all that must not know them by name. */
import { DogearError } from '../core/errors.js'
import type { Manifest } from './agent.js'
import type { InstallScope } from './install.js'
import { MANIFESTS } from './registry.js'

type Ability = 'hooks' | 'install' | 'memory'
export type Able<A extends Ability> = Manifest & Required<Pick<Manifest, A>>

/** In the order of their signs: the first is meant where none is named. */
export function agentsWith<A extends Ability>(ability: A): Able<A>[] {
  const able = MANIFESTS.filter((one): one is Able<A> => one[ability] !== undefined)
  return able.toSorted((a, b) => a.order.env - b.order.env)
}

/** Agents have scopes of their own, and the command line knows those of all. */
export function scopeNamed({ install, title }: Able<'install'>, name: string): InstallScope {
  const found = install.scopes.find((scope) => scope.name === name)
  if (found) return found
  throw new DogearError('usage', `${title} has no scope "${name}"`, {
    expected: `one of ${install.scopes.map((scope) => scope.name).join(', ')}`,
  })
}
