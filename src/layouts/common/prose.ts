/** Text that comes in two parts, the second behind a label at the start of a line: `Left off: …`, `Next: …`. */
import type { Item } from '../../core/entry.js'
import { isNothing } from '../../core/written-items.js'

export function splitLabel(text: string, label: RegExp): [before: string, behind: string] {
  const match = label.exec(text)
  if (!match) return [text, '']
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)]
}

/** Texts of several places that mean the same thing; undefined where they say nothing. */
export function joinProse(...texts: string[]): Item | undefined {
  const said = texts.map((text) => text.trim()).filter((text) => !isNothing(text))
  return said.length === 0 ? undefined : { text: said.join('\n\n') }
}

const LONGEST_LINE = 100
const CUT_AT = 80

/** The beginning of a line that is too long for where it goes, on whole words where there are any. */
export function shorten(line: string, longest: number = LONGEST_LINE, cutAt: number = CUT_AT): string {
  if (line.length <= longest) return line
  const cut = line.slice(0, cutAt).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > cutAt / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
