/** How many columns a text takes in a terminal, and texts cut to columns. Texts are clean lines. */

const NARROW = /^[\u0020-\u007e]*$/
const MARK = /^[\p{Mn}\p{Me}]$/u
// Drawn in one column each, though listed among the emoji: a flag is two of them.
const REGIONAL = /^[\u{1f1e6}-\u{1f1ff}]$/u
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])$/u

export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

/** At most `columns` wide; what was cut is shown by "…". */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let out = ''
  let room = columns - 1
  for (const char of text) {
    room -= charWidth(char)
    if (room < 0) break
    out += char
  }
  return columns < 1 ? '' : `${out.trimEnd()}…`
}

function charWidth(char: string): number {
  if (MARK.test(char)) return 0
  return WIDE.test(char) && !REGIONAL.test(char) ? 2 : 1
}
