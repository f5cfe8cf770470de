/**
 * A call that may have to ask something first: the user for a choice, the client for its open folders. Both go out as an
 * "input required" result, and the call comes in again with the reply; the SDK does the same for older clients. What was
 * said so far travels in the request state. It is the client's word, like the arguments, and counts for no more.
 */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { World } from '../app/world.js'
import { DogearError, type Question } from '../core/errors.js'
import { type Asked, withAnswer } from './answers.js'
import type { Args } from './arguments.js'
import type { Client } from './client.js'
import { formOf, replyIn } from './form.js'
import type { Host } from './host.js'
import { placeOf } from './place.js'
import { parseState, printState, type State } from './state.js'

export interface Talk<T> {
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
    const asked = { id: question.id, ...(question.name === undefined ? {} : { name: question.name }) }
    return inputRequired({
      inputRequests: formOf(question, client.modern),
      requestState: printState({ ...state, pending: asked }),
    })
  }
}

async function attempt<T>(talk: Talk<T>, state: State): Promise<T | InputRequiredResult> {
  const { host, client, ctx, args, run } = talk
  const told = state.answers.reduce<Args>(
    (sofar, { answer, ...asked }) => (answer === undefined ? sofar : withAnswer(sofar, asked, answer)),
    args,
  )
  const world = await placeOf(host, told, state.roots, client.hasRoots)
  if (world !== 'ask') {
    // Who got no answer once is not asked again.
    const asks = client.asks && state.answers.every(({ answer }) => answer !== undefined)
    return run(savedBy(world, client), told, asks)
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
    return roots.map(({ uri }) => uri).slice(0, MOST_ROOTS)
  } catch {
    return []
  }
}

const MOST_ROOTS = 50

/** The state of the last round, and what the client has replied since. */
function heard({ pending, ...state }: State, responses: Record<string, unknown> | undefined): State {
  const roots = inputResponse(responses, 'roots')
  return {
    ...state,
    ...(roots.kind === 'roots' ? { roots: roots.roots.map(({ uri }) => uri).slice(0, MOST_ROOTS) } : {}),
    answers: pending ? [...state.answers, replied(pending, responses)] : state.answers,
  }
}

function replied(asked: Asked, responses: Record<string, unknown> | undefined): State['answers'][number] {
  const reply = replyIn(responses)
  if (reply === 'none') return asked
  return reply === 'declined' ? { ...asked, declined: true } : { ...asked, answer: reply.answer }
}

/** Where the environment does not tell the agent, the client has said its name. */
function savedBy(world: World, { agent }: Client): World {
  return world.by.agent !== undefined || agent === undefined ? world : { ...world, by: { ...world.by, agent } }
}
