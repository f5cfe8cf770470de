/** Which lines go to a remote. */
import { isLoose } from '../choose/loose.js'
import type { Audience } from './members.js'

/** What the user has said about the lines of a project: `shared.json`. */
export interface Sharing {
  /** They never leave this machine. */
  local: readonly string[]
  /** They go to teams. */
  shared: readonly string[]
}

export const NOTHING_SAID: Sharing = { local: [], shared: [] }

/** `before`: the names that a line had, for what holds of a line holds when it is renamed. */
export function goesOut(
  name: string,
  before: readonly string[],
  { local, shared }: Sharing,
  audience: Audience,
): boolean {
  const names = [name, ...before]
  if (names.some((one) => local.includes(one))) return false
  if (audience === 'own') return true
  // A line that nobody has named holds a session's last words: it is never a team's.
  return !isLoose(name) && names.some((one) => shared.includes(one))
}
