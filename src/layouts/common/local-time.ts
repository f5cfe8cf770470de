/** Times as these files have them: without a zone, to the minute. */

export interface LocalTime {
  /** Where no zone is said: as if it were UTC. Who takes it over knows the zone of this computer. */
  ms: number
  /** Minutes east of UTC, where the text says so. */
  offsetMinutes?: number
}

const TIME =
  /^(\d{4}-\d\d-\d\d)(?:(?:[ \t]+|T)(\d{1,2}:\d\d)(:\d\d)?(?:\.\d+)?)?(?:[ \t]*(Z|UTC|[+-]\d\d:?\d\d))?(?![\w:.-])/

/** "2026-02-06 14:20", also with seconds, a zone or a `T`. `rest` is what stands behind it. */
export function parseLocalTime(text: string): (LocalTime & { rest: string }) | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [whole, date = '', clock = '0:00', seconds = ':00', zone] = match
  const stamp = `${date}T${clock.padStart(5, '0')}${seconds}`
  if (!isReal(stamp)) return null
  const offset = zone === undefined ? undefined : offsetOf(zone)
  const ms = Date.parse(`${stamp}Z`) - (offset ?? 0) * 60_000
  return { ms, ...(offset !== undefined && { offsetMinutes: offset }), rest: text.slice(whole.length).trim() }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The parts of an entry's time in its own zone. */
export interface Clock {
  /** 2026-02-06 */
  date: string
  /** 14:20 */
  time: string
  /** Feb 06 */
  day: string
}

export function clockOf(iso: string): Clock {
  const date = iso.slice(0, 10)
  return { date, time: iso.slice(11, 16), day: `${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(8, 10)}` }
}

/** There is no 30 February, and no 25 o'clock. */
function isReal(stamp: string): boolean {
  const ms = Date.parse(`${stamp}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(stamp)
}

function offsetOf(zone: string): number {
  if (/^[ZU]/.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}
