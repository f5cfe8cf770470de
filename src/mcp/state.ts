/** What a call remembers between its rounds. It comes back from the client, so everything in it is checked again. */
import type { Asked } from './answers.js'
import { isObject } from './schema.js'

export interface State {
  answers: (Asked & { answer?: string; declined?: boolean })[]
  pending?: Asked
  roots?: string[]
}

const LONGEST = 20_000

export function printState(state: State): string {
  return JSON.stringify(state)
}

/** Anything that is not ours counts as nothing said. */
export function parseState(text: unknown): State {
  const value = typeof text === 'string' && text.length <= LONGEST ? parsed(text) : null
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
