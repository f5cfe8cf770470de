/**
 * What a place to sync with must be able to do: four functions. An engine carries bytes and knows nothing of what they say; it is
 * trusted with nothing, for all that comes from it is checked by signature and chain.
 */
import type { Sealed } from '../core/sync/record.js'

export type { Sealed } from '../core/sync/record.js'

/** By device: the last record of it that is here, and those before that are missing again. */
export type Vector = ReadonlyMap<string, { to: number; missing: readonly number[] }>

export interface Published {
  device: string
  seq: number
  tip: string
}

export type Pushed = 'stored' | 'same' | 'differs'

export interface Opened {
  /** The stores that lie there; none where nobody has founded one. */
  stores: readonly string[]
  mayWrite: boolean
  /** Devices whose records are not what they were: told, kept as they were here, and not followed. */
  rewritten: readonly string[]
}

export interface Remote {
  /** Who is there. Refuses with an error what it must not use. */
  open(): Promise<Opened>
  /** What each device has published. A hint: it is proven by what is pulled. */
  have(): AsyncIterable<Published>
  /** What is not here yet, each device's records in their order, whole: header and body. */
  pull(from: Vector): AsyncIterable<Sealed>
  /** Only adds. `same`: it was there already; `differs`: something else has its place. In the order of the batch. */
  push(batch: readonly Sealed[]): Promise<Pushed[]>
  /** Gives back connections and the like. */
  close(): Promise<void>
}

/** What an engine is given besides the address. */
export interface EngineOptions {
  /** The store that is meant: none while it is looked which are there. */
  store: string
  /** A folder of this machine alone, for whatever the engine keeps: it can be made again from the remote. */
  scratch: string
  /** The device that pushes. */
  device: string
  /** May a person be asked for a password, by git or ssh? Never in the background. */
  interactive: boolean
  /** No later than this, by `performance.now()`. */
  deadlineMs: number
  /** The variables of the process: how the user's own programs reach their servers. */
  env: Readonly<Record<string, string | undefined>>
  /** Names this process in temporary files. */
  tag: string
}
