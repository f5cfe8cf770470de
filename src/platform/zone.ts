/** The zone of this machine. Its offset depends on the time of the year, so a past time needs its own. */

/** Minutes east of UTC at that moment. */
export function offsetAt(ms: number): number {
  // Negating a zero would give -0.
  return 0 - new Date(ms).getTimezoneOffset()
}
