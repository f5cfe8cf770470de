/** Until when this process may wait for others. A hook sets it once; every other program waits as long as it always does. */
let endMs = Infinity

/** `untilMs`: as Date.now() counts. */
export function setDeadline(untilMs: number): void {
  endMs = untilMs
}

/** How long something that may take `ms` is waited for; 0: no more. */
export function withinDeadline(ms: number): number {
  return Math.max(0, Math.min(ms, Math.ceil(endMs - Date.now())))
}

/** Holds the whole process: for moments only. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
