/** What a tool is made of. Its code is loaded by the first call: a client waits for the list, not for the code. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { ResumedLine } from '../app/save/workstream.js'
import type { World } from '../app/world.js'
import type { ModelText } from '../core/printer/words.js'
import type { Args, ObjectSchema } from './arguments.js'

export interface Tool {
  name: string
  title: string
  description: string
  input: ObjectSchema
  annotations: ToolAnnotations
  load: () => Promise<{ run: Run }>
}

/** `asks`: a question that is thrown now reaches the user. */
type Run = (world: World, args: Args, asks: boolean, connection: Connection) => Answer | Promise<Answer>

/** What one client has done so far: without hooks nothing else tells its conversations apart. */
export interface Connection {
  /** The lines it resumed, up to its last save and with the one saved to, each once. */
  resumed: ResumedLine[]
}

/** Some clients show the model only the text, others only the data: each says everything. */
export interface Answer {
  text: ModelText
  data: Record<string, unknown>
}

export const NOTE_TYPES = ['note', 'decision', 'correction', 'preference', 'value'] as const

/** Of a briefing with its mark, in characters. */
export const MIN_BUDGET = 1000
export const MAX_BUDGET = 100_000

/** Every tool has it: newer clients no longer tell their folders, and some start the server elsewhere. */
export const FOLDER: ObjectSchema['properties'] = {
  folder: { type: 'string', description: 'Project folder (absolute), if not where the server runs' },
}
