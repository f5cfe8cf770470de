/** `Question: which port?`: a line that says what it is, where a layout has one list for several things. */
import type { Fields, Item } from '../../core/entry.js'

const QUESTION = 'Question'

export function printLabelled(label: string, text: string): string {
  return `${label}: ${text}`
}

/** Whatever the case, and with stars around the label. Null: it has none of these labels. */
export function parseLabelled<L extends string>(text: string, labels: readonly L[]): { label: L; text: string } | null {
  const match = /^\**([A-Za-z][A-Za-z ]{0,20})\**:\**\s+(?=\S)/.exec(text)
  const said = match?.[1]?.trim().toLowerCase()
  const label = labels.find((one) => one.toLowerCase() === said)
  return match && label !== undefined ? { label, text: text.slice(match[0].length) } : null
}

/** What stands in the way, and what nobody has answered yet: one list in the layouts. */
export function printBlockers({ blockers, questions }: Pick<Fields, 'blockers' | 'questions'>): string[] {
  return [...blockers.map((item) => item.text), ...questions.map((item) => printLabelled(QUESTION, item.text))]
}

export function parseBlockers(texts: readonly string[]): { blockers: Item[]; questions: Item[] } {
  const found: { blockers: Item[]; questions: Item[] } = { blockers: [], questions: [] }
  for (const text of texts) {
    const question = parseLabelled(text, [QUESTION])
    if (question) found.questions.push({ text: question.text })
    else found.blockers.push({ text })
  }
  return found
}
