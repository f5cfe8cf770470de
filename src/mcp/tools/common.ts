/** What both the description of a tool and its code must know. */
import type { ObjectSchema } from '../arguments.js'

export const NOTE_TYPES = ['note', 'decision', 'correction', 'preference', 'value'] as const

/** Of a briefing with its mark, in characters. */
export const SMALLEST_BUDGET = 1000
export const LARGEST_BUDGET = 100_000

/** Every tool has it: newer clients no longer tell their folders, and some start the server elsewhere. */
export const FOLDER: ObjectSchema['properties'] = {
  folder: { type: 'string', description: 'Project folder (absolute), if not where the server runs' },
}
