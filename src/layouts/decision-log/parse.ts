/**
 * A checkpoint's JSON as what it says, and what the place of its file says. Keys nobody knows are kept; values of another
 * type are taken as text.
 */
import type { Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { present } from '../../core/present.js'
import { msOf, tidyText, jsonDepth } from '../../core/text/text.js'
import { nameOf, parseBlockers, parseDecisionText, printDecisionText, printLabelled } from '../common/prose.js'

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
  return printDecisionText(
    present({ text, why: why ?? undefined, rejected: rejected.length > 0 ? rejected : undefined }),
  )
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

/** The names in a checkpoint's JSON. */
export const KEYS = ['timestamp', 'summary', 'decisions', 'next_action', 'blockers', 'context'] as const
export const CONTEXT_KEYS = ['active_plan', 'active_plan_stage', 'active_tdd_phase', 'files_in_progress'] as const
/** What the schema has no place for and a reader needs: the workstream, and which plan the entry itself names. */
export const OWN_KEY = 'dogear'
/** Under which an entry keeps the keys that nobody knows. */
export const EXTRA_KEY = 'decision-log'
/** Between the task and where it was left, in the summary. */
export const LEFT_OFF = ' — left off: '
export const TDD_PHASE = 'TDD phase'

export type Json = Record<string, unknown>

/** As deep as a value of an entry may be, with room for what is put around it. */
const MAX_DEPTH = 24
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** The object in the text, or what is wrong with it. */
export function parseObject(text: string): Json | string {
  if (text.trim() === '') return 'is empty'
  if (text.includes('\0')) return 'is not text: it has NUL characters'
  if (jsonDepth(text) > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep`
  const value = parseJson(text)
  if (value === undefined) return 'is not complete JSON'
  if (!isObject(value)) return 'is not a JSON object'
  return findHarm(value) ?? value
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function without(object: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

function parseJson(text: string): unknown {
  try {
    // There is no way to write -0 that another program would keep.
    return JSON.parse(text, (_key, value: unknown) => (Object.is(value, -0) ? 0 : value))
  } catch {
    return undefined
  }
}

function findHarm(value: unknown): string | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'has a number that is too large'
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) return `has the key ${key}, which is not allowed`
    const harm = findHarm(inner)
    if (harm !== null) return harm
  }
  return null
}

// Checkpoints lie beside their plan, or in the global folder.

export const GLOBAL = '.claude/checkpoints'
const PLANS = '.claude/plans'
const GLOBAL_FILE = /^\.claude\/checkpoints\/[^/]+\.json$/
const PLAN_FILE = /^\.claude\/plans\/([^/]+)\/checkpoints\/[^/]+\.json$/
const STAMP = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-(\d{1,6}))?\.json$/

export function isCheckpointPath(path: string): boolean {
  return GLOBAL_FILE.test(path) || PLAN_FILE.test(path)
}

/** The plan in whose folder the file lies. */
export function planOfPath(path: string): string | null {
  return PLAN_FILE.exec(path)?.[1] ?? null
}

export function placeOf(activePlan: string | null, timestamp: string): string {
  const folder = activePlan === null ? GLOBAL : `${PLANS}/${activePlan}/checkpoints`
  return `${folder}/${timestamp.replace(/[-:]/g, '')}.json`
}

/** The name of a plan stands for its folder. */
function planPath(plan: string): string {
  return `${PLANS}/${plan}`
}

/** The name of the plan at this path: its folder's, or its file's without the ending. */
export function planName(path: string): string {
  const last =
    path
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? path
  return path.startsWith(`${PLANS}/`) ? (path.split('/')[2] ?? last).replace(/\.md$/i, '') : last.replace(/\.md$/i, '')
}

/** The time a file's name tells. */
export function msOfPath(path: string): number | null {
  const match = STAMP.exec(path)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7)
  return msOf(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** 1 for the first of a second, 2 for `…Z-2.json`. */
export function countOfPath(path: string): number {
  return Number(STAMP.exec(path)?.[7] ?? 1)
}
