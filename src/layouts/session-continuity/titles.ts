/** The sections of a checkpoint file. The first title of each is the seed's, the others are what people write. */

export type SectionKey = 'task' | 'progress' | 'next' | 'blockers' | 'decisions' | 'context'

const TITLES: Record<SectionKey, readonly [string, ...string[]]> = {
  task: ['Task'],
  progress: ['Progress', 'Done', 'Completed', 'Current progress'],
  next: ['Next Action', 'Next', 'Next actions', 'Next step', 'Next steps'],
  blockers: ['Blockers', 'Blockers and uncertainties'],
  decisions: ['Key Decisions', 'Decisions', 'Recent decisions'],
  context: ['Relevant Context', 'Context'],
}

const KEY_OF_TITLE = new Map(
  Object.entries(TITLES).flatMap(([key, titles]) =>
    titles.map((title) => [letters(title), key as SectionKey] as const),
  ),
)

export function printTitle(key: SectionKey): string {
  return TITLES[key][0]
}

export function sectionKey(title: string): SectionKey | null {
  return KEY_OF_TITLE.get(letters(title)) ?? null
}

/** A section of another kind may have a title that we know: a backslash keeps it apart. */
export function escapeTitle(title: string): string {
  return title.startsWith('\\') || sectionKey(title) !== null ? `\\${title}` : title
}

/** Of a line that begins a section: every `##`, and another level where the title is one of ours. */
export function headingTitle(line: string): string | null {
  if (!line.startsWith('#')) return null
  const marks = line.length - line.replace(/^#+/, '').length
  const title = line.slice(marks)
  if (marks > 6 || !(title === '' || /^\s/.test(title))) return null
  return marks === 2 || sectionKey(title) !== null ? title.trim() : null
}

function letters(title: string): string {
  return title.toLowerCase().replace(/[\s_:*#-]/g, '')
}
