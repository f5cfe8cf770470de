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
  const worth = withPairs(
    files,
    files.map((file) => worthOf(file, now) * weigh(file)),
  )
  const best = bestOf(worth, MAX_FILES)
  const least = WORTH_SHOWING * (worth[best[0] as number] ?? 0)
  return best.filter((at, i) => i < MIN_FILES || (worth[at] as number) >= least).map((at) => files[at] as F)
}

/** Where the best are, best first; of equals the earlier one. Only they are put in order: a session knows a thousand files. */
function bestOf(worth: readonly number[], most: number): number[] {
  const least = Float64Array.from(worth).sort().at(-most) ?? Number.NEGATIVE_INFINITY
  return worth
    .flatMap((one, at) => (one >= least ? at : []))
    .toSorted((a, b) => (worth[b] as number) - (worth[a] as number))
    .slice(0, most)
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
  let worth = frecency(file.touches, now.calls, PATIENCE, now.turn)
  if (now.asked.has(file.path) && file.editedAt <= now.turn) worth *= 1 + ASKED
  if (now.said.has(file.path)) worth *= 1 + SAID
  return worth
}

/** Frequency and recency in one number. What came after call `turn` counts CURRENT times. */
function frecency(touches: readonly number[], calls: number, patience: number, turn = calls): number {
  let sum = 0
  for (const call of touches) sum += (call > turn ? CURRENT : 1) / (patience + calls - call)
  return sum
}

function weightOfWords(files: readonly Ranked[], { promptWords }: Moment): (file: Ranked) => number {
  const shared = new Map<Ranked, string[]>()
  const inFiles = new Map<string, number>()
  for (const file of files) {
    const words = wordsShared(file.path, promptWords)
    if (words.length > 0) shared.set(file, words)
    for (const word of words) inFiles.set(word, (inFiles.get(word) ?? 0) + 1)
  }
  return (file) => {
    let sum = 0
    for (const word of shared.get(file) ?? []) sum += Math.log(1 + files.length / (inFiles.get(word) ?? 1))
    return 1 + WORD * sum
  }
}

/** Words of a path are found in it as they are: to cut most paths into words would be for nothing. */
function wordsShared(path: string, words: ReadonlySet<string>): string[] {
  const lower = path.toLowerCase()
  for (const word of words) if (lower.includes(word)) return [...wordsOfPath(path)].filter((one) => words.has(one))
  return []
}

function withPairs(files: readonly Ranked[], own: readonly number[]): number[] {
  const best = new Map<string, number>()
  const stems = files.map(({ path }) => stemOf(path))
  stems.forEach(({ stem, isTest }, at) => {
    const key = `${isTest} ${stem}`
    best.set(key, Math.max(best.get(key) ?? 0, own[at] as number))
  })
  return own.map((worth, at) => {
    const { stem, isTest } = stems[at] as { stem: string; isTest: boolean }
    return worth + PAIR * (best.get(`${!isTest} ${stem}`) ?? 0)
  })
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
