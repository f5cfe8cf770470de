/** What every remote has heard of: before that, what ends a line must not go. */
import type { Project } from '../paths.js'
import { devicesKnown, readChain } from './chains.js'
import { readDevice } from './device.js'
import { hasRemotes, type KnownRemote, readRemotes } from './remotes.js'
import { readState } from './state.js'

interface LineEnd {
  /** Of all entries of the line. */
  ids: readonly string[]
  /** Of those that end it. */
  ends: readonly string[]
}

/** True too where a remote never had anything of the line, or takes nothing from here. */
export function isKnownToRemotes({ home, key }: Project, line: LineEnd): boolean {
  if (!hasRemotes(home)) return true
  const own = readDevice(home)?.id
  return readRemotes(home)
    .filter(({ projects, pullOnly }) => pullOnly !== true && projects.some((one) => one.key === key))
    .every((remote) => hasHeard(home, remote, { ...line, own }))
}

function hasHeard(
  home: string,
  { store }: KnownRemote,
  { ids, ends, own }: LineEnd & { own?: string | undefined },
): boolean {
  const acked = readState(home, store).acked ?? 0
  const chains = devicesKnown(home, store).map((device) => ({ device, chain: readChain(home, store, device) }))
  const isThere = (id: string): boolean =>
    chains.some(({ device, chain }) => {
      const seq = chain.links.numberOf(id)
      return seq !== undefined && (device !== own || seq <= acked)
    })
  return ends.every(isThere) || !chains.some(({ chain }) => ids.some((id) => chain.links.has(id)))
}
