/**
 * One marked block at the end of a TOML file of somebody else's. A table goes on to the next header, so what is appended
 * changes nothing before it, and what is taken out again leaves every byte as it was. No TOML is parsed for that.
 */
import { DogearError } from '../../core/errors.js'

const BEGIN = '# >>> dogear (taken out by: dogear uninstall)'
const END = '# <<< dogear'

/** `pad`: what was needed before it. The block stands where it stood, else at the end. Throws where the user says the same. */
export function putBlock(text: string, lines: string): { text: string; pad: string } {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const block = [BEGIN, ...lines.trimEnd().split('\n'), END].join(eol)
  const at = blockIn(text)
  if (at) return { text: `${text.slice(0, at.start)}${block}${othersAfter(text, at, eol)}`, pad: '' }
  const theirs = tablesIn(text)
  const taken = tablesIn(lines).find((table) => theirs.includes(table))
  if (taken !== undefined)
    throw new DogearError('bad-input', `it has [${taken}] already, which dogear did not write`, {
      expected: `no [${taken}] of another program`,
    })
  const pad = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  return { text: `${text}${pad}${block}${eol}`, pad }
}

/** What others have put between our lines stays: clients put tables where they think best. */
export function takeBlock(text: string, pad = '\n'): string {
  const at = blockIn(text)
  if (!at) return text
  const head = text.slice(0, at.start)
  const rest = text.slice(at.end).replace(/^\r?\n/, '')
  return `${head.endsWith(pad) ? head.slice(0, head.length - pad.length) : head}${othersIn(text, at).join('')}${rest}`
}

function othersAfter(text: string, at: { start: number; end: number }, eol: string): string {
  const others = othersIn(text, at)
  const rest = text.slice(at.end)
  return others.length === 0 ? rest : `${eol}${eol}${others.join('')}${rest.replace(/^\r?\n/, '')}`
}

function othersIn(text: string, { start, end }: { start: number; end: number }): string[] {
  return sectionsIn(text.slice(start, end - END.length)).filter((section) => !section.includes('dogear'))
}

export function hasBlock(text: string): boolean {
  return blockIn(text) !== null
}

/** Without the line end behind it. */
function blockIn(text: string): { start: number; end: number } | null {
  const start = lineAt(text, BEGIN, 0)
  const end = start === -1 ? -1 : lineAt(text, END, start)
  return end === -1 ? null : { start, end: end + END.length }
}

function lineAt(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at !== -1; at = text.indexOf(line, at + 1))
    if ((at === 0 || text[at - 1] === '\n') && /^\r?$/m.test(text.slice(at + line.length).split('\n', 1)[0] ?? ''))
      return at
  return -1
}

/** From one header to the next; what stands before the first is none. */
function sectionsIn(block: string): string[] {
  return block.split(/^(?=\[)/m).slice(1)
}

/** Tables that may stand only once. */
function tablesIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*\[([^[\]\n]+)\]/gm)].map(([, name = '']) => name.replaceAll(/["'\s]/g, ''))
}
