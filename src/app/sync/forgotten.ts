/** What waits to be sent and holds a text that is to be forgotten is taken back, and made anew from what is left. */
import { listDir, removeTree } from '../../platform/files/files.js'
import { storeDir } from '../../store/paths.js'
import { cutChain, readChain } from '../../store/sync/chains.js'
import { readDevice } from '../../store/sync/device.js'
import { readOutbox } from '../../store/sync/outbox.js'
import { hasRemotes, readRemotes } from '../../store/sync/remotes.js'
import { readState } from '../../store/sync/state.js'
import type { World } from '../world.js'

/** To how many places something was sent before: what is there cannot be taken back, only replaced. */
export function takeBackUnsent({ home, tag }: World): number {
  const device = hasRemotes(home) ? readDevice(home) : null
  if (!device) return 0
  for (const { store } of readRemotes(home)) {
    const [first] = readOutbox(home, store, readChain(home, store, device.id).tip.seq)[0]?.batch ?? []
    // The first records of a store say who this device is: they hold nothing to forget.
    if (!first || first.id === '') continue
    cutChain(home, store, device.id, first.seq - 1, tag)
    removeTree(`${storeDir(home, store)}/outbox`)
  }
  return readRemotes(home).filter(
    ({ store }) => (readState(home, store).acked ?? 0) > 0 && listDir(storeDir(home, store)).length > 0,
  ).length
}
