/** The tool `save`, as the model sees it. */
import type { Tool } from '../tool.js'
import { FOLDER } from './specs-common.js'

const LINES = { type: 'array', items: { type: 'string' } } as const

export const SAVE: Tool = {
  name: 'save',
  title: 'Save a checkpoint',
  description:
    'Save where this piece of work stands, so that a fresh session can go on from exactly there. Call it when the user asks ' +
    'to save or checkpoint, before the context is compacted or cleared, and when a piece of work is done. State what ' +
    'only you know: the very next action, what failed and why, what was decided and why. Branch, commits, changed files ' +
    'and commands run are observed and added. Saving a name again continues it; nothing is overwritten. The answer ' +
    'names what is vague or missing: mend it with one more call (amend).',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Kebab-case, e.g. "auth-refactor". Default: the last one of this session' },
      task: { type: 'string', description: 'What this work is, in one line' },
      next: { type: 'string', description: 'The very next command, edit or decision, doable without asking' },
      left_off: { type: 'string', description: 'Where it stopped: pending choices, options discussed' },
      done: { ...LINES, description: 'What is finished, each with its path' },
      failed: {
        type: 'array',
        items: {
          type: 'object',
          properties: { what: { type: 'string' }, why: { type: 'string' } },
          required: ['what', 'why'],
        },
        description: 'What did not work, so that nobody repeats it',
      },
      decisions: {
        type: 'array',
        items: {
          type: 'object',
          properties: { what: { type: 'string' }, why: { type: 'string' }, rejected: LINES },
          required: ['what', 'why'],
        },
      },
      blockers: { ...LINES, description: 'What it waits for, with names' },
      questions: { ...LINES, description: 'Open questions' },
      context: { ...LINES, description: 'Facts the next session needs and the code does not tell' },
      files: { ...LINES, description: 'Paths the next session must read' },
      commands: { ...LINES, description: 'Commands worth running again' },
      intent: { type: 'string', description: 'The last request of the user, word for word' },
      stage: { type: 'string', description: 'One word: design, build, review, …' },
      plan: {
        type: 'object',
        properties: { path: { type: 'string' }, step: { type: 'integer' }, of: { type: 'integer' } },
        required: ['path'],
        description: 'The plan file this follows, the step that is next, how many there are',
      },
      amend: { type: 'string', description: 'Id of the save to mend: give only what changes, the rest is taken over' },
      overwrite: { type: 'boolean', description: 'Only as the answer when asked about a name that exists' },
      ...FOLDER,
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  load: () => import('./save.js'),
}
