/**
 * The steps of a plan and how far it is. A plan is whatever somebody wrote, so the clearest sign of steps decides:
 *
 * 1. check boxes, each a step, wherever they stand (also ☐ and ✅ at the start of bullets);
 * 2. headings with a number: "## Step 3: …", "## Phase 1", "### 2. …". They come first where no box stands under any of
 *    them, for then the boxes are another list, of what to verify usually;
 * 3. a numbered list. Where there are several, the one under a heading that speaks of steps; else none, for no guess.
 *
 * The plan stands at its first step that is not done; all done: at the last.
 */
import { type Heading, plainText, type PlanLine, splitPlan } from './lines.js'

export interface Step {
  text: string
  state: 'done' | 'open'
}

export interface PlanSteps {
  steps: Step[]
  /** From 1: counted in the order of the text, whatever numbers it has. */
  step: number
  of: number
  /** The text itself marks what is done. Without, it stands at its first step as long as nobody says otherwise. */
  isMarked: boolean
}

type HeadingLine = PlanLine & { heading: Heading }

/** Null: the text has no steps. */
export function parsePlanSteps(markdown: string): PlanSteps | null {
  const lines = splitPlan(markdown)
  const { steps, areBoxes } = findSteps(lines)
  if (steps.length === 0) return null
  const open = steps.findIndex(({ state }) => state === 'open')
  const isMarked = areBoxes || steps.some(({ state }) => state === 'done')
  return { steps, step: open < 0 ? steps.length : open + 1, of: steps.length, isMarked }
}

function findSteps(lines: readonly PlanLine[]): { steps: Step[]; areBoxes: boolean } {
  const boxes = lines.flatMap(({ box }) => (box ? [stepOf(box.text, box.isTicked || isStruck(box.text))] : []))
  const headings = stepHeadings(lines)
  const sections = headings.map((heading, i) => sectionOf(lines, heading, headings[i + 1]))
  const areBoxesElsewhere = headings.length > 1 && sections.every((section) => section.every(({ box }) => !box))
  if (boxes.length > 0 && !areBoxesElsewhere) return { steps: boxes, areBoxes: true }
  const steps = headings.map(({ heading }, i) => headingStep(heading, sections[i] as PlanLine[]))
  return { steps: headings.length === 0 ? listSteps(lines) : steps, areBoxes: false }
}

/** Of several kinds ("Phase 1" with "Step 1" below) the most detailed one whose numbers rise through the whole plan. */
function stepHeadings(lines: readonly PlanLine[]): HeadingLine[] {
  const numbered = lines.filter((line): line is HeadingLine => line.heading?.number !== undefined)
  const worded = numbered.filter(({ heading }) => heading.word !== '')
  const groups = [...groupByKind(worded.length > 0 ? worded : numbered)]
  const rising = groups.filter(isRising).sort((a, b) => b.length - a.length || levelOf(b) - levelOf(a))
  const found = rising[0] ?? groups.sort((a, b) => levelOf(a) - levelOf(b))[0] ?? []
  // A single heading with a bare number is no list of steps.
  return found.length === 1 && worded.length === 0 ? [] : found
}

function groupByKind(headings: readonly HeadingLine[]): Iterable<HeadingLine[]> {
  const groups = new Map<string, HeadingLine[]>()
  for (const line of headings) {
    const kind = `${line.heading.level} ${line.heading.word}`
    const group = groups.get(kind)
    if (group) group.push(line)
    else groups.set(kind, [line])
  }
  return groups.values()
}

function isRising(group: readonly HeadingLine[]): boolean {
  return group.every(({ heading }, i) => i === 0 || (heading.number ?? 0) > (group[i - 1]?.heading.number ?? 0))
}

function levelOf(group: readonly HeadingLine[]): number {
  return group[0]?.heading.level ?? 0
}

/** What stands below it, up to the next step or a heading that is not below it. */
function sectionOf(lines: readonly PlanLine[], from: HeadingLine, next: HeadingLine | undefined): PlanLine[] {
  const section: PlanLine[] = []
  for (let at = from.at + 1; at < (next?.at ?? lines.length); at++) {
    const line = lines[at] as PlanLine
    if (line.heading && line.heading.level <= from.heading.level) break
    section.push(line)
  }
  return section
}

const STATUS = /^[ \t]*(?:[-*+][ \t]+)?\**status\**[ \t]*:\**[ \t]*(.*)$/i
const DONE_WORDS = 'done|completed?|finished|已完成|完成'
const DONE_STATUS = new RegExp(`^\\W{0,4}(?:✅|☑|✔|(?:${DONE_WORDS})(?!\\w))`, 'iu')

function headingStep(heading: Heading, section: readonly PlanLine[]): Step {
  const text = plainText(heading.text)
  const status = section.map((line) => STATUS.exec(line.text)?.[1]).find((value) => value !== undefined)
  const isDone = isMarkedDone(heading.text) || DONE_STATUS.test(status ?? '')
  // Made here: patterns that know the letters of all scripts are slow to make, and few sessions have a plan.
  const label = /^(?:[^\d\s]+[ \t]*#?)?\d{1,4}(?:\.\d{1,4})?(?![\w])(?:[ \t]+of[ \t]+\d+)?[ \t]*[:.)–—-]*[ \t]*/iu
  return { text: text.replace(label, '') || text, state: isDone ? 'done' : 'open' }
}

const STEPS_TITLE =
  /\b(?:steps?|plan|implementation|tasks?|to-?dos?|order|sequence|changes|phases?|milestones?)\b|步骤|计划|任务/i
const OTHER_TITLE =
  /question|risk|reference|verif|validat|\btest|context|background|goal|criteria|\bnotes?\b|alternative|out of scope|问题|风险|背景|验证/i

interface List {
  title: string
  items: { number: number; text: string }[]
}

function listSteps(lines: readonly PlanLine[]): Step[] {
  const lists = numberedLists(lines).filter(({ items, title }) => items.length > 1 && !OTHER_TITLE.test(title))
  const named = lists.filter(({ title }) => STEPS_TITLE.test(title))
  const list = lists.length === 1 ? lists[0] : named.length === 1 ? named[0] : undefined
  return (list?.items ?? []).map(({ text }) => stepOf(text, isMarkedDone(text)))
}

/** Text between the items does not end a list, as long as the numbers go on. */
function numberedLists(lines: readonly PlanLine[]): List[] {
  const lists: List[] = []
  let title = ''
  for (const { heading, item } of lines) {
    if (heading) title = heading.text
    if (!item) continue
    const list = lists.at(-1)
    if (list && item.number > (list.items.at(-1)?.number ?? 0) && list.title === title) list.items.push(item)
    else lists.push({ title, items: [item] })
  }
  return lists
}

function stepOf(text: string, isDone: boolean): Step {
  return { text: plainText(text), state: isDone ? 'done' : 'open' }
}

const DONE_START = /^[ \t]*(?:\*\*)?[ \t]*(?:✅|☑|✔|\[[xX]\](?=\s))/u
const DONE_END = new RegExp(
  `(?:✅|☑|✔)\\ufe0f?[*_ \\t]*$|[ \\t][([](?:✅[ \\t]*)?(?:${DONE_WORDS}|x)(?:[ \\t]*✅|[ ,:]+[0-9a-f][0-9a-f.:/-]{3,40})?[)\\]][*_ \\t]*$|[ \\t][-–—][ \\t]*(?:${DONE_WORDS})[.!]?[*_ \\t]*$`,
  'iu',
)

function isMarkedDone(text: string): boolean {
  return DONE_START.test(text) || DONE_END.test(text.slice(-120)) || isStruck(text)
}

/** The whole text, at most its number or a remark behind it left out. */
function isStruck(text: string): boolean {
  return /^[ \t]*(?:[^\s~]{1,12}[ \t]+){0,2}~~[^~]+~~[^\p{L}]*(?:\([^()]*\))?[^\p{L}]*$/u.test(text.slice(0, 1_000))
}
