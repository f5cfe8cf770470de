/** Whether a plan file and a session are about the same work. Pure: the plan's text, and what the session said. */
import { parsePlanSteps } from './text.js'

/** Of `PlanTraces`. */
interface SaidOfWork {
  words: Pick<ReadonlySet<string>, 'has'>
  todos: Pick<ReadonlySet<string>, 'has'>
  edited: readonly string[]
}

/** Words that say nothing about which work it is. */
const COMMON = new Set(
  `this that with from have will what when where which there their then than into your about should would could these
  those them they been were also just like make need want please using used only each more some such very does done
  here over plan plans implement implementation step steps following context file files code change changes update add
  test tests phase task tasks overview goal summary approach`.split(/\s+/),
)

const MAX_LENGTH = 20_000
const OPENING_LINES = 10
const OPENING_LENGTH = 800

/**
 * Sessions of one project share words: of real plans' openings up to 43 % of the words occurred in the prompts of other
 * sessions there. Half of them, and at least four, means that the conversation speaks of what the plan speaks of.
 */
const SHARE = 0.5
const MIN_SHARED = 4

/**
 * Is this plan the one that the session worked on? Asked only of the newest file in a plans folder, which may belong to
 * other work altogether, so a wrong yes is worse than a wrong no. It is, if a step of it stood on the list of to-dos, a
 * file it names was edited, or the prompts speak of what it speaks of.
 */
export function isAboutSameWork(plan: string, { words, todos, edited }: SaidOfWork): boolean {
  const steps = parsePlanSteps(plan)?.steps ?? []
  if (steps.some(({ text }) => wordsOf(text).size > 1 && todos.has(plainOf(text)))) return true
  const files = plan.slice(0, MAX_LENGTH).match(FILE_NAMED) ?? []
  if (files.some((file) => edited.some((path) => path.replaceAll('\\', '/').endsWith(`/${file}`)))) return true
  const opening = [...wordsOf(openingOf(plan))]
  const shared = opening.filter((word) => words.has(word)).length
  return shared >= MIN_SHARED && shared >= opening.length * SHARE
}

/** With a folder: names like `index.ts` and `README.md` are of every work. */
const FILE_NAMED = /[\w@-][\w.@-]*(?:\/[\w.@-]+)+\.\w{1,8}\b/g

/** True where the plan was pasted: its opening stands in the text, whatever the line breaks. */
export function isPasted(plan: string, text: string): boolean {
  const opening = squeeze(openingOf(plan))
  return opening.length >= 40 && squeeze(text).includes(opening)
}

/** Words of four letters or more, and pairs of characters where a script has no spaces. */
export function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase()
  // The patterns of scripts take milliseconds to be made.
  if (/^[\0-\x7f]*$/.test(lower)) return new Set((lower.match(/[a-z]{4,}/g) ?? []).filter((word) => !COMMON.has(word)))
  const words = (lower.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,}/gu) ?? []).filter(
    (word) => !COMMON.has(word),
  )
  const runs = lower.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu) ?? []
  return new Set([
    ...words,
    ...runs.flatMap((run) => [...run].flatMap((char, i, chars) => (i === 0 ? [] : `${chars[i - 1]}${char}`))),
  ])
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

/** As a to-do and the step of a plan are compared. */
export function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s`*_.,:;!?()[\]"'-]+/g, ' ')
    .trim()
}
