/** How much room text takes in a terminal, and how it is cut or broken to fit. */

const NARROW = /^[\u0020-\u007e]*$/

/** How many columns a clean line takes in a terminal. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

/** Lines broken at spaces, by what they take in a terminal. A word longer than `columns` stays in one piece. */
export function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
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

/** The patterns stand here because they take long to make, and most texts are narrow. */
function charWidth(char: string): number {
  // Before the first that combines.
  if (char < '\u0300') return 1
  if (/^[\p{Mn}\p{Me}]$/u.test(char)) return 0
  // Drawn in one column each, though listed among the emoji: a flag is two of them.
  if (/^[\u{1f1e6}-\u{1f1ff}]$/u.test(char)) return 1
  const isWide =
    /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])$/u
  return isWide.test(char) ? 2 : 1
}
