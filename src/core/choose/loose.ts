/**
 * The name of the line of a session that nobody has named: `loose-202611-k3f9xq2m`. It is made of the session's id, so that
 * every event of the session finds the same line; nobody has to read it, and lists show branch and task instead.
 */
const LOOSE = /^loose-(\d{6})-[0-9a-z]{8}$/

/** `hash`: of the session's id, in hex; `startedMs`: when the session was first heard of. */
export function looseName(hash: string, startedMs: number): string {
  const month = new Date(startedMs).toISOString().slice(0, 7).replace('-', '')
  return `loose-${month}-${hash.slice(0, 8)}`
}

export function isLoose(name: string): boolean {
  return LOOSE.test(name)
}

/** `202611`; null for the name of a workstream. */
export function looseMonth(name: string): string | null {
  return name.startsWith('loose-') ? (LOOSE.exec(name)?.[1] ?? null) : null
}
