/**
 * What the user's settings and environment say about the size of the context. Where the client compacts early, 70 % of
 * the model's window is never reached; so the limit counts as the window.
 */
import { present } from '../../core/present.js'
import { join } from 'node:path'
import { DEFAULT_WINDOW, type WindowHints } from '../../core/session/context.js'
import { readTextFile } from '../../platform/files/files.js'
import type { WindowPlace } from '../agent.js'
import { numberOf, objectOf, type Json } from '../common/values.js'
import { configRoot } from './folders.js'

const SETTINGS_BYTES = 1_000_000
const LARGE = 1_000_000
/** The client brings what is set into these bounds. */
const MIN_LIMIT = 100_000
const SUFFIX = /\[1m\]$/i

export function readWindowHints(place: WindowPlace): WindowHints {
  const files = readSettings(place)
  // Variables may be set in the settings too; the client then has them, and a terminal beside it has not.
  const env: Json = Object.assign({}, ...files.map((file) => objectOf(file['env'])).toReversed(), place.env)
  const compactsAt = limitIn(files, env, place.model)
  const window = windowIn(files, env, place.model)
  return {
    ...present({ settings: window, compactsAt, reserve: compactsItself(files, env) ? RESERVE : undefined }),
    ...(maySave(files) && { maySave: true }),
  }
}

/** The strongest first. What cannot be read says nothing. */
function readSettings({ userHome, env, worktree }: WindowPlace): Json[] {
  const own = join(configRoot({ userHome, env }), 'settings.json')
  const project = worktree === undefined ? [] : ['settings.local.json', 'settings.json']
  const paths = [...project.map((name) => join(worktree as string, '.claude', name)), own]
  return paths.flatMap((path) => {
    try {
      const settings = objectOf(JSON.parse(readTextFile(path, SETTINGS_BYTES) ?? 'null'))
      return settings ? [settings] : []
    } catch {
      return []
    }
  })
}

/** Kept free for its answer (20,000) and for the compaction itself (13,000): seen with 2.1.100 and 2.1.325. */
const RESERVE = 33_000

function compactsItself(files: readonly Json[], env: Json): boolean {
  const enabled = files.find((file) => file['autoCompactEnabled'] !== undefined)?.['autoCompactEnabled']
  return !isOn(env['DISABLE_AUTO_COMPACT']) && !isOn(env['DISABLE_COMPACT']) && enabled !== false
}

const SAVES = /^mcp__(?:dogear|plugin_dogear_dogear)(?:__(?:save|\*))?$/

/** A rule that denies it, or has the user asked, counts more. */
function maySave(files: readonly Json[]): boolean {
  const has = (list: string): boolean =>
    files.some((file) => {
      const rules = objectOf(file['permissions'])?.[list]
      return Array.isArray(rules) && rules.some((rule) => typeof rule === 'string' && SAVES.test(rule))
    })
  return has('allow') && !has('deny') && !has('ask')
}

function limitIn(files: readonly Json[], env: Json, model: string | undefined): number | undefined {
  if (!compactsItself(files, env)) return undefined
  const said = [
    env['CLAUDE_CODE_AUTO_COMPACT_WINDOW'],
    ...files.flatMap((file) => [limitFor(model, file), file['autoCompactWindow']]),
  ]
  const first = said.map(tokensOf).find((tokens) => tokens !== undefined)
  return first === undefined ? undefined : Math.min(Math.max(first, MIN_LIMIT), LARGE)
}

function limitFor(model: string | undefined, file: Json): unknown {
  if (model === undefined) return undefined
  const found = Object.entries(objectOf(file['modelSettings']) ?? {}).find(([name]) => plain(name) === plain(model))
  return objectOf(found?.[1])?.['autoCompactWindow']
}

/** "sonnet[1m]" in the settings: the transcript of such a session only says "claude-sonnet-4-5". */
function windowIn(files: readonly Json[], env: Json, model: string | undefined): number | undefined {
  if (isOn(env['CLAUDE_CODE_DISABLE_1M_CONTEXT'])) return DEFAULT_WINDOW
  const chosen = [env['ANTHROPIC_MODEL'], ...files.map((file) => file['model'])].find((name) => name !== undefined)
  const stands = Object.entries(env).filter(
    ([name]) => name.startsWith('ANTHROPIC_DEFAULT_') && name.endsWith('_MODEL'),
  )
  const isLarge = [chosen, ...stands.map(([, name]) => name)].some(
    (name) =>
      typeof name === 'string' && SUFFIX.test(name) && (model === undefined || plain(model).includes(plain(name))),
  )
  return isLarge ? LARGE : undefined
}

/** Without the suffix and the date: "claude-sonnet-4-5-20250929" and "claude-sonnet-4-5[1m]" are one model. */
function plain(model: string): string {
  return model
    .toLowerCase()
    .replace(SUFFIX, '')
    .replace(/-\d{8}$/, '')
}

function tokensOf(value: unknown): number | undefined {
  const tokens = typeof value === 'string' && value.trim() !== '' ? Number(value.replaceAll('_', '')) : numberOf(value)
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : undefined
}

function isOn(value: unknown): boolean {
  return value === '1' || value === 'true' || value === 1 || value === true
}
