/** A checkpoint's JSON as what it says. Keys nobody knows are kept; values of another type are taken as text. */
import type { Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { tidyText } from '../../core/text/text.js'
import { nameOf, parseBlockers, parseDecisionText, printDecisionText, printLabelled } from '../common/prose.js'
import {
  CONTEXT_KEYS,
  EXTRA_KEY,
  type Json,
  KEYS,
  LEFT_OFF,
  OWN_KEY,
  TDD_PHASE,
  isObject,
  parseObject,
  without,
} from './json.js'
import { planPath } from './places.js'

interface Checkpoint {
  /** The workstream, where dogear wrote the file. */
  workstream: string | null
  activePlan: string | null
  timestamp: string | null
  fields: Fields
  extraKeys: Record<string, unknown>
}

/** The checkpoint, or what is wrong with it, as the end of a sentence. */
export function parseCheckpoint(text: string): Checkpoint | string {
  const json = parseObject(text.startsWith('\ufeff') ? text.slice(1) : text)
  if (typeof json === 'string') return json
  if (!KEYS.some((key) => Object.hasOwn(json, key))) return 'has none of the keys of a checkpoint'
  const context = json['context'] ?? {}
  if (!isObject(context)) return 'has a context that is not an object'
  const own = isObject(json[OWN_KEY]) ? json[OWN_KEY] : {}
  return {
    workstream: typeof own['workstream'] === 'string' ? nameOf(own['workstream']) : null,
    activePlan: textOf(context['active_plan']) || null,
    timestamp: typeof json['timestamp'] === 'string' ? json['timestamp'] : null,
    fields: parseFields(json, context, own),
    extraKeys: parseExtra(json, context),
  }
}

function parseFields(json: Json, context: Json, own: Json): Fields {
  const [task, leftOff] = splitOnce(textOf(json['summary']), LEFT_OFF)
  const phase = textOf(context['active_tdd_phase'])
  return normaliseFields({
    task: { text: task },
    leftOff: { text: leftOff },
    next: { text: textOf(json['next_action']) },
    decisions: listOf(json['decisions']).map((value) => parseDecisionText(tidyText(sentenceOf(value)))),
    ...parseBlockers(listOf(json['blockers']).map(textOf)),
    context: phase === '' ? [] : [{ text: printLabelled(TDD_PHASE, phase) }],
    files: listOf(context['files_in_progress']).map((value) => ({ path: textOf(value) })),
    ...parsePlan(context, own),
  })
}

/** What dogear wrote says itself which plan was meant: the active one may be only where the file lies. */
function parsePlan(context: Json, own: Json): Partial<Fields> {
  const active = textOf(context['active_plan'])
  const path = Object.hasOwn(own, 'plan') ? textOf(own['plan']) : active && planPath(active)
  const stage = textOf(context['active_plan_stage'])
  if (path === '') return { stage }
  return /^\d{1,15}$/.test(stage) ? { plan: { path, step: Number(stage) } } : { plan: { path }, stage }
}

function parseExtra(json: Json, context: Json): Record<string, unknown> {
  const inContext = without(context, CONTEXT_KEYS)
  const extra = {
    ...without(json, [...KEYS, OWN_KEY]),
    ...(Object.keys(inContext).length > 0 && { context: inContext }),
  }
  return Object.keys(extra).length === 0 ? {} : { [EXTRA_KEY]: extra }
}

function listOf(value: unknown): unknown[] {
  return value == null ? [] : Array.isArray(value) ? value : [value]
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return tidyText(value)
  if (value == null) return ''
  if (!isObject(value)) return JSON.stringify(value)
  const text = firstText(value, ['text', 'path', 'file', 'name', 'summary', 'description', 'title'])
  return text ?? JSON.stringify(value)
}

/** Some write decisions as objects. */
function sentenceOf(value: unknown): string {
  if (!isObject(value)) return textOf(value)
  const text = firstText(value, ['decision', 'what', 'choice', 'text', 'summary', 'title'])
  if (text === null) return textOf(value)
  const why = firstText(value, ['why', 'rationale', 'reason', 'because'])
  const rejected = listOf(value['rejected'] ?? value['alternatives'])
    .map(textOf)
    .filter(Boolean)
  return printDecisionText({ text, ...(why !== null && { why }), ...(rejected.length > 0 && { rejected }) })
}

function firstText(object: Json, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = object[key]
    const text = typeof value === 'string' ? tidyText(value) : ''
    if (text !== '') return text
  }
  return null
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by)
  return at <= 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}
