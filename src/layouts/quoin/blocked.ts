/** The file of blocked prompts, `pending-prompt-<session>.txt`: as it is read, and as dogear adds to it. */
import type { KeptBack } from '../abilities.js'
import { isSessionId, pendingPath, TRASH } from './paths.js'

export interface Blocked {
  /** As the header has it; `legacy` for text from before there were headers. */
  time: string
  text: string
}

export interface BlockedFile {
  /** No headers at all: the whole file is one prompt. */
  isLegacy: boolean
  /** Oldest first. */
  prompts: Blocked[]
}

const HEADER = /^=== BLOCKED PROMPT \[([^\]\n]*)\] ===[ \t]*$/

export function parseBlocked(text: string): BlockedFile {
  const parts: { time: string; lines: string[] }[] = [{ time: 'legacy', lines: [] }]
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const header = HEADER.exec(line)
    if (header) parts.push({ time: (header[1] ?? '').trim(), lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  const prompts = parts
    .map(({ time, lines }) => ({ time, text: trimBlank(lines) }))
    .filter(({ text: said }) => said !== '')
  return { isLegacy: parts.length === 1, prompts: inTime(prompts) }
}

/** The order of the file, except where all the times say otherwise. */
function inTime(prompts: readonly Blocked[]): Blocked[] {
  const timed = prompts.filter(({ time }) => time !== 'legacy')
  if (timed.some(({ time }) => Number.isNaN(Date.parse(time)))) return [...prompts]
  const sorted = timed.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
  return [...prompts.filter(({ time }) => time === 'legacy'), ...sorted]
}

function trimBlank(lines: readonly string[]): string {
  const isText = (line: string): boolean => line.trim() !== ''
  const first = lines.findIndex(isText)
  return first < 0 ? '' : lines.slice(first, lines.findLastIndex(isText) + 1).join('\n')
}

/** As it is read again, whatever lines it has. */
export function printBlocked({ time, text }: Blocked): string {
  const lines = text.split(/\r?\n/).map((line) => (HEADER.test(line) ? ` ${line}` : line))
  return `=== BLOCKED PROMPT [${time}] ===\n${lines.join('\n').trim()}\n\n`
}

/** For the skill that works beside dogear. */
export function keepsBack({ session, ...blocked }: Blocked & { session: string }): KeptBack | null {
  if (!isSessionId(session)) return null
  return { path: pendingPath(session), entry: printBlocked(blocked), trash: TRASH }
}
