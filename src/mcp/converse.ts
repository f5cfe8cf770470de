/**
 * A call that may have to ask something first: the user for a choice, the client for its open folders. Both go out as an
 * "input required" result, and the call comes in again with the reply; the SDK does the same for older clients. What was
 * said so far travels in the request state, which is signed: see request-state.ts.
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
import { ABOUT, DogearError, type Option, type Question } from '../core/errors.js'
import { redactValue } from '../core/redact/finished.js'
import { cleanLine, cleanText } from '../core/text/text.js'
import { readHookState } from '../store/session/hook-state.js'
import { readSessionNow } from '../store/session/session-now.js'
import { withAnswer, type Args, type Asked } from './arguments.js'
import { placeOf, type Client, type Host } from './caller.js'
import { parseState, printState, type State } from './request-state.js'

interface Talk<T> {
  host: Host
  /** Which tool or prompt is called. */
  tool: string
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
  const world = await talk.host.worldIn()
  const sent = parseState(world, talk, ctx.mcpReq.requestState<string>())
  const tookMs = world.now().ms - (sent.sentMs ?? 0)
  const state = heard(sent, ctx.mcpReq.inputResponses, tookMs)
  try {
    return await attemptAnswered(talk, state)
  } catch (error) {
    const question = error instanceof DogearError ? error.needs : undefined
    if (!question) throw error
    const before = state.answers.find((one) => isSame(one, question))
    if (before || !client.asks) return talk.open(question, before?.declined === true)
    const others = state.answers.filter(({ id }) => id !== question.id)
    return inputRequired({
      inputRequests: redactValue(formOf(question, client.modern)),
      requestState: printState(world, talk, { ...state, answers: others, pending: askedBy(question) }),
    })
  }
}

/** The words count, too: what the user said yes to is what they were shown. */
function askedBy({ id, name, question, [ABOUT]: about }: Question): Asked {
  return { id, ...present({ name }), ...(id === 'trust' ? { question: cleanText(`${question} ${about ?? ''}`) } : {}) }
}

/** A repository may bring along something else by the time the user has answered: then the answer is to nothing. */
async function attemptAnswered<T>(talk: Talk<T>, state: State): Promise<T | InputRequiredResult> {
  const given = state.answers.find(({ id, answer }) => id === 'trust' && answer !== undefined)
  if (!given) return attempt(talk, state)
  try {
    return await attempt(talk, { ...state, answers: state.answers.filter((one) => one !== given) })
  } catch (error) {
    const question = error instanceof DogearError ? error.needs : undefined
    if (!question || !isSame(given, question)) throw error
  }
  return attempt(talk, state)
}

function isSame(asked: Asked, question: Question): boolean {
  return asked.id === question.id && asked.question === askedBy(question).question
}

/** Where the environment does not tell the agent, the client has said its name, and its hooks which session it runs. */
function calledBy(world: World, { agent }: Client): World {
  if (world.by.agent !== undefined || agent === undefined) return world
  const session = world.by.session ?? readSessionNow(world.home) ?? ''
  const isItsOwn = world.by.session !== undefined || readHookState(world.home, session)?.agent === agent
  return { ...world, by: { ...world.by, agent, ...(isItsOwn ? { session } : {}) } }
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
    return run(calledBy(world, client), answered, asks)
  }
  if (!client.modern) return attempt(talk, { ...state, roots: await rootsOf(ctx) })
  return inputRequired({
    inputRequests: { roots: inputRequired.listRoots() },
    requestState: printState(await host.worldIn(), talk, { ...state, roots: [] }),
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
function heard({ pending, ...state }: State, responses: Record<string, unknown> | undefined, tookMs: number): State {
  const roots = inputResponse(responses, 'roots')
  return {
    ...state,
    ...(roots.kind === 'roots' ? { roots: roots.roots.map(({ uri }) => uri).slice(0, MAX_ROOTS) } : {}),
    answers: pending ? [...state.answers, replied(pending, responses, tookMs)] : state.answers,
  }
}

/** Nobody reads a question and declines it in that time: some clients decline by themselves, where no user is there to ask. */
const TOO_QUICK_MS = 250

function replied(
  asked: Asked,
  responses: Record<string, unknown> | undefined,
  tookMs: number,
): State['answers'][number] {
  const reply = replyIn(responses)
  if (reply === 'none' || (reply === 'declined' && tookMs < TOO_QUICK_MS)) return asked
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
