/** What older ways of working left in MEMORY.md, and how it leaves it [A15]. */
import type { ExtraSection } from '../../core/entry/entry.js'
import { tidyChars, trimBlankLines } from '../../core/text/text.js'
import { joinLines, openText } from './markdown-lines.js'
import { parseIndex } from './memory-md.js'
import { findSections } from './memory-sections.js'

const LEGACY = /^(?:current state|next action|session checkpoint|session\b.*\bsummary)(?:[ \t]*:.*)?$/i

/**
 * What older ways of working left in MEMORY.md: the state of one session, among what is stable. It moves into the first
 * checkpoint that is saved. None where the index is there already: then it is not the first save.
 */
export function legacySections(text: string): ExtraSection[] {
  return findLegacy(text).map(({ section }) => section)
}

/** Only what the entry holds word for word is taken out, so that a secret redacted there is not lost here. */
export function withoutLegacy(text: string, held: readonly ExtraSection[]): string {
  const { bom, lines } = openText(text)
  const gone = findLegacy(text).filter(({ section }) => section.text === '' || isHeld(section, held))
  return bom + joinLines(lines.filter((_, at) => !gone.some((one) => at >= one.at && at < one.end)))
}

interface PlacedLegacy {
  section: ExtraSection
  at: number
  end: number
}

function findLegacy(text: string): PlacedLegacy[] {
  if (parseIndex(text).sections > 0) return []
  const { lines } = openText(text)
  return findSections(lines, (title) => LEGACY.test(title)).map(({ title, at, body, end }) => ({
    section: { title: `Migrated: ${title}`, text: trimBlankLines(tidyChars(joinLines(lines.slice(body, end)))) },
    at,
    end,
  }))
}

function isHeld(section: ExtraSection, held: readonly ExtraSection[]): boolean {
  return held.some(({ title, text }) => title === section.title && text === section.text)
}
