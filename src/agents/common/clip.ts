/** Long texts keep their first and last lines: errors stand at one of the two ends. */

const LONGEST = 1200
/** How much of either end is looked at. */
const END = 590

export function clip(text: string): string {
  if (text.length <= LONGEST) return text
  const short = `${firstLines(text.slice(0, END))}\n…\n${lastLines(text.slice(-END))}`
  // A copy: a slice would keep the whole text in memory for as long as it is used itself.
  return Buffer.from(short, 'utf16le').toString('utf16le')
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
