/** Which commands ran, how they ended, and which are worth running again. */
import type { Failed, Item } from '../../entry/entry.js'
import type { Ref, ResultEvent } from '../transcript.js'
import { cleanLine } from '../../text/text.js'
import { boundedMap, type Clock, pushBounded, readAt } from './collect.js'
import {
  chainOf,
  commandKey,
  commitSubject,
  cutLine,
  habitOf,
  hidesExit,
  isCommit,
  kindOf,
  plainCommand,
  saysFailed,
  tellingLine,
} from './command-text.js'
import { type CommandKind, rankCommands } from './ranking.js'

const MOST_COMMANDS = 300
const MOST_RUNS = 32
const MOST_FAILURES = 200
const MOST_COMMITS = 50
const LONGEST = 120
/** `git log --oneline -5`, but no search through all of history. */
const QUICK = 40

interface CommandRecord {
  /** As it was typed, the longest way. */
  text: string
  kind: CommandKind
  runs: number[]
  ref: Ref
  /** How it ended the last time, where the transcript says. */
  outcome?: 'passed' | 'failed'
  why?: string
  failedAt?: Ref
  /** It had failed and then passed. */
  fixed: boolean
}

export interface CommandsState {
  commands: CommandRecord[]
  commits: Item[]
}

export interface CommandFacts {
  run(command: string, ref: Ref): void
  ended(command: string, result: ResultEvent): void
  again(): Item[]
  failed(): Failed[]
  done(): Item[]
  state(): CommandsState
}

export function commandFacts(clock: Clock, before?: CommandsState): CommandFacts {
  const commands = boundedMap<CommandRecord>(MOST_COMMANDS)
  const commits = [...(before?.commits ?? [])]
  for (const one of before?.commands ?? []) commands.set(commandKey(one.text), one)

  return {
    run: (command, ref) => {
      const plain = plainCommand(command)
      if (plain === '') return
      const key = commandKey(plain)
      const one = commands.get(key) ?? { text: plain, kind: kindOf(plain), runs: [], ref, fixed: false }
      commands.set(key, one)
      pushBounded(one.runs, clock.calls, MOST_RUNS)
      if (plain.length > one.text.length) one.text = plain
      one.ref = ref
    },
    ended: (command, result) => {
      if (result.interrupted) return
      const output = result.text ?? ''
      const one = commands.get(commandKey(plainCommand(command)))
      const outcome = outcomeOf(command, one?.kind, result)
      if (one && outcome === 'failed') Object.assign(one, { outcome, why: tellingLine(output), failedAt: result.ref })
      else if (one && outcome === 'passed') {
        pass(one)
        if (!hidesExit(command)) for (const key of chainOf(one.text)) pass(commands.get(key))
      }
      if (outcome !== 'failed' && isCommit(command)) addCommit(commits, command, output, result.ref)
    },
    again: () =>
      rankCommands(habitsIn(commands.values()).filter(isWorthRepeating), clock.calls)
        .filter(isNotPartOfEarlier)
        .map((one) => ({ text: cutLine(cleanLine(one.text), LONGEST), observed: readAt(one.ref) })),
    failed: () =>
      commands
        .values()
        .filter((one) => one.outcome === 'failed' && isEffort(one))
        .toReversed()
        .slice(0, MOST_FAILURES)
        .map(failedItem),
    done: () => [
      ...commits.toReversed(),
      ...commands
        .values()
        .filter((one) => one.fixed && one.outcome === 'passed' && isEffort(one))
        .toReversed()
        .map((one) => ({ text: `${shown(one)} failed, now passes`, observed: readAt(one.ref) })),
    ],
    state: () => ({ commands: commands.values(), commits }),
  }
}

function pass(one: CommandRecord | undefined): void {
  if (!one) return
  if (one.outcome === 'failed') one.fixed = true
  one.outcome = 'passed'
}

function outcomeOf(
  command: string,
  kind: CommandKind | undefined,
  result: ResultEvent,
): 'passed' | 'failed' | undefined {
  if (result.ok === false || (result.exit ?? 0) > 0) return 'failed'
  if (kind === 'check' && hidesExit(command) && saysFailed(result.text ?? '')) return 'failed'
  return result.ok === true || result.exit === 0 ? 'passed' : undefined
}

function addCommit(commits: Item[], command: string, output: string, ref: Ref): void {
  const commit = commitSubject(command, output)
  if (!commit) return
  const text = `commit ${commit.id === undefined ? '' : `${commit.id.slice(0, 10)} `}${cutLine(cleanLine(commit.subject), 160)}`
  pushBounded(commits, { text, observed: readAt(ref) }, MOST_COMMITS)
}

function failedItem(one: CommandRecord): Failed {
  const item: Failed = { text: shown(one), observed: readAt(one.failedAt ?? one.ref) }
  return one.why === undefined ? item : { ...item, why: one.why }
}

function shown(one: CommandRecord): string {
  return `\`${cutLine(commandKey(cleanLine(one.text)), LONGEST)}\``
}

/** Newest last; the newest form of each is shown. */
function habitsIn(commands: readonly CommandRecord[]): CommandRecord[] {
  const habits = new Map<string, CommandRecord>()
  for (const one of commands) {
    const key = habitOf(commandKey(one.text))
    const runs = [...(habits.get(key)?.runs ?? []), ...one.runs]
    habits.set(key, { ...one, runs })
  }
  return [...habits.values()]
}

/** A look that found nothing is not an approach that failed. */
function isEffort({ kind }: CommandRecord): boolean {
  return kind === 'check' || kind === 'act' || kind === 'step'
}

/** What only looked, or changed something once, was for that moment; unless it was run again already, or is quick to. */
function isWorthRepeating({ kind, runs, text }: CommandRecord): boolean {
  if (runs.length > 1 || kind === 'check' || kind === 'act') return text.length > 1
  return kind === 'look' && text.length <= QUICK
}

/** "npm run lint" beside "npm run lint && npm test" says nothing new. */
function isNotPartOfEarlier(one: CommandRecord, i: number, all: CommandRecord[]): boolean {
  return !all.slice(0, i).some((other) => other.text.startsWith(`${one.text} &&`))
}
