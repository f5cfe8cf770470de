import type { By } from '../core/entry.js'
import type { NamePolicy } from '../core/name.js'
import type { Moment } from '../core/time.js'

export interface Config {
  names: NamePolicy
  /** Characters a briefing may have. */
  budget: number
}

export const DEFAULT_CONFIG: Config = { names: 'lower', budget: 6000 }

/** Everything a use case needs from outside. A face builds it once; nothing below reads the environment or the clock. */
export interface World {
  /** dogear's own home, outside every repository. */
  home: string
  cwd: string
  userHome: string
  /** Names this process in temporary files, so that what a dead process left can be told from a live one's. */
  tag: string
  by: By
  /** The variables of the process, for finding what agents keep on this machine. */
  env: Readonly<Record<string, string | undefined>>
  now(): Moment
  random(bytes: number): Uint8Array
  config: Config
}
