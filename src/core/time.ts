/** A point in time as the face read it from the clock, with the zone it was read in. */
export interface Moment {
  ms: number
  /** Minutes east of UTC. */
  offsetMinutes: number
}

/** 2026-11-15T09:42:00.123+01:00 */
export function isoWithZone(moment: Moment): string {
  const local = new Date(moment.ms + moment.offsetMinutes * 60_000).toISOString().slice(0, -1)
  const sign = moment.offsetMinutes < 0 ? '-' : '+'
  const minutes = Math.abs(moment.offsetMinutes)
  return `${local}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Milliseconds since 1970, or null where the text is no time. */
export function msOf(iso: string): number | null {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : ms
}

/** "just now", "5 min ago", "3 h ago", "2 days ago"; a time to come is said to be one, since only a wrong clock makes it. */
export function age(fromMs: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - fromMs) / 1000)
  if (seconds < -60) return 'in the future'
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  if (days < 60) return days === 1 ? '1 day ago' : `${days} days ago`
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
