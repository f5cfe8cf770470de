/** The one line of an output that says what went wrong. Outputs themselves are never kept. */
import { cleanLine } from '../sanitise.js'

const LONGEST = 160
const MOST_LINES = 400

const STRONG =
  /^\s*(?:--- FAIL|FAIL\b|✗|✖|×|not ok\b|E\s{2,}|panic:|fatal:|error(?:\[\w+\])?:|[\w./\\-]+:\d+(?::\d+)?:\s|[\w.]*(?:Error|Exception)\b)|: error\b/i
const WEAK =
  /\b(?:error|fail(?:ed|ure|s)?|panic|exception|cannot|can't|undefined|not found|denied|refused|timed? ?out|expected)\b/i
const NOISE = /^(?:(?:Error: )?Exit code \d+|exit status \d+|FAIL|\s*at .*|npm (?:ERR!|error).*|=+.*=+|-+)$/i

export function tellingLine(output: string): string | undefined {
  const lines = output.split('\n', MOST_LINES).map((line) => cleanLine(line.slice(0, 400)))
  const useful = lines.filter((line) => line !== '' && !NOISE.test(line))
  const line =
    useful.find((one) => STRONG.test(one)) ?? useful.find((one) => WEAK.test(one)) ?? useful.at(-1) ?? undefined
  return line === undefined ? undefined : cutLine(line, LONGEST)
}

/** For outputs whose exit code a pipe has swallowed: only what no passing run prints. */
export function saysFailed(output: string): boolean {
  return /^(?:--- FAIL|FAIL\b|not ok\b|panic:|error(?:\[\w+\])?:|\s*\d+ (?:failed|failing)\b)|exit status [1-9]|\b[1-9]\d* (?:failed|failing|errors?)\b/m.test(
    output.slice(0, 4000),
  )
}

export function cutLine(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  // No half of a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
