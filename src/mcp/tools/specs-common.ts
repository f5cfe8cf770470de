import type { ObjectSchema } from '../schema.js'

/** Every tool has it: newer clients no longer tell their folders, and some start the server elsewhere. */
export const FOLDER: ObjectSchema['properties'] = {
  folder: { type: 'string', description: 'Project folder (absolute), if not where the server runs' },
}
