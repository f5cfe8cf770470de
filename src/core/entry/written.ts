/** What a person or agent wrote, as Markdown sections or JSON: partial, and without the machine facts. */
import * as items from './written-items.js'
import { DogearError } from '../errors.js'
import { tidyLine } from '../text/text.js'
import type { Decision, Failed, Fields } from './entry.js'
import { checkSize } from './front-matter.js'
import { normaliseFields } from './normalise.js'
import { MAX_ENTRY_BYTES } from './seal.js'
import type { Written } from './written-items.js'
import { decisionFrom, failedFrom, parseWrittenJson } from './written/json.js'
import { parseWrittenMarkdown } from './written/markdown.js'

export { normaliseFields }
export { parseFileRef } from './written-items.js'
export type { Written }

/** JSON if it begins with `{`, else Markdown. Everything in it counts as stated. */
export function parseWritten(text: string): Written {
  checkSize(text, MAX_ENTRY_BYTES)
  const trimmed = text.replace(/^\ufeff/, '').trimStart()
  const written = trimmed.startsWith('{') ? parseWrittenJson(trimmed) : parseWrittenMarkdown(trimmed)
  const extraSections = written.extraSections.map(({ title, text: body }) => ({ title: tidyLine(title), text: body }))
  return { ...written, fields: given(normaliseFields(written.fields)), extraSections }
}

/** "what — why", or JSON {"what", "why"}. */
export function parseFailed(text: string, key = 'failed'): Failed {
  const failed = text.trimStart().startsWith('{') ? failedFrom(key, parseJson(text)) : [items.parseFailed(text)]
  return one(failed, 'jose — no ESM build')
}

/** "what — why — rejected: a; b", or JSON {"what", "why", "rejected"}. */
export function parseDecision(text: string, key = 'decisions'): Decision {
  const decisions = text.trimStart().startsWith('{') ? decisionFrom(key, parseJson(text)) : [items.parseDecision(text)]
  return one(decisions, 'signed cookies — no server state — rejected: JWT; sessions')
}

function one<T extends { text: string }>(found: readonly T[], example: string): T {
  const first = found[0]
  if (first && first.text !== '') return first
  throw new DogearError('bad-input', 'There is no text.', { expected: `a line such as: ${example}` })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DogearError('bad-input', `The JSON cannot be read: ${(cause as Error).message}.`, {
      expected: 'text, or an object such as {"what": "jose", "why": "no ESM build"}',
      cause,
    })
  }
}

/** Only what was said: an empty list would look like a statement that there is nothing. */
function given(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !Array.isArray(value) || value.length > 0))
}
