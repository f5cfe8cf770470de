/** What a session says about the plan it follows, collected from its stream for `findPlan`. Bounded, whatever the length. */
import { hashText } from '../../text/text.js'
import type { Action, PlanEvent, Todo, TranscriptEvent } from '../transcript.js'
import { plainOf, wordsOf } from './same-work.js'

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
  /** The step that was spoken of last. */
  step?: number
  /** Files that were edited, oldest first. */
  edited: string[]
  /** Words of the prompts and of the to-dos. */
  words: Words
  /** What stood on the list of to-dos. */
  todos: Words
}

type Words = Pick<ReadonlySet<string>, 'has'>

export interface PlanTracer {
  add(event: TranscriptEvent): void
  traces(): PlanTraces
  state(): PlanTracesState
}

/** Plain JSON. A word of a prompt may be part of a secret: a number by which it is recognised is all that is stored. */
export interface PlanTracesState extends Omit<PlanTraces, 'words' | 'todos'> {
  words: number[]
  todos: number[]
}

const MAX_PATHS = 50
const MAX_TODOS = 200
const MAX_WORDS = 5_000
const MAX_LOOKED_AT = 20_000

/** The two below take a millisecond to be made, and most prompts speak of no plan. */
const SPEAKS_OF_ONE = /plan|计划|計画|プラン|план|piano|계획/i
const EXECUTING =
  /\b(?:implement|execute|follow|continue|resume|start|finish|work on|carry out)\b[^.\n]{0,40}\bplan\b|\bstep \d+ of (?:the|this|our) plan\b|\b(?:next|remaining) steps? (?:of|in|from) (?:the|this|our) plan\b|(?:按照?|执行|实施|继续|实现)[^。\n]{0,20}计划/i
/** The same in other languages: the verb, and this plan. */
const EXECUTING_ELSEWHERE =
  /\b(?:setz(?:e|en|t)?|führ(?:e|en)?|arbeite[nt]?|folge|befolge)\b[^.\n]{0,30}\bplan\b|\bplan (?:umsetzen|ausführen|abarbeiten)|\b(?:implément|exécut|appliqu|sui[st])[^.\n]{0,20} plan\b|\b(?:implement|ejecut|execut|aplic|sigu?|siga|cumpl)[^.\n]{0,20} plano?\b|\b(?:implementa|esegui|segui|applica|attua)\b[^.\n]{0,20} piano\b|(?:реализу|выполн|следу)[^.\n]{0,20}план|(?:計画|プラン)[をに](?:[^。\n]{0,6})(?:実装|実行|従|進め)|계획을? ?(?:구현|실행|따라)/i
const PASTED =
  /\bimplement (?:the following|this) plan\b:?|\b(?:den|diesen) folgenden plan(?: um)?\b:?|\bplan (?:suivant|siguiente)\b ?:?|\bplano (?:seguinte|a seguir)\b:?|\bpiano seguente\b:?|следующий план:?|以下(?:の)?(?:计划|計画|プラン)[：:]?/i

export function tracePlans(before?: PlanTracesState): PlanTracer {
  const [planPaths, named, seen] = [new Set(before?.planPaths), new Set(before?.named), new Set(before?.seen)]
  const edited = new Set(before?.edited)
  const words = new Set(before?.words)
  const todos = new Set(before?.todos)
  let pasted = before?.pasted
  let step = before?.step
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
      if (EXECUTING.test(text) || EXECUTING_ELSEWHERE.test(text)) isExecuting = true
    }
    step = stepIn(text) ?? step
    addWords(text)
  }

  function addWords(text: string): void {
    for (const word of wordsOf(text)) if (words.size < MAX_WORDS) words.add(hashText(word))
  }

  function said(text: string): void {
    for (const path of planPathsIn(text)) keepPath(seen, path)
    step = stepIn(text) ?? step
  }

  function list(items: readonly Todo[]): void {
    for (const { text } of items) {
      const known = hashText(plainOf(text))
      if (todos.size >= MAX_TODOS || todos.has(known)) continue
      todos.add(known)
      addWords(text)
    }
  }

  function call(action: Action): void {
    if (action.type === 'edit' || action.type === 'create') {
      keepPath(isPlanPath(action.path) ? named : edited, action.path)
    } else if (action.type === 'read') {
      if (isPlanPath(action.path)) keepPath(seen, action.path)
    } else if (action.type === 'run')
      for (const path of planPathsIn(action.command.slice(0, MAX_LOOKED_AT))) keepPath(seen, path)
  }

  const plain = (): Omit<PlanTraces, 'words' | 'todos'> => ({
    planPaths: [...planPaths],
    named: [...named],
    seen: [...seen],
    ...(pasted !== undefined && { pasted }),
    isExecuting,
    ...(step !== undefined && { step }),
    edited: [...edited],
  })

  return {
    add(event) {
      // What a sub-agent plans is not what the session follows.
      if (event.sub !== undefined) return
      if (event.kind === 'plan') plan(event)
      else if (event.kind === 'prompt') prompt(event.text.slice(0, MAX_LOOKED_AT))
      else if (event.kind === 'text') said(event.text.slice(0, MAX_LOOKED_AT))
      else if (event.kind === 'todos') list(event.items)
      else if (event.kind === 'call') call(event.action)
    },
    traces: () => ({ ...plain(), words: hashed(words), todos: hashed(todos) }),
    state: () => ({ ...plain(), words: [...words], todos: [...todos] }),
  }
}

function hashed(known: ReadonlySet<number>): Words {
  return { has: (text) => known.has(hashText(text)) }
}

/** The step that a text speaks of last; the next one where it says that this one is done. */
function stepIn(text: string): number | undefined {
  if (!/step|phase|stage|步/i.test(text)) return undefined
  const spoken =
    /(\b(?:done with|finished|completed) )?(?:\b(?:step|phase|stage) #?|第 ?|步骤 ?)(\d{1,3})(?!\.?\d)(?: of \d{1,3}\b)?( (?:is |was )?(?:now )?(?:done|complete|completed|finished)\b| ?步?(?:已经?)?完成)?/gi
  const last = [...text.matchAll(spoken)].at(-1)
  return last && Number(last[2]) + (last[1] !== undefined || last[3] !== undefined ? 1 : 0)
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
