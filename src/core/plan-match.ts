/**
 * Is this plan the one that the session worked on? Asked only of the newest file in a plans folder, which may belong to
 * other work altogether, so a wrong yes is worse than a wrong no.
 */

/** Words that say nothing about which work it is. */
const COMMON = new Set(
  `this that with from have will what when where which there their then than into your about should would could these
  those them they been were also just like make need want please using used only each more some such very does done
  here over plan plans implement implementation step steps following context file files code change changes update add
  test tests phase task tasks overview goal summary approach`.split(/\s+/),
)

const OPENING_LINES = 10
const OPENING_LENGTH = 800

/**
 * Sessions of one project share words: of real plans' openings up to 43 % of the words occurred in the prompts of other
 * sessions there. Half of them, and at least four, means that the conversation speaks of what the plan speaks of.
 */
const SHARE = 0.5
const LEAST = 4

export function isAboutSameWork(plan: string, words: Pick<ReadonlySet<string>, 'has'>): boolean {
  const opening = [...wordsOf(openingOf(plan))]
  const shared = opening.filter((word) => words.has(word)).length
  return shared >= LEAST && shared >= opening.length * SHARE
}

/** True where the plan was pasted: its opening stands in the text, whatever the line breaks. */
export function isPasted(plan: string, text: string): boolean {
  const opening = squeeze(openingOf(plan))
  return opening.length >= 40 && squeeze(text).includes(opening)
}

/** Words of four letters or more, and pairs of characters where a script has no spaces. */
export function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase()
  // The patterns of scripts take milliseconds to be made.
  if (isAscii(lower)) return new Set((lower.match(/[a-z]{4,}/g) ?? []).filter((word) => !COMMON.has(word)))
  const words = (lower.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,}/gu) ?? []).filter(
    (word) => !COMMON.has(word),
  )
  const runs = lower.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu) ?? []
  return new Set([...words, ...runs.flatMap(pairsOf)])
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

function openingOf(plan: string): string {
  const lines = plan
    .slice(0, OPENING_LENGTH * 4)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.slice(0, OPENING_LINES).join('\n').slice(0, OPENING_LENGTH)
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function pairsOf(run: string): string[] {
  const chars = [...run]
  return chars.slice(1).map((char, i) => `${chars[i]}${char}`)
}
