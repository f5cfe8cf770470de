/** When dogear saves by itself. Every number can be set in `<home>/config.json` under "autosave". */
import { DogearError } from '../../errors.js'
import { DEFAULT_BANDS } from '../context.js'

export interface TriggerSettings {
  /** Shares of the context window, rising. Reaching the first and each further one saves and advises. */
  bands: readonly number[]
  idleMs: number
  /** A command expected to take longer than this is saved before. */
  commandSeconds: number
  /** Words that end a session, besides those dogear knows. */
  farewells: readonly string[]
}

export const DEFAULT_TRIGGERS: TriggerSettings = {
  bands: DEFAULT_BANDS.map((percent) => percent / 100),
  idleMs: 10 * 60_000,
  commandSeconds: 30,
  farewells: [],
}

const EXAMPLE = '"autosave": {"context": [70, 85, 95], "idleMinutes": 10, "commandSeconds": 30, "farewells": ["ciao"]}'
const MAX_FAREWELLS = 200

/** `value`: what stands under "autosave"; undefined: nothing. `where`: the file, for the message. */
export function parseTriggerSettings(value: unknown, where: string): TriggerSettings {
  if (value === undefined) return DEFAULT_TRIGGERS
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(where, 'is not an object')
  const { context, idleMinutes, commandSeconds, farewells } = value as Record<string, unknown>
  return {
    bands: context === undefined ? DEFAULT_TRIGGERS.bands : checkedBands(context, where),
    idleMs: 60_000 * checkedNumber('idleMinutes', idleMinutes, DEFAULT_TRIGGERS.idleMs / 60_000, where),
    commandSeconds: checkedNumber('commandSeconds', commandSeconds, DEFAULT_TRIGGERS.commandSeconds, where),
    farewells: farewells === undefined ? [] : checkedWords(farewells, where),
  }
}

function checkedBands(value: unknown, where: string): number[] {
  const percents = (Array.isArray(value) ? value : [value]) as unknown[]
  const isRight = percents.length > 0 && percents.every((one) => typeof one === 'number' && one > 0 && one <= 100)
  if (!isRight) throw refuse(where, '"context" is not a list of percentages')
  return (percents as number[]).map((percent) => percent / 100).toSorted((a, b) => a - b)
}

function checkedNumber(key: string, value: unknown, otherwise: number, where: string): number {
  if (value === undefined) return otherwise
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw refuse(where, `"${key}" is not a number above 0`)
}

function checkedWords(value: unknown, where: string): string[] {
  const isRight = Array.isArray(value) && value.length <= MAX_FAREWELLS && value.every((one) => isWord(one))
  if (!isRight) throw refuse(where, '"farewells" is not a list of words')
  return value as string[]
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 100
}

function refuse(where: string, what: string): DogearError {
  return new DogearError('bad-input', `"autosave" in ${where}: ${what}`, {
    expected: EXAMPLE,
    next: `mend or remove "autosave" in ${where}`,
  })
}
