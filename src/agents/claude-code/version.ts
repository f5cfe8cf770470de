/** Versions of the client, and since which one something is so. */

/** Before it a client that takes a session up again has forgotten what it was told behind a compaction: 2.1.100 was run, too. */
const KEEPS_FROM = '2.1.139'

export function forgets(lines: readonly string[]): boolean {
  const version = lines.flatMap((line) => /"version":"(\d+\.\d+\.\d+)"/.exec(line)?.[1] ?? [])[0]
  return version !== undefined && isOlder(version, KEEPS_FROM)
}

/** Compared by their numbers: "2.1.9" is older than "2.1.78". */
export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  const [own, others] = [numbers(version), numbers(than)]
  const at = others.findIndex((number, i) => (own[i] ?? 0) !== number)
  return at !== -1 && (own[at] ?? 0) < (others[at] as number)
}
