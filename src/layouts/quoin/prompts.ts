/** Prompts that were blocked: how their files are read, how they are offered, and which of them is offered. */
import { cleanLine, cleanText } from '../../core/sanitise.js'

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
const SHOWN = 80

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

/** Of this session, or left behind by another one. */
export interface Offer {
  case: 'B' | 'C'
  isLegacy: boolean
  prompts: readonly Blocked[]
  /** Case C: whose they are, and who asks. */
  from?: string
  session?: string
}

/** What is shown, ending with the choices. */
export function printOffer(offer: Offer): string {
  const lines = offer.isLegacy ? legacyLines(offer) : listLines(offer.prompts)
  return [...(offer.case === 'C' ? [mismatch(offer)] : []), ...lines].join('\n')
}

/** Entry N in full, for editing. */
export function printForEdit(prompt: Blocked): string {
  return `${cleanText(prompt.text)}\n\nPaste the edited version:`
}

function legacyLines({ case: which, prompts }: Offer): string[] {
  const text = cleanText(prompts[0]?.text ?? '')
  return which === 'B'
    ? [`Your previous prompt was: ${text}`, 'Run it now? [y / n / edit]']
    : [`Content: ${text}`, '[y / n / delete]']
}

function listLines(prompts: readonly Blocked[]): string[] {
  return [
    `${prompts.length} blocked prompt(s) were saved while context was overloaded:`,
    ...prompts.map(({ time, text }, i) => `${i + 1}. [${cleanLine(time)}] ${firstOf(text)}...`),
    'Replay which? [all / 1 / 2 / 1,3 / edit 1 / none]',
  ]
}

function mismatch({ from, session }: Offer): string {
  return `Stale pending-prompt sentinel detected (session-id MISMATCH: was ${cleanLine(from ?? '') || 'unknown'}, current ${cleanLine(session ?? '') || 'unknown'}).`
}

function firstOf(text: string): string {
  return [...cleanLine(text)].slice(0, SHOWN).join('')
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
