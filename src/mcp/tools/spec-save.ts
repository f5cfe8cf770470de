/** The tool `save`, as the model sees it. */
import { FRONT_FIELDS, SECTION_FIELDS } from '../../core/entry.js'
import type { Shape } from '../../core/fields.js'
import type { ObjectSchema } from '../schema.js'
import type { Tool } from '../tool.js'
import { FOLDER } from './specs-common.js'

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
    'and commands run are observed and added. Saving a name again continues it; nothing is overwritten. The answer ' +
    'names what is vague or missing: mend it with one more call (amend).',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Kebab-case, e.g. "auth-refactor". Default: the last one of this session' },
      ...FIELD_ARGUMENTS,
      amend: { type: 'string', description: 'Id of the save to mend: give only what changes, the rest is taken over' },
      overwrite: { type: 'boolean', description: 'Only as the answer when asked about a name that exists' },
      ...FOLDER,
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  load: () => import('./save.js'),
}
