/** What a tool is made of. Its code is loaded by the first call: a client waits for the list, not for the code. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { World } from '../app/world.js'
import type { Args } from './arguments.js'
import type { ObjectSchema } from './arguments.js'

/** Some clients show the model only the text, others only the data: each says everything. */
export interface Answer {
  text: string
  data: Record<string, unknown>
}

/** `asks`: a question that is thrown now reaches the user. */
type Run = (world: World, args: Args, asks: boolean) => Answer | Promise<Answer>

export interface Tool {
  name: string
  title: string
  description: string
  input: ObjectSchema
  annotations: ToolAnnotations
  load: () => Promise<{ run: Run }>
}
