/** What the entry hands to the program of an event. */

type Env = Readonly<Record<string, string | undefined>>
export type Event = Readonly<Record<string, unknown>>

export interface Call {
  /** What came on stdin. */
  event: Event
  home: string
  userHome: string
  env: Env
  /** Until when it must be over, as Date.now() counts. */
  startedMs: number
  untilMs: number
  /** The one answer, written at once. */
  print(text: string): void
  /** A few words for the log: what was done. */
  did(text: string): void
}

export type Program = { run(call: Call): void | Promise<void> }

export function textIn(event: Event, key: string): string {
  const value = event[key]
  return typeof value === 'string' ? value : ''
}

export function sessionIn(event: Event): string {
  return textIn(event, 'session_id')
}
