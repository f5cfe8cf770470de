/** What the program gives the server, so that this face reads neither the environment nor the clock by itself. */
import type { World } from '../app/world.js'

export interface Host {
  version: string
  /** A fresh World for one call, with the configuration as it is now; in `folder`, else where the server was started. */
  worldIn(folder?: string): Promise<World>
}
