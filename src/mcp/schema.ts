/**
 * The arguments of tools and prompts, as plain JSON Schema. It is written by hand because every character of it is
 * paid for in each session. What arrives is checked in arguments.ts, whose errors say what to send instead.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

export interface ObjectSchema {
  type: 'object'
  properties: Record<string, { type?: string; description?: string; [key: string]: unknown }>
  required?: readonly string[]
}

export type Given = Readonly<Record<string, unknown>>

/** In the form the SDK takes. It lets every object pass. */
export function asStandard(schema: ObjectSchema): StandardSchemaWithJSON<Given, Given> {
  const json = (): Record<string, unknown> => ({ ...schema })
  return {
    '~standard': {
      version: 1,
      vendor: 'dogear',
      validate: (value) => ({ value: isObject(value) ? value : {} }),
      jsonSchema: { input: json, output: json },
    },
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
