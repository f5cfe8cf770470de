/**
 * From the stream of a session to facts. Nothing is invented: each fact carries where it was read, and what the
 * transcript does not say stays empty. Memory does not grow with the transcript: every collection has a limit, and what
 * was not touched for longest goes first (1,000 files, 300 commands, 200 open calls, the last dozen sentences of a kind).
 *
 * A sub-agent's changes to files are facts of the session; its talk, reading and commands are its own.
 */
import { cutAt } from '../../text/cut.js'
import type { Fields } from '../../entry/entry.js'
import type { CallEvent, ResultEvent, Survived, TranscriptEvent, UsageEvent, WhereEvent } from '../transcript.js'
import { present } from '../../present.js'
import { boundedMap, type Clock, isWithin, pushBounded, shownPath, type Turn } from './collect.js'
import { commandFacts, type CommandsState } from './command-facts.js'
import { plainCommand, wordsOfCall } from './command-text.js'
import { constraintFacts, type ConstraintsState, type Said } from './constraints.js'
import { changeItem, type FileChange, fileFacts, type FilesState } from './file-facts.js'
import type { OpenCall } from './file-record.js'
import { branchIn, discardedBy, doesGit } from './git-text.js'
import { requestFacts, type RequestsState } from './request-facts.js'
import { statedFacts, type StatedState } from './stated-facts.js'
import { talkFacts, type TalkState } from './talk-facts.js'
import { nextOf, todoFacts, type TodosState } from './todo-facts.js'

export interface Facts {
  fields: Partial<Fields>
  session?: string
  branch?: string
  cwd?: string
  model?: string
  startedAt?: number
  lastAt?: number
  context?: { tokens: number; window?: number; model?: string }
  /** What `done` says of files, in numbers. */
  changed: FileChange[]
  /** Commands that passed when they ran last, as `commandOfFailing` names them. */
  passed: string[]
  /** The test that passed last and was not failing after it. */
  passedTest?: string
  /** The last ones. */
  turns: Turn[]
  /** When the next action was read, in milliseconds, where the transcript says. */
  nextAt?: number
  said: Said
  /** Of the whole session; edits also those of its sub-agents. */
  counts: { prompts: number; calls: number; edits: number }
  survived: Survived
}

export interface FactCollector {
  add(event: TranscriptEvent): void
  /** May be asked at any time; `survived` is what the reader met on the way. */
  facts(survived?: Survived): Facts
  /** Shares its objects with the collector: to be written down before the next event. */
  state(): FactsState
}

const MAX_OPEN_CALLS = 200
const MAX_ITEMS = 50
const MAX_TURNS = 50
const NOTHING_MET: Survived = { malformed: 0, unknown: 0, duplicate: 0, tornTail: false }

/**
 * All that a collector knows, as plain JSON: a collector that is made with it goes on in another process and says what one
 * would say that saw everything. So a session is read on from where the last reading stopped, at every size.
 */
export interface FactsState {
  clock: Clock
  files: FilesState
  commands: CommandsState
  talk: TalkState
  requests?: RequestsState
  todos: TodosState
  open: OpenCall[]
  place: Place
  currentCwd: string | null
  plan: string | null
  constraints: ConstraintsState
  stated?: StatedState
  turns: Turn[]
  /** When the agent spoke last, and a plan was approved. */
  saidAt?: number | null
  planAt?: number | null
}

type Known = 'session' | 'branch' | 'cwd' | 'model' | 'startedAt' | 'lastAt' | 'context'
type Place = Pick<Facts, Known> & { isBegun?: boolean }

/** `cwd`: where the work is; else the first folder the transcript names. */
export function collectFacts(options: { cwd?: string; before?: FactsState } = {}): FactCollector {
  const { before } = options
  const clock: Clock = { calls: 0, turn: 0, prompts: 0, edits: 0, ...before?.clock }
  const files = fileFacts(clock, before?.files)
  const commands = commandFacts(clock, before?.commands)
  const talk = talkFacts(before?.talk)
  const requests = requestFacts(before?.requests)
  const constraints = constraintFacts(before?.constraints)
  const todos = todoFacts(before?.todos)
  const stated = statedFacts(before?.stated)
  const turns = [...(before?.turns ?? [])]
  const open = boundedMap<OpenCall>(MAX_OPEN_CALLS)
  for (const one of before?.open ?? []) open.set(one.call, one)
  const place: Place = { ...before?.place }
  let currentCwd = before?.currentCwd ?? options.cwd
  let plan = before?.plan ?? undefined
  let saidAt = before?.saidAt ?? undefined
  let planAt = before?.planAt ?? undefined

  const take = {
    prompt: (text: string, event: TranscriptEvent): void => {
      clock.turn = clock.calls
      clock.prompts++
      if (talk.prompt(text, event.ref)) for (const one of [todos, stated]) one.asked()
      requests.prompt(text, event.ref)
      constraints.prompt(text, event.ref, event.at)
      if (event.at !== undefined) pushBounded(turns, { at: event.at, worked: false }, MAX_TURNS)
    },
    call: ({ action, call, tool, ref, at, sub }: CallEvent): void => {
      const isChange = action.type === 'edit' || action.type === 'create' || action.type === 'delete'
      if (sub !== undefined && !isChange) return
      if (sub === undefined) {
        clock.calls++
        talk.called()
        requests.called()
      }
      const turn = turns.at(-1)
      if (turn) turn.worked = true
      if (isChange) {
        clock.edits++
        talk.changed()
      }
      if (sub === undefined) stated.did(action, ref, at, options.cwd ?? place.cwd)
      const undo = files.act(action, ref, currentCwd)
      const what = wordsOfCall(action, tool, options.cwd ?? place.cwd)
      if (action.type !== 'run') return open.set(call, { call, what, ...(undo && { undo }) })
      const { command, cwd = currentCwd } = action
      commands.run(command, ref, cwd)
      files.command(command, ref, cwd)
      open.set(call, present<OpenCall>({ call, what, command, cwd }))
    },
    result: (event: ResultEvent): void => {
      const call = open.get(event.call)
      if (!call) return
      open.delete(event.call)
      if ((event.ok === false || event.interrupted) && call.undo) files.takeBack(call.undo)
      if (event.said !== undefined) {
        talk.refused(call.what ?? 'a tool', event.said, event.ref)
        constraints.prompt(event.said, event.ref, event.at)
      }
      if (call.command === undefined) return
      commands.ended(call.command, event, call.cwd)
      const branch = place.isBegun && isWithin(call.cwd, place.cwd) ? branchIn(call.command, event.text ?? '') : null
      if (branch !== null) place.branch = branch
      for (const act of ['commit', 'push'] as const)
        if (event.ok !== false && !event.interrupted && doesGit(call.command, act)) constraints.acted(act, event.at)
      const discarded = event.ok === false ? null : discardedBy(plainCommand(call.command))
      if (discarded) files.discard(discarded, `thrown away by \`${cutAt(plainCommand(call.command), 100)}\``, event.ref)
    },
    where: (event: WhereEvent): void => {
      const cwd = place.cwd ?? options.cwd ?? event.cwd
      if (cwd !== undefined) place.cwd = cwd
      currentCwd = event.cwd ?? currentCwd
      // Who notes a commit notes once where it began: later branches are in what git says.
      if (event.head !== undefined) place.isBegun = true
      for (const key of ['session', 'branch', 'model'] as const) if (event[key] !== undefined) place[key] = event[key]
    },
    usage: ({ context, window, model }: UsageEvent): void => {
      place.context = present({ tokens: context, window, model })
      if (model !== undefined) place.model = model
    },
  }

  return {
    add: (event) => {
      if (event.at !== undefined) {
        place.startedAt = Math.min(place.startedAt ?? event.at, event.at)
        place.lastAt = Math.max(place.lastAt ?? event.at, event.at)
      }
      if (event.kind === 'call') return take.call(event)
      if (event.kind === 'result') return take.result(event)
      if (event.sub !== undefined) return
      if (event.kind === 'prompt') take.prompt(event.text, event)
      else if (event.kind === 'text') {
        talk.text(event.text, event.ref)
        requests.text(event.text, event.ref)
        saidAt = event.at
      } else if (event.kind === 'todos') {
        todos.add(event)
        stated.listed()
      } else if (event.kind === 'stated') stated.add(event)
      else if (event.kind === 'question') talk.question(event)
      else if (event.kind === 'usage') take.usage(event)
      else if (event.kind === 'where') take.where(event)
      else if (event.kind === 'plan') {
        talk.plan(event)
        planAt = event.at
        plan = event.path ?? plan
      } else if (event.kind === 'compaction' && event.tokensAfter !== undefined)
        place.context = { ...place.context, tokens: event.tokensAfter }
    },
    facts: (survived = NOTHING_MET) => {
      const cwd = options.cwd ?? place.cwd
      const changed = files.changed(cwd)
      const { item: next, at: nextAt } = nextOf(
        { talk, todos, stated },
        { said: saidAt, plan: planAt, asked: turns.at(-1)?.at },
      )
      const fields = present<Partial<Fields>>({
        done: [...changed.map(changeItem), ...commands.done(), ...todos.done()].slice(0, MAX_ITEMS),
        failed: [...commands.failing(), ...files.reverted(cwd), ...talk.abandoned()].slice(0, MAX_ITEMS),
        constraints: constraints.items(),
        decisions: [...talk.decisions(), ...stated.decisions()],
        questions: talk.questions(),
        context: [
          requests.lastWords(),
          todos.rest(next),
          files.lookedFor(),
          requests.earlier(),
          stated.context(),
        ].flat(),
        files: files.recent(talk.named(), cwd),
        commands: commands.again(cwd),
        next,
        intent: talk.intent(),
        task: stated.task() ?? talk.task() ?? stated.title(),
        plan: plan === undefined ? undefined : { path: shownPath(plan, cwd) },
      })
      const counts = { prompts: clock.prompts, calls: clock.calls, edits: clock.edits }
      const [passed, said] = [commands.passed(), constraints.said()]
      const seen = present({ nextAt, passedTest: commands.passedTest() })
      return { ...place, fields, changed, passed, turns: [...turns], said, ...seen, counts, survived }
    },
    state: () => ({
      clock,
      files: files.state(),
      commands: commands.state(),
      talk: talk.state(),
      requests: requests.state(),
      todos: todos.state(),
      open: open.values(),
      place,
      currentCwd: currentCwd ?? null,
      plan: plan ?? null,
      constraints: constraints.state(),
      stated: stated.state(),
      turns,
      saidAt: saidAt ?? null,
      planAt: planAt ?? null,
    }),
  }
}
