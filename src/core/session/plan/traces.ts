/** What a session says about the plan it follows, collected from its stream for `findPlan`. Bounded, whatever the length. */
import { hashText } from '../../text/text.js'
import type { Action, PlanEvent, TranscriptEvent } from '../transcript.js'

export interface PlanTraces {
  /** Files of plan mode, oldest first. A plan the user refused stands before all others. */
  planPaths: string[]
  /** Plan files that a person named or the session wrote, oldest first. */
  named: string[]
  /** Plan files that were read, or that only the assistant mentioned, oldest first. */
  seen: string[]
  /** The newest plan that was pasted, or shown in plan mode without a file. */
  pasted?: string
  /** The conversation says that a plan is being carried out. */
  isExecuting: boolean
  /** Words of the prompts. */
  words: Pick<ReadonlySet<string>, 'has'>
}

export interface PlanTracer {
  add(event: TranscriptEvent): void
  traces(): PlanTraces
  state(): PlanTracesState
}

/** Plain JSON. A word of a prompt may be part of a secret: a number by which it is recognised is all that is stored. */
export interface PlanTracesState extends Omit<PlanTraces, 'words'> {
  words: number[]
}

const MAX_PATHS = 50
const MAX_WORDS = 5_000
const MAX_LOOKED_AT = 20_000

/** The two below take a millisecond to be made, and most prompts speak of no plan. */
const SPEAKS_OF_ONE = /plan|计划/i
const EXECUTING =
  /\b(?:implement|execute|follow|continue|resume|start|finish|work on|carry out)\b[^.\n]{0,40}\bplan\b|\bstep \d+ of (?:the|this|our) plan\b|\b(?:next|remaining) steps? (?:of|in|from) (?:the|this|our) plan\b|(?:按照?|执行|实施|继续|实现)[^。\n]{0,20}计划/i
const PASTED = /\bimplement (?:the following|this) plan\b:?/i

export function tracePlans(before?: PlanTracesState): PlanTracer {
  const [planPaths, named, seen] = [new Set(before?.planPaths), new Set(before?.named), new Set(before?.seen)]
  const words = new Set(before?.words)
  let pasted = before?.pasted
  let isExecuting = before?.isExecuting ?? false

  function plan(event: PlanEvent): void {
    if (event.path !== undefined) keepPath(planPaths, event.path, event.state === 'refused')
    else if (event.text !== undefined && event.state !== 'refused') pasted = event.text.slice(0, MAX_LOOKED_AT)
    if (event.state === 'approved') isExecuting = true
  }

  function prompt(text: string): void {
    for (const path of planPathsIn(text)) keepPath(named, path)
    if (SPEAKS_OF_ONE.test(text)) {
      const start = PASTED.exec(text)
      if (start) pasted = text.slice(start.index + start[0].length)
      if (EXECUTING.test(text)) isExecuting = true
    }
    for (const word of wordsOf(text)) if (words.size < MAX_WORDS) words.add(hashText(word))
  }

  function call(action: Action): void {
    if (action.type === 'edit' || action.type === 'create') {
      if (isPlanPath(action.path)) keepPath(named, action.path)
    } else if (action.type === 'read') {
      if (isPlanPath(action.path)) keepPath(seen, action.path)
    } else if (action.type === 'run')
      for (const path of planPathsIn(action.command.slice(0, MAX_LOOKED_AT))) keepPath(seen, path)
  }

  const plain = (): Omit<PlanTraces, 'words'> => ({
    planPaths: [...planPaths],
    named: [...named],
    seen: [...seen],
    ...(pasted !== undefined && { pasted }),
    isExecuting,
  })

  return {
    add(event) {
      // What a sub-agent plans is not what the session follows.
      if (event.sub !== undefined) return
      if (event.kind === 'plan') plan(event)
      else if (event.kind === 'prompt') prompt(event.text.slice(0, MAX_LOOKED_AT))
      else if (event.kind === 'text')
        for (const path of planPathsIn(event.text.slice(0, MAX_LOOKED_AT))) keepPath(seen, path)
      else if (event.kind === 'call') call(event.action)
    },
    traces: () => ({ ...plain(), words: { has: (word) => words.has(hashText(word)) } }),
    state: () => ({ ...plain(), words: [...words] }),
  }
}

const TOKEN = /[^\s"'`<>()[\]{}|,;*=]{1,300}/g
/** A Markdown file in a folder of plans, or with "plan" as a word of its name: PLAN.md, sync-plan.md, plan_v2.md. */
const PLAN_FILE = /(?:^|\/)(?:plans?\/(?:[^/]+\/)*[^/]+|(?:[^/]*[-_. ])?plan(?:[-_. ][^/]*)?)\.md$/i

/** Paths of plan files that a text names. */
export function planPathsIn(text: string): string[] {
  if (!/\.md/i.test(text)) return []
  const tokens = [...text.matchAll(TOKEN)].map(([token]) =>
    token.replace(/^@/, '').replace(/[.:!?]+$|(?:#L?|:)\d+(?:[-:]\d+)?$/, ''),
  )
  return tokens.filter((token) => !token.includes('://') && isPlanPath(token))
}

function isPlanPath(path: string): boolean {
  const slashed = path.replaceAll('\\', '/')
  return slashed.slice(-3).toLowerCase() === '.md' && PLAN_FILE.test(slashed) && !/[*?]/.test(slashed)
}

/** The newest last; of too many the oldest goes. */
function keepPath(paths: Set<string>, path: string, isRefused = false): void {
  paths.delete(path)
  const others = [...paths]
  if (isRefused) paths.clear()
  paths.add(path)
  if (isRefused) for (const other of others) paths.add(other)
  const oldest = paths.values().next().value
  if (paths.size > MAX_PATHS && oldest !== undefined) paths.delete(oldest)
}

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
const MIN_SHARED = 4

/**
 * Is this plan the one that the session worked on? Asked only of the newest file in a plans folder, which may belong to
 * other work altogether, so a wrong yes is worse than a wrong no.
 */
export function isAboutSameWork(plan: string, words: Pick<ReadonlySet<string>, 'has'>): boolean {
  const opening = [...wordsOf(openingOf(plan))]
  const shared = opening.filter((word) => words.has(word)).length
  return shared >= MIN_SHARED && shared >= opening.length * SHARE
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
