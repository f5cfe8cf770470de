/** The tools as the model sees them. */
import { FRONT_FIELDS, SECTION_FIELDS } from '../../core/entry/entry.js'
import type { Shape } from '../../core/entry/fields.js'
import type { ObjectSchema } from '../arguments.js'
import { FOLDER, NOTE_TYPES, MIN_BUDGET, type Tool } from '../tool.js'

/** Nothing that is saved is ever lost, and nothing outside of this machine is touched. */
const READS = { readOnlyHint: true, openWorldHint: false }
const WRITES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
const WRITES_ONCE = { ...WRITES, idempotentHint: true }

const TEXT = { type: 'string' } as const
const LINES = { type: 'array', items: TEXT } as const
const COUNT = { type: 'integer' } as const

/** What the model may send for a field of each shape. */
const SCHEMAS: Readonly<Record<Shape, ObjectSchema['properties'][string]>> = {
  prose: TEXT,
  line: TEXT,
  items: LINES,
  files: LINES,
  reasoned: {
    type: 'array',
    items: { type: 'object', properties: { what: TEXT, why: TEXT }, required: ['what', 'why'] },
  },
  choices: {
    type: 'array',
    items: { type: 'object', properties: { what: TEXT, why: TEXT, rejected: LINES }, required: ['what', 'why'] },
  },
  plan: { type: 'object', properties: { path: TEXT, step: COUNT, of: COUNT }, required: ['path'] },
}

const FIELD_ARGUMENTS: ObjectSchema['properties'] = Object.fromEntries(
  [...SECTION_FIELDS, ...FRONT_FIELDS].map(({ shape, argument: { name, ...about } }) => [
    name,
    { ...SCHEMAS[shape], ...about },
  ]),
)

export const SAVE: Tool = {
  name: 'save',
  title: 'Save a checkpoint',
  description:
    'Save where this piece of work stands, so that a fresh session can go on from exactly there. Call it when the user asks ' +
    'to save or checkpoint, before the context is compacted or cleared, and when a piece of work is done. State what ' +
    'only you know: the very next action, what failed and why, what was decided and why. Branch, commits, changed files ' +
    'and commands run are observed and added. Saving a name again continues it: what was said stays known until it is ' +
    'closed, so say only what is new. The answer names what is open, vague or missing: mend it with one more call (amend).',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Kebab-case, e.g. "auth-refactor". Default: the last one of this session' },
      ...FIELD_ARGUMENTS,
      amend: { type: 'string', description: 'Id of the save to mend: give only what changes, the rest is taken over' },
      closes: { ...LINES, description: 'Ids of items that are over: answered, solved, withdrawn' },
      replaces: { ...LINES, description: 'Lists that what you state replaces, e.g. ["questions"]' },
      fresh: { type: 'boolean', description: 'Forget all that was known under this name; only if the user said so' },
      overwrite: { type: 'boolean', description: 'Only as the answer when asked about a name that exists' },
      ...FOLDER,
    },
  },
  annotations: WRITES,
  load: () => import('./save.js'),
}

export const RESUME: Tool = {
  name: 'resume',
  title: 'Resume a checkpoint',
  description:
    'Get the briefing of a saved checkpoint: next action, what failed before, decisions, and what has changed since. ' +
    'Call it when the user says continue or resume, or asks what they were working on. Without a name it takes the one ' +
    'of this session, worktree and branch; if several fit equally, it asks.',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Which checkpoint, e.g. "auth-refactor"' },
      entry: { type: 'string', description: 'Id of an older save, or of one of several heads; goes with name' },
      budget: { type: 'integer', description: `Longest answer in characters, from ${MIN_BUDGET}` },
      answers: { type: 'object', description: 'Only for what a result asked: {"ready": "yes"}' },
      ...FOLDER,
    },
  },
  annotations: WRITES_ONCE,
  load: () => import('./resume.js'),
}

export const LIST: Tool = {
  name: 'list',
  title: 'List checkpoints',
  description: 'List the saved checkpoints of this project, newest first: name, age, branch, task, next action.',
  input: {
    type: 'object',
    properties: {
      all: { type: 'boolean', description: 'Of all projects' },
      cleared: { type: 'boolean', description: 'The cleared ones instead' },
      loose: { type: 'boolean', description: 'The sessions nobody named, every one' },
      ...FOLDER,
    },
  },
  annotations: READS,
  load: () => import('./list.js'),
}

export const SEARCH: Tool = {
  name: 'search',
  title: 'Search checkpoints',
  description:
    'Search the text of every checkpoint ever saved, in all projects: why something was decided, what failed, where ' +
    'a file or command came up.',
  input: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words that must all occur; "a phrase" in quotes' },
      here: { type: 'boolean', description: 'Only this project' },
      name: { type: 'string', description: 'Only this checkpoint' },
      limit: { type: 'integer', description: 'At most so many, default 10' },
      ...FOLDER,
    },
    required: ['query'],
  },
  annotations: READS,
  load: () => import('./search.js'),
}

export const NOTE: Tool = {
  name: 'note',
  title: 'Note one thing',
  description:
    'Write down one thing at once, so that it survives: a decision, a correction by the user, a preference, an exact ' +
    'value. The next save takes it up. Without text: lists what waits.',
  input: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'E.g. "Keep argon2"' },
      type: { type: 'string', enum: NOTE_TYPES },
      why: { type: 'string', description: 'The reason' },
      take_back: { type: 'string', description: 'Id of a note' },
      ...FOLDER,
    },
  },
  annotations: WRITES,
  load: () => import('./note.js'),
}

export const CLEAR: Tool = {
  name: 'clear',
  title: 'Clear a checkpoint',
  description:
    'Take checkpoints off the list, when their work is finished or the user asks for it. Nothing is deleted. Needs a ' +
    'name, names, a filter (merged, loose, older_than), or all: true.',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Which checkpoint; "feat-*" for all that begin so' },
      names: { ...LINES, description: 'Several of these' },
      merged: { type: 'boolean', description: 'Only where the branch is merged or gone' },
      loose: { type: 'boolean', description: 'Only sessions nobody named' },
      older_than: { type: 'integer', description: 'Only those last saved so many days ago' },
      all: { type: 'boolean', description: 'All of this project; only if the user said so' },
      entry: { type: 'string', description: 'Only this one of several heads' },
      dry_run: { type: 'boolean', description: 'Only say which' },
      ...FOLDER,
    },
  },
  annotations: WRITES_ONCE,
  load: () => import('./clear.js'),
}

export const UNDO: Tool = {
  name: 'undo',
  title: 'Bring lost work back',
  description:
    'Bring back uncommitted files that a command took: "undo that", "bring back src/auth.ts". Asks the user first.',
  input: {
    type: 'object',
    properties: {
      paths: { ...LINES, description: 'Only these. Default: the newest loss' },
      to: { type: 'string', description: 'As in this take or checkpoint' },
      list: { type: 'boolean', description: 'Only list losses and takes' },
      redo: { type: 'boolean' },
      answers: { type: 'object' },
      ...FOLDER,
    },
  },
  annotations: WRITES,
  load: () => import('./undo.js'),
}
