/**
 * The fields of an entry, one row each. Everything that goes through all fields reads this table: the file format, what
 * people write, flags, the arguments of the tool `save`, joins, redaction, diff and search. Code names a field only
 * where it gives that one field a meaning.
 */

/** What a field holds. Its parts are the keys inside of it, in the order they are printed. */
export const SHAPES = {
  /** A paragraph or more. */
  prose: { isList: false, isFrontMatter: false, parts: ['text', 'observed', 'id', 'origin'] },
  line: { isList: false, isFrontMatter: true, parts: [] },
  plan: { isList: false, isFrontMatter: true, parts: ['path', 'step', 'of'] },
  items: { isList: true, isFrontMatter: false, parts: ['text', 'observed', 'id', 'origin'] },
  /** Items with a reason. */
  reasoned: { isList: true, isFrontMatter: false, parts: ['text', 'why', 'observed', 'id', 'origin'] },
  /** Items with a reason and what was not chosen. */
  choices: { isList: true, isFrontMatter: false, parts: ['text', 'why', 'rejected', 'observed', 'id', 'origin'] },
  files: { isList: true, isFrontMatter: false, parts: ['path', 'role', 'hash', 'bytes', 'observed'] },
} as const

export type Shape = keyof typeof SHAPES

export interface FieldRow {
  key: string
  /** Also says where it stands in the file, and that a list's flag may be given several times. */
  shape: Shape
  /**
   * judgement: only somebody who did the work can say it. A draft is asked for it, and an autosave does not replace it.
   * fact: it can be observed. What is known is not for a draft to say, and of two the newer one is right.
   */
  kind: 'judgement' | 'fact'
  /** Headings and JSON keys, whatever their case. The first is ours, the others are what people and other tools write. */
  titles: readonly string[]
  /** What a diff calls it. */
  label: string
  /** Of `dogear save`. The first is the field itself, the others are parts of it. */
  flags: readonly { name: string; value: string; summary: string; also?: string }[]
  /** Of the MCP tool `save`. */
  argument: { name: string; description?: string }
  /** With which the ids of its items begin, where it is not the first of the key. */
  letter?: string
  /** Its items stay open until somebody closes them, so the answer of a save lists them. Others fade or are replaced. */
  staysOpen?: true
  /** It stands behind this field in help, in what search reads and in JSON. Else the order of the rows is that of all. */
  behind?: string
}

/** In the order they are printed. entry.ts makes the type `Fields` from them, and checks that each is a `FieldRow`. */
export const FIELDS = [
  {
    key: 'task',
    shape: 'prose',
    kind: 'judgement',
    titles: ['Task', 'Active task', 'Summary'],
    label: 'task',
    flags: [{ name: 'task', also: 'summary', value: 'TEXT', summary: 'what this work is, in one line' }],
    argument: { name: 'task', description: 'What this work is, in one line' },
  },
  {
    key: 'stage',
    shape: 'line',
    kind: 'fact',
    titles: ['Stage', 'Current stage'],
    label: 'stage',
    flags: [{ name: 'stage', value: 'WORD', summary: 'where in the process it is: design, build, review, …' }],
    argument: { name: 'stage', description: 'One word: design, build, review, …' },
  },
  {
    key: 'plan',
    shape: 'plan',
    kind: 'fact',
    titles: [],
    label: 'plan',
    flags: [
      { name: 'plan', value: 'PATH', summary: 'the plan file this work follows' },
      { name: 'step', value: 'N', summary: 'the step of the plan that is next' },
      { name: 'of', value: 'M', summary: 'how many steps the plan has' },
    ],
    argument: {
      name: 'plan',
      description: 'The plan file this follows, the step that is next, how many there are',
    },
  },
  {
    key: 'next',
    shape: 'prose',
    kind: 'judgement',
    titles: ['Next action', 'Next', 'Next step', 'Next steps', 'Next actions'],
    label: 'next',
    flags: [{ name: 'next', value: 'TEXT', summary: 'the very next command, edit or decision' }],
    argument: { name: 'next', description: 'The very next command, edit or decision, doable without asking' },
  },
  {
    key: 'leftOff',
    shape: 'prose',
    kind: 'judgement',
    titles: ['Left off', 'Where I left off'],
    label: 'left off',
    flags: [{ name: 'left-off', value: 'TEXT', summary: 'where it stopped: pending choices, options discussed' }],
    argument: { name: 'left_off', description: 'Where it stopped: pending choices, options discussed' },
  },
  {
    key: 'done',
    shape: 'items',
    letter: 'x',
    kind: 'judgement',
    titles: ['Done', 'Done this session', 'Progress', 'Completed'],
    label: 'done',
    flags: [{ name: 'done', value: 'TEXT', summary: 'something finished, with its path' }],
    argument: { name: 'done', description: 'What is finished, each with its path' },
  },
  {
    key: 'failed',
    shape: 'reasoned',
    staysOpen: true,
    kind: 'judgement',
    titles: ['Failed', 'Failed approaches'],
    label: 'failed',
    flags: [{ name: 'failed', value: 'TEXT', summary: 'what did not work: "what — why"' }],
    argument: { name: 'failed', description: 'What did not work, so that nobody repeats it' },
  },
  {
    /** What the user asked to be kept to. Observed only in words they typed; see session/facts/constraints.ts. */
    key: 'constraints',
    shape: 'items',
    staysOpen: true,
    kind: 'judgement',
    titles: ['Constraints'],
    label: 'constraints',
    flags: [{ name: 'constraint', value: 'TEXT', summary: 'what the user asked to keep to: "never touch …"' }],
    argument: { name: 'constraints', description: 'What the user asked to keep to, in their words' },
  },
  {
    key: 'decisions',
    shape: 'choices',
    staysOpen: true,
    kind: 'judgement',
    titles: ['Decisions', 'Key decisions', 'Decisions made'],
    label: 'decisions',
    flags: [{ name: 'decision', value: 'TEXT', summary: 'a choice: "what — why — rejected: a; b" (or JSON)' }],
    argument: { name: 'decisions' },
  },
  {
    key: 'blockers',
    shape: 'items',
    staysOpen: true,
    kind: 'judgement',
    titles: ['Blockers'],
    label: 'blockers',
    flags: [{ name: 'blocker', value: 'TEXT', summary: 'what it waits for, with names' }],
    argument: { name: 'blockers', description: 'What it waits for, with names' },
  },
  {
    key: 'questions',
    shape: 'items',
    staysOpen: true,
    kind: 'judgement',
    titles: ['Open questions', 'Questions'],
    label: 'open questions',
    flags: [{ name: 'question', value: 'TEXT', summary: 'an open question' }],
    argument: { name: 'questions', description: 'Open questions' },
  },
  {
    key: 'context',
    shape: 'items',
    letter: 'k',
    kind: 'judgement',
    titles: ['Context', 'Relevant context'],
    label: 'context',
    flags: [{ name: 'context', value: 'TEXT', summary: 'a fact the next session needs' }],
    argument: { name: 'context', description: 'Facts the next session needs and the code does not tell' },
  },
  {
    key: 'files',
    shape: 'files',
    kind: 'fact',
    titles: ['Files', 'Modified files'],
    label: 'files',
    flags: [{ name: 'file', value: 'PATH[:ROLE]', summary: 'a file the next session needs: src/auth.ts:edited' }],
    argument: { name: 'files', description: 'Paths the next session must read' },
    behind: 'commands',
  },
  {
    /** Worth running again, most useful first. */
    key: 'commands',
    shape: 'items',
    letter: 'r',
    kind: 'fact',
    titles: ['Commands', 'Useful commands'],
    label: 'commands',
    flags: [{ name: 'command', value: 'TEXT', summary: 'a command worth running again' }],
    argument: { name: 'commands', description: 'Commands worth running again' },
  },
  {
    /** The last thing the user asked for, word for word. */
    key: 'intent',
    shape: 'prose',
    kind: 'fact',
    titles: ['Last intent', 'Last user intent'],
    label: 'last intent',
    flags: [{ name: 'intent', value: 'TEXT', summary: 'the last thing the user asked for, word for word' }],
    argument: { name: 'intent', description: 'The last request of the user, word for word' },
  },
] as const
