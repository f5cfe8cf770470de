/** The world of a use case, and the settings that hold in it. */
import type { By } from '../core/entry/entry.js'
import type { Moment } from '../core/text/text.js'
import { OWN_POLICY, type Policy } from '../layouts/layout.js'
import type { Settings } from '../store/settings.js'

/** What was set, and what holds where nothing was. */
export interface Config extends Settings {
  budget: number
  hookBudget: number
  offerHours: number
  /** How save, resume and clear behave: dogear's own way, or that of the layout that is live here. */
  policy: Policy
}

export const DEFAULT_CONFIG: Config = { budget: 6000, hookBudget: 2500, offerHours: 24, policy: OWN_POLICY }

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
