/** Which commands ran, how they ended, and which are worth running again. */
import type { Failed, Item } from '../../entry/entry.js'
import { failingText, withPassedSince } from '../../entry/observed.js'
import type { Ref, ResultEvent, TranscriptEvent } from '../transcript.js'
import type { Run } from '../../text/correct.js'
import { present } from '../../present.js'
import { cutLine } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import { boundedMap, type Clock, pushBounded, readAt } from './collect.js'
import {
  chainOf,
  commandKey,
  type CommandKind,
  commandsIn,
  hidesExit,
  isForOnce,
  isTest,
  kindOf,
  plainCommand,
  saysFailed,
  tellingLine,
} from './command-text.js'
import { type ChecksState, checkFacts } from './check-facts.js'
import { commitSubject, doesGit } from './git-text.js'

const MAX_COMMANDS = 300
const MAX_RUNS = 32
const MAX_FAILURES = 200
const MAX_COMMITS = 50
const MAX_SHOWN = 120

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
  /** A test that passed after it failed. */
  passedSince?: string | undefined
  /** It had failed and then passed. */
  fixed: boolean
}

export interface CommandsState {
  commands: CommandRecord[]
  commits: Item[]
  passedTest?: string | null
  checks?: ChecksState
}

export interface CommandFacts {
  run(command: string, ref: Ref, cwd: string | undefined): void
  ended(command: string, result: ResultEvent, cwd: string | undefined): void
  /** Worth running again, with how each ended; `root`: the folder of the work. */
  again(root: string | undefined): Item[]
  /** Those that failed when they ran last: a state, and no approach that nobody should take again. */
  failing(): Failed[]
  /** The test that passed last, in whatever form it was run. */
  passedTest(): string | undefined
  /** Those that passed when they ran last, as `commandOfFailing` names them. */
  passed(): string[]
  done(): Item[]
  state(): CommandsState
}

export function commandFacts(clock: Clock, before?: CommandsState): CommandFacts {
  const commands = boundedMap<CommandRecord>(MAX_COMMANDS)
  const commits = [...(before?.commits ?? [])]
  const checks = checkFacts(clock, before?.checks)
  let passedTest = before?.passedTest ?? undefined
  for (const one of before?.commands ?? []) commands.set(commandKey(one.text), one)

  return {
    run: (command, ref, cwd) => {
      checks.run(command, ref, cwd)
      const plain = tellingCommand(command)
      if (plain === '') return
      const key = commandKey(plain)
      const one = commands.get(key) ?? { text: plain, kind: kindOf(plain), runs: [], ref, fixed: false }
      commands.set(key, one)
      pushBounded(one.runs, clock.calls, MAX_RUNS)
      if (plain.length > one.text.length) one.text = plain
      one.ref = ref
    },
    ended: (command, result, cwd) => {
      checks.ended(command, result, cwd)
      if (result.interrupted) return
      const output = result.text ?? ''
      const one = commands.get(commandKey(tellingCommand(command)))
      const outcome = outcomeOf(command, one?.kind, result)
      if (one && outcome === 'failed') {
        Object.assign(one, { outcome, why: tellingLine(output), failedAt: result.ref, passedSince: undefined })
        if (isTest(one.text)) passedTest = undefined
      } else if (one && outcome === 'passed') {
        pass(one)
        if (isTest(one.text)) {
          passedTest = shown(one)
          for (const other of commands.values()) if (other.outcome === 'failed') other.passedSince = passedTest
        }
        if (!hidesExit(command)) for (const key of chainOf(one.text)) pass(commands.get(key))
      }
      const commit = outcome !== 'failed' && doesGit(command, 'commit') ? commitSubject(command, output) : null
      if (!commit) return
      const id = commit.id === undefined ? '' : `${commit.id.slice(0, 10)} `
      const text = `commit ${id}${cutLine(cleanLine(commit.subject), 160)}`
      pushBounded(commits, { text, observed: readAt(result.ref) }, MAX_COMMITS)
    },
    again: (root) => checks.again(root),
    failing: () =>
      commands
        .values()
        .filter((one) => one.outcome === 'failed' && isEffort(one))
        .toReversed()
        .slice(0, MAX_FAILURES)
        .map((one) =>
          present<Failed>({
            text: failingText(shown(one)),
            observed: readAt(one.failedAt ?? one.ref),
            why: isTest(one.text) ? withPassedSince(one.why, one.passedSince) : one.why,
          }),
        ),
    passedTest: () => passedTest,
    passed: () =>
      commands
        .values()
        .filter((one) => one.outcome === 'passed')
        .map(shown),
    done: () => [
      ...commits.toReversed(),
      ...commands
        .values()
        .filter((one) => one.fixed && one.outcome === 'passed' && isEffort(one))
        .toReversed()
        .map((one) => ({ text: `\`${shown(one)}\` failed, now passes`, observed: readAt(one.ref) })),
    ],
    state: () => ({ commands: commands.values(), commits, passedTest: passedTest ?? null, checks: checks.state() }),
  }
}

/** The one of a script that somebody would run again: not the folder made before it, and no program written for once. */
function tellingCommand(command: string): string {
  // The message of a commit is no part of the command.
  const plain = plainCommand(command).replace(/ ["']?\$\(cat <<.*$/, ' …')
  const isScript = plain.includes('<<') || /\n/.test(command.slice(0, 4000).trim())
  if (!isScript || (!plain.includes('<<') && ['check', 'act'].includes(kindOf(plain)))) return plain
  const parts = commandsIn(command).map(({ text }) => text)
  return parts.findLast((one) => kindOf(one) === 'check') ?? parts.findLast((one) => kindOf(one) === 'act') ?? plain
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

function shown(one: CommandRecord): string {
  return cutLine(commandKey(cleanLine(one.text)), MAX_SHOWN)
}

/** A look that found nothing is not an approach that failed. */
function isEffort({ kind, text }: CommandRecord): boolean {
  if (isForOnce(text)) return false
  return kind === 'check' || kind === 'act' || kind === 'step'
}

export interface RunCollector {
  add(event: TranscriptEvent): void
  runs(): Run[]
  state(): RunsState
}

/** Plain JSON. */
export interface RunsState {
  open: { call: string; command: string }[]
  runs: Run[]
}

const MAX_OPEN = 100
const MAX_COMMANDS_RUN = 150
/** Nobody states a longer one, and a program inside a command can have any length. */
const MAX_COMMAND_LENGTH = 500

/**
 * How the commands ended, for correcting what somebody stated before: the last run of each, oldest first. The newest
 * count.
 */
export function collectRuns(before?: RunsState): RunCollector {
  const open = boundedMap<RunsState['open'][number]>(MAX_OPEN)
  const runs = boundedMap<Run>(MAX_COMMANDS_RUN)
  for (const run of before?.runs ?? []) runs.set(run.command, run)
  for (const one of before?.open ?? []) open.set(one.call, one)
  return {
    add: (event) => {
      if (event.sub !== undefined) return
      if (event.kind === 'call' && event.action.type === 'run' && event.action.command.length <= MAX_COMMAND_LENGTH)
        open.set(event.call, { call: event.call, command: event.action.command })
      if (event.kind !== 'result' || event.ok === undefined || event.at === undefined || event.interrupted) return
      const command = open.get(event.call)?.command
      if (command === undefined) return
      open.delete(event.call)
      runs.set(command, { command, ok: event.ok, at: event.at, observed: readAt(event.ref) })
    },
    runs: () => runs.values(),
    state: () => ({ open: open.values(), runs: runs.values() }),
  }
}
