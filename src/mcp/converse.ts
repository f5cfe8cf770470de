/**
 * A call that may have to ask something first: the user for a choice, the client for its open folders. Both go out as an
 * "input required" result, and the call comes in again with the reply; the SDK does the same for older clients. What was
 * said so far travels in the request state. It is the client's word, like the arguments, and counts for no more.
 */
import { present } from '../core/present.js'
import {
  inputRequired,
  inputResponse,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { World } from '../app/world.js'
import { DogearError, type Option, type Question } from '../core/errors.js'
import { redactValue } from '../core/redact/finished.js'
import { cleanLine, cleanText } from '../core/text/text.js'
import { isObject, withAnswer, type Args, type Asked } from './arguments.js'
import { placeOf, type Client, type Host } from './caller.js'

interface Talk<T> {
  host: Host
  client: Client
  ctx: ServerContext
  args: Args
  /** `asks`: a question that is thrown now reaches the user. */
  run: (world: World, args: Args, asks: boolean) => T | Promise<T>
  /** The question has no answer: nobody can be asked, or the user did not want to say. */
  open: (question: Question, declined: boolean) => T
}

export async function converse<T>(talk: Talk<T>): Promise<T | InputRequiredResult> {
  const { ctx, client } = talk
  const state = heard(parseState(ctx.mcpReq.requestState<string>()), ctx.mcpReq.inputResponses)
  try {
    return await attempt(talk, state)
  } catch (error) {
    const question = error instanceof DogearError ? error.needs : undefined
    if (!question) throw error
    const before = state.answers.find(({ id }) => id === question.id)
    if (before || !client.asks) return talk.open(question, before?.declined === true)
    const asked = { id: question.id, ...present({ name: question.name }) }
    return inputRequired({
      inputRequests: redactValue(formOf(question, client.modern)),
      requestState: printState({ ...state, pending: asked }),
    })
  }
}

async function attempt<T>(talk: Talk<T>, state: State): Promise<T | InputRequiredResult> {
  const { host, client, ctx, args, run } = talk
  const answered = state.answers.reduce<Args>(
    (sofar, { answer, ...asked }) => (answer === undefined ? sofar : withAnswer(sofar, asked, answer)),
    args,
  )
  const world = await placeOf(host, answered, state.roots, client.hasRoots)
  if (world !== 'ask') {
    // Who got no answer once is not asked again.
    const asks = client.asks && state.answers.every(({ answer }) => answer !== undefined)
    // Where the environment does not tell the agent, the client has said its name.
    const { agent } = client
    const isKnown = world.by.agent !== undefined || agent === undefined
    return run(isKnown ? world : { ...world, by: { ...world.by, agent } }, answered, asks)
  }
  if (!client.modern) return attempt(talk, { ...state, roots: await rootsOf(ctx) })
  return inputRequired({
    inputRequests: { roots: inputRequired.listRoots() },
    requestState: printState({ ...state, roots: [] }),
  })
}

/** Asked directly, so that a client which answers wrongly or never only loses this. */
async function rootsOf(ctx: ServerContext): Promise<string[]> {
  try {
    const { roots } = await ctx.mcpReq.send({ method: 'roots/list' }, { timeout: 5000 })
    return roots.map(({ uri }) => uri).slice(0, MAX_ROOTS)
  } catch {
    return []
  }
}

const MAX_ROOTS = 50

/** The state of the last round, and what the client has replied since. */
function heard({ pending, ...state }: State, responses: Record<string, unknown> | undefined): State {
  const roots = inputResponse(responses, 'roots')
  return {
    ...state,
    ...(roots.kind === 'roots' ? { roots: roots.roots.map(({ uri }) => uri).slice(0, MAX_ROOTS) } : {}),
    answers: pending ? [...state.answers, replied(pending, responses)] : state.answers,
  }
}

function replied(asked: Asked, responses: Record<string, unknown> | undefined): State['answers'][number] {
  const reply = replyIn(responses)
  if (reply === 'none') return asked
  return reply === 'declined' ? { ...asked, declined: true } : { ...asked, answer: reply.answer }
}

const KEY = 'answer'

/** A question as a form that the client puts before the user. */
function formOf(question: Question, modern: boolean): Record<string, InputRequest> {
  const choices = question.options.filter((option) => option.value !== '')
  const typed = choices.length < question.options.length
  const form = inputRequired.elicit({
    message: cleanText(question.question),
    requestedSchema: {
      type: 'object',
      properties: {
        choice: { type: 'string', title: 'Your choice', ...optionsOf(choices, modern) },
        ...(typed ? { other: { type: 'string', title: 'Or something else', maxLength: 10_000 } } : {}),
      },
      required: typed ? [] : ['choice'],
    } as Form,
  })
  return { [KEY]: form }
}

type Form = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

type Reply = { answer: string } | 'declined' | 'none'

function replyIn(responses: Record<string, unknown> | undefined): Reply {
  const view = inputResponse(responses, KEY)
  if (view.kind !== 'elicit' || view.action === 'cancel') return 'none'
  if (view.action === 'decline') return 'declined'
  const { other, choice } = view.content ?? {}
  const answer = [other, choice].find((text) => typeof text === 'string' && text.trim() !== '')
  return answer === undefined ? 'none' : { answer: String(answer).trim() }
}

/** Older clients know names for choices only as a second list. */
function optionsOf(choices: readonly Option[], modern: boolean): Record<string, unknown> {
  if (modern) return { oneOf: choices.map((option) => ({ const: option.value, title: titleOf(option) })) }
  return { enum: choices.map((option) => option.value), enumNames: choices.map(titleOf) }
}

function titleOf({ label, detail }: Option): string {
  return cleanLine(detail === undefined ? label : `${label}: ${detail}`)
}

/** What a call remembers between its rounds. It comes back from the client, so everything in it is checked again. */
interface State {
  answers: (Asked & { answer?: string; declined?: boolean })[]
  pending?: Asked
  roots?: string[]
}

const MAX_STATE = 20_000

export function printState(state: State): string {
  return JSON.stringify(state)
}

/** Anything that is not ours counts as nothing said. */
export function parseState(text: unknown): State {
  const value = typeof text === 'string' && text.length <= MAX_STATE ? parsed(text) : null
  if (!isObject(value)) return { answers: [] }
  const answers = Array.isArray(value['answers']) ? value['answers'].flatMap(answerFrom).slice(0, 20) : []
  const [pending] = askedFrom(value['pending'])
  const roots = value['roots']
  return {
    answers,
    ...(pending ? { pending } : {}),
    ...(Array.isArray(roots) ? { roots: roots.filter((uri) => typeof uri === 'string') } : {}),
  }
}

function answerFrom(value: unknown): State['answers'] {
  return askedFrom(value).map((asked) => {
    const { answer, declined } = value as Record<string, unknown>
    return { ...asked, ...(typeof answer === 'string' ? { answer } : {}), ...(declined === true ? { declined } : {}) }
  })
}

function askedFrom(value: unknown): Asked[] {
  if (!isObject(value) || typeof value['id'] !== 'string') return []
  return [{ id: value['id'], ...(typeof value['name'] === 'string' ? { name: value['name'] } : {}) }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
