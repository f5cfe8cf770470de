/**
 * What the next session will need first: files and commands. All the rules of the order are here.
 *
 * They were found by cutting real sessions at many points and looking at what each did next; `npm run bench:resume`
 * measures them. The first six numbers matter little: half of one, or half as much again, moves no figure by more than
 * one cut in fifteen. WORTH_SHOWING and MAX_FILES are a choice: a longer list misses less, and holds more that nobody
 * opens.
 *
 * Files:
 *  1. Touches. Each time a file is read, edited, searched in or named in a command is worth 1 / (PATIENCE + calls since
 *     then). So what was touched often counts, and what was touched lately counts more; an edit is no better than a read.
 *  2. The current request. Touches since the user's last prompt count CURRENT times: older ones belong to other work.
 *  3. Words. A file whose name shares words with the last prompt is worth more; rare words say more than common ones.
 *  4. Asked for, not done. A file that the last prompt or the approved plan names, and that has not been edited since,
 *     is still to come.
 *  5. Said last. A file the assistant named in its last words is what it is busy with.
 *  6. Pairs. A test brings its source along, and the other way round.
 * The list ends where a file is worth less than WORTH_SHOWING of the best: what follows is rarely opened again.
 *
 * Commands: rule 1 again, but slower to forget, since tests are run at the end of each step; times what kind of command
 * it is. Checks are run again, looking around is not.
 */
import { stemOf } from './collect.js'

const PATIENCE = 6
const CURRENT = 1.25
const WORD = 0.5
const ASKED = 2
const SAID = 0.5
const PAIR = 0.25
const WORTH_SHOWING = 0.05
const MIN_FILES = 3
const MAX_FILES = 12

const COMMAND_PATIENCE = 20
const MAX_COMMANDS = 10
const KIND_WEIGHT: Record<CommandKind, number> = { check: 2, look: 1.5, act: 1, step: 0.5, peek: 0.5 }

/** check: tests, builds, linters; look: state of git and reviews; step: changes that are made once; peek: ls, cat, grep. */
export type CommandKind = 'check' | 'look' | 'act' | 'step' | 'peek'

export interface Ranked {
  path: string
  /** The number of the call at each touch, oldest first. */
  touches: readonly number[]
  /** The call at the last edit, -1 for none. */
  editedAt: number
}

export interface Moment {
  /** How many calls there were. */
  calls: number
  /** The call before the last prompt. */
  turn: number
  promptWords: ReadonlySet<string>
  /** Named by the last prompt or plan. */
  asked: ReadonlySet<string>
  /** Named in the assistant's last words. */
  said: ReadonlySet<string>
}

export function rankFiles<F extends Ranked>(files: readonly F[], now: Moment): F[] {
  const weigh = weightOfWords(files, now)
  const own = new Map(files.map((file) => [file, worthOf(file, now) * weigh(file)]))
  const worth = withPairs(own)
  const order = files.toSorted((a, b) => (worth.get(b) as number) - (worth.get(a) as number)).slice(0, MAX_FILES)
  const least = WORTH_SHOWING * (order[0] ? (worth.get(order[0]) as number) : 0)
  return order.filter((file, i) => i < MIN_FILES || (worth.get(file) as number) >= least)
}

export function rankCommands<C extends { runs: readonly number[]; kind: CommandKind }>(
  commands: readonly C[],
  calls: number,
): C[] {
  const worth = new Map(
    commands.map((one) => [one, KIND_WEIGHT[one.kind] * frecency(one.runs, calls, COMMAND_PATIENCE)]),
  )
  return commands.toSorted((a, b) => (worth.get(b) as number) - (worth.get(a) as number)).slice(0, MAX_COMMANDS)
}

function worthOf(file: Ranked, now: Moment): number {
  const before = file.touches.filter((call) => call <= now.turn)
  const current = file.touches.filter((call) => call > now.turn)
  let worth = frecency(before, now.calls, PATIENCE) + CURRENT * frecency(current, now.calls, PATIENCE)
  if (now.asked.has(file.path) && file.editedAt <= now.turn) worth *= 1 + ASKED
  if (now.said.has(file.path)) worth *= 1 + SAID
  return worth
}

/** Frequency and recency in one number. */
function frecency(touches: readonly number[], calls: number, patience: number): number {
  let sum = 0
  for (const call of touches) sum += 1 / (patience + calls - call)
  return sum
}

function weightOfWords(files: readonly Ranked[], now: Moment): (file: Ranked) => number {
  const words = new Map(files.map((file) => [file, wordsOfPath(file.path)]))
  const inFiles = new Map<string, number>()
  for (const own of words.values()) for (const word of own) inFiles.set(word, (inFiles.get(word) ?? 0) + 1)
  return (file) => {
    let sum = 0
    for (const word of words.get(file) ?? [])
      if (now.promptWords.has(word)) sum += Math.log(1 + files.length / (inFiles.get(word) ?? 1))
    return 1 + WORD * sum
  }
}

function withPairs<F extends Ranked>(own: ReadonlyMap<F, number>): Map<F, number> {
  const best = new Map<string, number>()
  const stems = new Map([...own.keys()].map((file) => [file, stemOf(file.path)]))
  for (const [file, worth] of own) {
    const { stem, isTest } = stems.get(file) as { stem: string; isTest: boolean }
    const key = `${isTest} ${stem}`
    best.set(key, Math.max(best.get(key) ?? 0, worth))
  }
  return new Map(
    [...own].map(([file, worth]) => {
      const { stem, isTest } = stems.get(file) as { stem: string; isTest: boolean }
      return [file, worth + PAIR * (best.get(`${!isTest} ${stem}`) ?? 0)]
    }),
  )
}

const LITTLE = new Set(
  `the and for with this that are its you does did was were not yes can could should would let lets how what why when
  where which from about also just then than into out down all any some more most other there here have has had will our
  your test tests file files code`.split(/\s+/),
)

/** The words of a text that say what it is about. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  for (const word of splitWords(text)) {
    if (word.length > 2 && !LITTLE.has(word)) words.add(word.endsWith('s') ? word.slice(0, -1) : word)
  }
  return words
}

/** The patterns for all scripts take half a millisecond to be made, and most texts need none of them. */
function splitWords(text: string): string[] {
  const isAscii = /^[\0-\x7f]*$/.test(text)
  const split = text.replace(isAscii ? /([a-z])([A-Z])/g : /(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return split.match(isAscii ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** What a path says: its last two parts, without the ending. */
function wordsOfPath(path: string): Set<string> {
  return wordsIn(
    path
      .split('/')
      .slice(-2)
      .join('/')
      .replace(/\.\w+$/, ''),
  )
}
