/** Sections of a text within a budget of characters: most useful first, an item whole or not at all. */

export interface Section {
  title?: string
  items: string[]
  /** A line that belongs under the items, if any of them is shown. */
  after?: string
}

/** As many whole items as there is room for, in order, and a line that counts what was left out. */
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
  if (shown === 0) return { text: '', cut }
  return { text: `${text}${cut > 0 ? more(cut) : ''}${tail}`, cut }
}
