/** Prompts a person picks in the client: to go on with a checkpoint, and to make one. */
import {
  completable,
  type GetPromptResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server'
import { finish, joinLines, type ModelText, say } from '../core/printer/words.js'
import { cleanLine } from '../core/text/text.js'
import { asStandard, type ObjectSchema, textOf } from './arguments.js'
import { clientOf, type Host } from './caller.js'
import { converse } from './converse.js'
import { completeWord } from './resources.js'
import { describeError, stillOpen } from './result.js'
import type { Connection } from './tool.js'
import { RESUME } from './tools/specs.js'

const NAME: ObjectSchema = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Which checkpoint; without it, the one that fits here' } },
}

export function registerPrompts(server: McpServer, host: Host, connection: Connection): void {
  const resume = { title: 'Continue', description: 'Continue from a checkpoint', argsSchema: named(host) }
  server.registerPrompt('resume', resume, async (args, ctx) => {
    try {
      const { run } = await RESUME.load()
      return await converse({
        host,
        tool: 'prompt resume',
        client: clientOf(server, ctx),
        ctx,
        args,
        run: async (world, given, asks) =>
          asPrompt(joinLines([say`${GO_ON}`, (await run(world, given, asks, connection)).text], '\n\n')),
        open: (question, declined) => asPrompt(stillOpen('resume', question, declined).text),
      })
    } catch (error) {
      throw asProtocolError(error)
    }
  })
  const checkpoint = { title: 'Checkpoint', description: 'Save where the work stands', argsSchema: named(host) }
  server.registerPrompt('checkpoint', checkpoint, (args) => asPrompt(askToSave(textOf(args, 'name'))))
}

/** The SDK looks for completions in the shape of a schema. */
function named(host: Host): ReturnType<typeof asStandard> & { shape: object } {
  const name = completable(anyText(), (typed) => completeWord(host, typed, (row) => row.name))
  return { ...asStandard(NAME), shape: { name } }
}

function anyText(): StandardSchemaV1<string> {
  return { '~standard': { version: 1, vendor: 'dogear', validate: (value) => ({ value: String(value) }) } }
}

const GO_ON =
  'Continue the work of this checkpoint. Look first at what has changed since it was saved, tell me in two sentences ' +
  'where we stand, then do the next action. Do not repeat what failed.'

function askToSave(name: string | undefined): ModelText {
  const called = name === undefined ? '' : say` with name: "${cleanLine(name).slice(0, 80).replaceAll('"', '')}"`
  return say`Save a checkpoint of this work now: call the dogear tool save${called}. ${HOW_TO_SAVE}`
}

const HOW_TO_SAVE =
  'Give the task, the very next action, what is done with paths, what failed and why, the decisions and why, and what is ' +
  'still open. If the answer names something vague or missing that you know, mend it with one more call. Then tell me in ' +
  'one line under which name it was saved.'

function asPrompt(words: ModelText): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: finish(words) } }] }
}

/** A prompt has no result for errors, so the client is told in the protocol's way. */
function asProtocolError(error: unknown): ProtocolError {
  const { code, message, expected, next } = describeError(error)
  const kind = code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(kind, [message, expected, next].filter(Boolean).join('; '), { code })
}
