/** Long texts keep their first and last lines: errors stand at one of the two ends. */

export const MOST = 1200
/** How much of either end `clip` looks at. */
export const END = 590

export function clip(text: string): string {
  if (text.length <= MOST) return text
  return `${firstLines(text.slice(0, END))}\n…\n${lastLines(text.slice(-END))}`
}

/** Cut at a line break if that costs little; never inside a character. */
function firstLines(text: string): string {
  const newline = text.lastIndexOf('\n')
  if (newline > END / 2) return text.slice(0, newline)
  return isHigh(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text
}

function lastLines(text: string): string {
  const newline = text.indexOf('\n')
  if (newline >= 0 && newline < END / 2) return text.slice(newline + 1)
  return isLow(text.charCodeAt(0)) ? text.slice(1) : text
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
