/** The lines of a plan, told apart: headings, check boxes, numbered items. Code, comments and front matter are left out. */
import { cutAt } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'

export interface PlanLine {
  /** Its place among the lines that count. */
  at: number
  text: string
  heading?: Heading
  box?: { isTicked: boolean; text: string }
  item?: { number: number; text: string }
}

export interface Heading {
  /** 1 to 6 as in Markdown; 7: a line such as `**Step 2: …**`, which stands below every heading. */
  level: number
  /** "step", "phase", …; empty for a bare number; absent for a heading without a number. */
  word?: string
  number?: number
  text: string
}

const WORDS = 'step|phase|task|milestone|stage|part|步骤|阶段|任务'
const ATX = /^(#{1,6})[ \t]+(\S.*)$/
const WORDED = new RegExp(`^(${WORDS})[ \\t]*#?(\\d{1,4})(?:\\.(\\d{1,4}))?(?![\\w.])(.*)$`, 'iu')
const NUMBERED = /^(\d{1,3})(?:\.(\d{1,3})\.?|[.):])[ \t]+(\S.*)$/
const LOOSE = new RegExp(
  `^ {0,3}(?:[-*+][ \\t]+)?(\\*\\*)?((?:${WORDS})[ \\t]*#?\\d{1,4}(?:\\.\\d{1,4})?[ \\t*]*[:.)–—-].*)$`,
  'iu',
)
const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const BRACKETS = /^\[([ xX~/>-])\](?=\s|$)/
const SIGNS = /^(✅|☑|✔|☐|⬜|🔲|⏳|🔄|🚧)\ufe0f?/u
const OPEN_SIGNS = '☐⬜🔲⏳🔄🚧'
const ITEM = /^ {0,3}(\d{1,4})[.)][ \t]+(\S.*)$/
const MAX_TEXT_LENGTH = 200
/** No step is told by what stands further right, and no pattern gets slow on so little. */
const MAX_LINE_LENGTH = 1_000

export function splitPlan(markdown: string): PlanLine[] {
  const lines = bodyLines(markdown).map((line, at) => parseLine(cutAt(line, MAX_LINE_LENGTH).trimEnd(), at))
  return withBoxes(lines)
}

/** Without what marks it as done, bold or numbered; one line, and short. */
export function plainText(text: string): string {
  const bare = text
    .replace(BRACKETS, '')
    .replace(/~~|\*\*|__/g, '')
    .replace(/(?:✅|☑|✔|☐|⬜|🔲)\ufe0f?/gu, ' ')
    .replace(/[ \t]\((?:done|completed?|finished|已完成)\)[ \t]*$/i, '')
  const line = cleanLine(bare)
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH - 1)}…` : line
}

function bodyLines(markdown: string): string[] {
  const found: string[] = []
  let fence: string | null = null
  let isComment = false
  for (const line of withoutFrontMatter(markdown.replace(/\r\n?/g, '\n').split('\n'))) {
    const mark = isComment ? undefined : /^[ \t]*(```|~~~)/.exec(line)?.[1]
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null
    else if (fence === null && !isComment && !line.trimStart().startsWith('<!--')) found.push(line)
    if (fence === null && (isComment || line.trimStart().startsWith('<!--'))) isComment = !line.includes('-->')
  }
  return found
}

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trimEnd() !== '---') return lines
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  return end < 0 ? lines : lines.slice(end + 1)
}

function parseLine(text: string, at: number): PlanLine {
  const atx = ATX.exec(text)
  if (atx) return { at, text, heading: parseHeading((atx[1] as string).length, atx[2] as string) }
  const loose = LOOSE.exec(text)
  if (loose) return { at, text, heading: parseHeading(7, loose[2] as string) }
  const item = ITEM.exec(text)
  return { at, text, ...(item && { item: { number: Number(item[1]), text: item[2] as string } }) }
}

function parseHeading(level: number, text: string): Heading {
  const bare = plainText(text.replace(/(?<![ \t])[ \t]+#+$/, ''))
  const worded = WORDED.exec(bare)
  if (worded) return { level, word: (worded[1] as string).toLowerCase(), number: numberOf(worded), text }
  const numbered = NUMBERED.exec(bare)
  return numbered ? { level, word: '', number: numberOf(numbered), text } : { level, text }
}

/** 1.10 comes after 1.9. */
function numberOf(match: RegExpExecArray): number {
  const word = match[0].startsWith(match[1] as string) && /^\d/.test(match[1] as string) ? 1 : 2
  return Number(match[word]) * 10_000 + Number(match[word + 1] ?? 0)
}

/** Signs count as boxes only if one of them is open: a list of ✅ alone praises something. */
function withBoxes(lines: readonly PlanLine[]): PlanLine[] {
  const bracketed = lines.map((line) => ({ line, box: boxOf(line.text, BRACKETS) }))
  if (bracketed.some(({ box }) => box)) return bracketed.map(attach)
  const signed = lines.map((line) => ({ line, box: boxOf(line.text, SIGNS) }))
  const isList = signed.some(({ box }) => box && OPEN_SIGNS.includes(box.mark))
  return isList ? signed.map(attach) : [...lines]
}

interface Box {
  mark: string
  text: string
}

function boxOf(text: string, pattern: RegExp): Box | null {
  const bullet = BULLET.exec(text)?.[0]
  const behind = bullet === undefined ? '' : text.slice(bullet.length)
  const mark = pattern.exec(behind)
  return mark && { mark: mark[1] as string, text: behind.slice(mark[0].length) }
}

function attach({ line, box }: { line: PlanLine; box: Box | null }): PlanLine {
  if (!box) return line
  const isTicked = 'xX✅☑✔'.includes(box.mark)
  return { at: line.at, text: line.text, box: { isTicked, text: box.text } }
}
