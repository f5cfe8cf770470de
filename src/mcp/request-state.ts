/**
 * What a call remembers between its rounds. It travels through the client, which may be somebody else's or be talked into
 * something: so it is signed by this home, for this tool, these arguments and this question, and holds for an hour. What is
 * not signed so counts as nothing said.
 */
import type { World } from '../app/world.js'
import { signing } from '../store/signed.js'
import { isObject, type Args, type Asked } from './arguments.js'

export interface State {
  answers: (Asked & { answer?: string; declined?: boolean })[]
  pending?: Asked
  roots?: string[]
  /** When this was sent, in milliseconds. Not in the text itself. */
  sentMs?: number
}

/** Of which call it is. */
export interface StateOf {
  tool: string
  args: Args
}

const MAX_STATE = 20_000
const MAX_AGE_MS = 3_600_000

type Signer = Pick<World, 'home' | 'tag' | 'now'>

export function printState(world: Signer, call: StateOf, state: State): string {
  const { sentMs: _, ...kept } = state
  const body = `${world.now().ms + MAX_AGE_MS}.${JSON.stringify(kept)}`
  return `${signing(world.home, world.tag)(signedText(call, body))}.${body}`
}

export function parseState(world: Signer, call: StateOf, text: unknown): State {
  const [, signature = '', untilMs = '', json = ''] =
    (typeof text === 'string' && text.length <= MAX_STATE && /^([0-9a-f]{64})\.(\d{1,15})\.(.*)$/s.exec(text)) || []
  if (signature === '' || Number(untilMs) < world.now().ms) return { answers: [] }
  if (signing(world.home, world.tag)(signedText(call, `${untilMs}.${json}`)) !== signature) return { answers: [] }
  return { ...stateIn(json), sentMs: Number(untilMs) - MAX_AGE_MS }
}

/** The order of the keys is the client's affair. */
function signedText({ tool, args }: StateOf, body: string): string {
  return JSON.stringify([tool, sorted(args), body])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, sorted(one)])
}

/** It is ours, perhaps of another version. */
export function stateIn(json: string): State {
  const value = parsed(json)
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
  const { id, name, question } = value
  return [
    {
      id: id as string,
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof question === 'string' ? { question } : {}),
    },
  ]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
