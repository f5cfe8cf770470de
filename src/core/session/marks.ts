/** Short hashes by which a command, an edit or a prompt is recognised again without being kept. */
import { hash53 } from '../entry/seal.js'

const MAX_LENGTH = 4000
const SHORTENS = / *\|&? *(?:head|tail|grep|rg|less|cat|tee|sed|awk)\b[^|]*$/

/** The same for a command that only starts from another folder or shows less of its output. */
export function commandMark(command: string): string {
  let plain = command.slice(0, MAX_LENGTH).trim().replace(/\s+/g, ' ')
  plain = plain.replace(/^cd \S+ ?(?:&&|;) ?/, '')
  for (let before = ''; before !== plain;) {
    before = plain
    if (plain.includes('|')) plain = plain.replace(SHORTENS, '')
    if (plain.endsWith('2>&1')) plain = plain.slice(0, -'2>&1'.length).trimEnd()
  }
  return hash53(plain)
}

export function editMark(path: string, before: string, after: string): string {
  return hash53(`${path}\0${before}\0${after}`)
}

export function textMark(text: string): string {
  return hash53(text.trim())
}
