/** Lists: one bullet per text, its further lines indented by two spaces. People's own lists are read as freely as can be. */

const BULLET = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const NONE = /^[\s*_([<-]*(?:none|n\/a|nothing)[\s*_)\]>.-]*$/i

export function printList(texts: readonly string[]): string {
  return texts.length === 0 ? '- None' : texts.map((text) => `- ${indentRest(text)}`).join('\n')
}

export function parseList(text: string): string[] {
  const texts = splitItems(text)
    .map((lines) => lines.join('\n').trim())
    .filter((item) => item !== '')
  return texts.length === 1 && isNone(texts[0] as string) ? [] : texts
}

/** "None", "n/a": a section that says that there is nothing to say. */
export function isNone(text: string): boolean {
  return NONE.test(text)
}

function indentRest(text: string): string {
  return text.includes('\n') ? text.replace(/\n(?=[^\n])/g, '\n  ') : text
}

function splitItems(text: string): string[][] {
  const items: string[][] = []
  let current: string[] | undefined
  let isAfterBlank = true
  for (const line of text.split('\n')) {
    const isIndented = line === '' || line.startsWith(' ') || line.startsWith('\t')
    const mark = isIndented ? null : BULLET.exec(line)
    if (mark) items.push((current = [line.slice(mark[0].length)]))
    // A paragraph that somebody wrote between the bullets is an item too.
    else if (!current || (isAfterBlank && !isIndented)) items.push((current = [line.trim().replace(BULLET, '')]))
    else current.push(dedent(line))
    isAfterBlank = line.trim() === ''
  }
  return items
}

function dedent(line: string): string {
  if (line.startsWith('  ')) return line.slice(2)
  return line.startsWith(' ') || line.startsWith('\t') ? line.slice(1) : line
}
