/** Schedules of sessions: what people, agents and machines do in a few days of work, in any order and at once. */
import fc from 'fast-check'

/** A list of the page that somebody can state something in. */
const KINDS = ['failed', 'decisions', 'blockers', 'questions'] as const
export type Kind = (typeof KINDS)[number]

/** `who`: one of the sessions that are open, whatever their number; where none is, one begins. */
export type Step =
  | { do: 'open'; worktree: number }
  /** A turn that edits a file; perhaps the user lays down a rule, or a command fails. */
  | { do: 'work'; who: number; rules: boolean; fails: boolean; kilobytes: number }
  /** A session of so many turns, which leaves more autosaves behind than anybody looks at. */
  | { do: 'day'; worktree: number; turns: number }
  /** A session for one question, which nothing follows from. */
  | { do: 'quick'; worktree: number; kills: boolean }
  /** Such a question in a session that is open. */
  | { do: 'ask'; who: number }
  | { do: 'note'; who: number; face: Face }
  | { do: 'save'; who: number; face: Face; name: number | null; states: Kind[]; closes: boolean; how: How | null }
  | { do: 'continue'; who: number; name: number | null }
  | { do: 'compact'; who: number }
  | { do: 'clear'; who: number }
  | { do: 'end'; who: number }
  /** `midway`: in the middle of a turn, before anything was saved of it. */
  | { do: 'kill'; who: number; midway: boolean }
  /** A session that is over, in a new process of the client: `claude --resume`. */
  | { do: 'take up'; which: number }
  /** In a terminal, while others may be on the line: it is taken off the list, comes back, or gets another name. */
  | { do: 'put away' | 'bring back'; name: number }
  | { do: 'rename'; name: number; to: number }
  | { do: 'branch'; worktree: number; to: number }
  /** Entries of another person arrive, in this order. */
  | { do: 'import'; which: number[] }
  | { do: 'wait'; minutes: number }

type Face = 'cli' | 'mcp'
/** A fresh page, one kind of items replaced by what is stated, or the last save mended. */
type How = 'fresh' | 'replaces' | 'amends'

export interface Schedule {
  steps: Step[]
  /** Which of the entries reach another home at the end, and in which order: numbers to sort them by, odd ones stay. */
  delivery: number[]
  /** The home is one that dogear 0.1.0 has saved to. */
  old?: boolean
}

/** What somebody types; others use the first one, too. */
export const NAMES: readonly [string, string, string] = ['alpha', 'größe', '登录']
export const BRANCHES: readonly (readonly [string, string])[] = [
  ['main', 'feat-login'],
  ['side', 'feat-pay'],
]
export const FOREIGN_ENTRIES = 4

const who = fc.nat(5)
const worktree = fc.nat(1)
const face = fc.constantFrom<Face>('cli', 'mcp')
const named = fc.nat(2)
const name = fc.option(named, { nil: null, freq: 2 })
const how = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom<How>('fresh', 'replaces', 'amends') },
)
const states = fc.subarray([...KINDS])
/** Most are short; now and then one is longer than a hook reads at once. */
const kilobytes = fc.oneof(
  { weight: 60, arbitrary: fc.constant(0) },
  { weight: 30, arbitrary: fc.constant(12) },
  { weight: 4, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constant(2500) },
)
const one = <T extends Step['do']>(what: T): { do: fc.Arbitrary<T> } => ({ do: fc.constant(what) })
const often = (weight: number, arbitrary: fc.Arbitrary<Step>): { weight: number; arbitrary: fc.Arbitrary<Step> } => ({
  weight,
  arbitrary,
})

const ACTS = [
  often(3, fc.record({ ...one('open'), worktree })),
  often(6, fc.record({ ...one('work'), who, rules: fc.boolean(), fails: fc.boolean(), kilobytes })),
  often(1, fc.record({ ...one('day'), worktree, turns: fc.constantFrom(6, 9) })),
  often(2, fc.record({ ...one('quick'), worktree, kills: fc.boolean() })),
  often(1, fc.record({ ...one('ask'), who })),
  often(1, fc.record({ ...one('note'), who, face })),
  often(5, fc.record({ ...one('save'), who, face, name, states, closes: fc.boolean(), how })),
  often(5, fc.record({ ...one('continue'), who, name })),
  often(2, fc.record({ ...one('compact'), who })),
  often(2, fc.record({ ...one('clear'), who })),
  often(3, fc.record({ ...one('end'), who })),
  often(3, fc.record({ ...one('kill'), who, midway: fc.boolean() })),
  often(2, fc.record({ ...one('take up'), which: fc.nat(5) })),
  often(1, fc.record({ do: fc.constantFrom('put away', 'bring back'), name: named })),
  often(1, fc.record({ ...one('rename'), name: named, to: named })),
  often(1, fc.record({ ...one('branch'), worktree, to: fc.nat(1) })),
  often(1, fc.record({ ...one('wait'), minutes: fc.constantFrom(45, 600, 1500, 5000) })),
]
const arrival = often(3, fc.record({ ...one('import'), which: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }) }))

function scheduleOf(acts: typeof ACTS): fc.Arbitrary<Schedule> {
  return fc.record({
    steps: fc.array(fc.oneof(...acts), { minLength: 5, maxLength: 16, size: 'max' }),
    old: fc.boolean(),
    delivery: fc.array(fc.nat(99), { minLength: 12, maxLength: 12 }),
  })
}

/** One person, with as many sessions as there may be. */
export const alone: fc.Arbitrary<Schedule> = scheduleOf(ACTS)
/** Entries of somebody else arrive in between. */
export const withOthers: fc.Arbitrary<Schedule> = scheduleOf([...ACTS, arrival])
