/** Sections of a text, and as much of each as there is room for. */
export interface Section {
  title?: string
  items: string[]
  /** A line that belongs under the items, if any of them is shown. */
  after?: string
  /** What it says is told in any case: where there is no room for all of it, the beginning. */
  isFirst?: true
}

/**
 * Sections of a text within a budget of characters, most useful first: as many whole items as there is room for, in
 * order, and a line that counts what was left out.
 */
export function fit(section: Section, room: number): { text: string; cut: number } {
  if (section.items.length === 0) return { text: '', cut: 0 }
  const head = section.title === undefined ? '\n' : `\n## ${section.title}\n`
  const tail = section.after === undefined ? '' : `${section.after}\n`
  const more = (count: number): string => `- … ${count} more\n`
  let text = head
  let shown = 0
  for (const item of section.items) {
    const left = section.items.length - shown - 1
    const closing = (left > 0 ? more(left).length : 0) + tail.length
    if (text.length + item.length + 1 + closing > room) break
    text += `${item}\n`
    shown++
  }
  const cut = section.items.length - shown
  if (shown === 0) return { text: section.isFirst ? shortened(head, section.items[0] ?? '', room) : '', cut }
  return { text: `${text}${cut > 0 ? more(cut) : ''}${tail}`, cut }
}

const SHORTENED = ' … (shortened)\n'

function shortened(head: string, item: string, room: number): string {
  const left = room - head.length - SHORTENED.length
  if (left <= 0) return ''
  const text = item.slice(0, left).replace(/[\ud800-\udbff]$/, '')
  return `${head}${text.trimEnd()}${SHORTENED}`
}
