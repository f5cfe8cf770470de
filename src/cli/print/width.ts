/** How much room text takes in a terminal, and how it is cut or broken to fit. */

const NARROW = /^[\u0020-\u007e]*$/

/** How many columns a clean line takes in a terminal. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

/**
 * Lines broken at spaces, and where a script has none between its signs, by what they take in a terminal. A word longer than
 * `columns` stays in one piece.
 */
export function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' '))
    for (const [place, part] of partsOf(word).entries()) {
      const space = place === 0 && line !== '' ? ' ' : ''
      if (line !== '' && widthOf(line) + space.length + widthOf(part) > columns) {
        lines.push(line)
        line = part
      } else line += space + part
    }
  return [...lines, line]
}

/** 登|录|并|且，|then: a line may begin with any sign of such a script but one that closes something. */
function partsOf(word: string): string[] {
  if (NARROW.test(word)) return [word]
  const unspaced = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff10-\uff5a\u{20000}-\u{3fffd}]/u
  const closing =
    /[\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\u201d\u2019\u2026]/
  const opening = /[\u3008\u300a\u300c\u300e\u3010\u3014\uff08\u201c\u2018]$/
  const parts: string[] = []
  for (const char of word) {
    const before = parts.at(-1)
    const isApart = unspaced.test(char) || (before !== undefined && unspaced.test([...before].at(-1) ?? ''))
    const isOver = before !== undefined && /[\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]$/.test(before)
    const joins = before !== undefined && (closing.test(char) || opening.test(before) || !(isApart || isOver))
    if (joins) parts[parts.length - 1] = before + char
    else parts.push(char)
  }
  return parts
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
  // Before the first that combines; and dashes, quotes and the `…` of every text that was cut.
  if (char < '\u0300' || (char >= '\u2010' && char <= '\u2027')) return 1
  if (/^[\p{Mn}\p{Me}]$/u.test(char)) return 0
  // Drawn in one column each, though listed among the emoji: a flag is two of them.
  if (/^[\u{1f1e6}-\u{1f1ff}]$/u.test(char)) return 1
  const isWide =
    /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])$/u
  return isWide.test(char) ? 2 : 1
}
