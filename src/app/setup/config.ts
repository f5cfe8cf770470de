/** What is set here, where each value comes from, and how it is changed. */
import { isAbsolute, resolve } from 'node:path'
import { redactValue } from '../../core/redact/finished.js'
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'
import { NAME_POLICIES } from '../../core/choose/name.js'
import { LAYOUT_IDS } from '../../layouts/registry.js'
import { projectConfigPath } from '../../store/paths.js'
import { homeConfigPath, readSettings, writeSetting } from '../../store/config-file.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { checkedPaths, ON_EXISTING, ON_RESUME, oneOf, type Settings } from '../../store/settings.js'
import { memoryAgent, memoryOf } from '../layouts/signs.js'
import type { LayoutChoice } from '../layouts/live.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export type ConfigKey =
  | 'layout'
  | 'new-layout'
  | 'memory-dir'
  | 'on-resume'
  | 'on-existing'
  | 'names'
  | 'budget'
  | 'hook-budget'
  | 'offer-hours'
  | 'draft'
  | 'block'
  | 'snapshots'
  | 'snapshots.include'

const SETTING_OF: Record<ConfigKey, keyof Settings> = {
  layout: 'layouts',
  'new-layout': 'newLayout',
  'memory-dir': 'memoryDir',
  'on-resume': 'onResume',
  'on-existing': 'onExisting',
  names: 'names',
  budget: 'budget',
  'hook-budget': 'hookBudget',
  'offer-hours': 'offerHours',
  draft: 'draft',
  block: 'block',
  snapshots: 'snapshots',
  'snapshots.include': 'snapshotsInclude',
}

/** The rest hold for every project alike. */
const OF_PROJECT: readonly ConfigKey[] = ['layout', 'memory-dir', 'on-resume', 'on-existing']

export interface ConfigLine {
  key: ConfigKey
  value: string
  /** Where it comes from: a file, the environment, or what was found. */
  from: string
}

export async function config(world: World, choice: LayoutChoice = {}): Promise<ConfigLine[]> {
  const located = locate(world)
  const files = filesOf(world, located)
  const { openWorld } = await import('../layouts/open.js')
  const opened = await openWorld(world, { ...choice, dryRun: true })
  const { policy } = opened.world.config
  const live = opened.layouts?.live.map((one) => `${one.layout.id} (${one.folder})`) ?? []
  const first = opened.layouts?.live[0]?.layout.id
  const byPolicy = first === undefined ? 'by default' : `by ${first}`
  return [
    line(files, 'layout', live.length === 0 ? 'none' : live.join(', '), 'found by their files'),
    line(files, 'new-layout', opened.world.config.newLayout ?? 'none', 'by default'),
    line(
      files,
      'memory-dir',
      memoryOf(opened.world, located, opened.world.config.memoryDir) ?? 'off',
      memoryFrom(world),
    ),
    line(files, 'on-resume', policy.onResume, byPolicy),
    line(files, 'on-existing', policy.onExisting, byPolicy),
    line(files, 'names', world.config.names ?? policy.naming, world.env['DOGEAR_NAMES'] ? 'DOGEAR_NAMES' : byPolicy),
    line(files, 'budget', String(world.config.budget), 'by default'),
    line(files, 'hook-budget', String(world.config.hookBudget), 'by default'),
    line(files, 'offer-hours', String(world.config.offerHours), 'by default'),
    line(files, 'block', files.at(-1)?.settings.block ? 'on' : 'off', 'by default'),
    line(files, 'snapshots', world.config.snapshots === false ? 'off' : 'on', 'by default'),
    line(files, 'snapshots.include', world.config.snapshotsInclude?.join(', ') ?? 'none', 'by default'),
    line(files, 'draft', world.config.draft ?? 'off', 'by default'),
  ]
}

export interface ConfigChange {
  key: ConfigKey
  values: readonly string[]
  /** For every project instead of this one. */
  global: boolean
}

/** Returns the file that was changed. `auto` takes the setting back. */
export function setConfig(world: World, { key, values, global }: ConfigChange): string {
  const wide = global || !OF_PROJECT.includes(key)
  const path = wide ? homeConfigPath(world.home) : projectConfigPath(ensureProject(locate(world), world.tag))
  const value = values[0] === 'auto' ? undefined : checked(world, key, values)
  if (redactValue(value) !== value || (typeof value === 'string' && safeName(value) !== value)) throw holdsSecret(key)
  writeSetting(path, world.home, { key: SETTING_OF[key], value }, world.tag)
  return path
}

function checked(world: World, key: ConfigKey, values: readonly string[]): unknown {
  if (key === 'layout')
    return values[0] === 'none' ? [] : values.map((one) => oneOf(LAYOUT_IDS, one, 'config', 'layout'))
  if (key === 'snapshots.include') return values[0] === 'none' ? [] : checkedPaths(values, 'config')
  const [value, extra] = values
  if (key === 'new-layout' && value === 'none' && extra === undefined) return undefined
  if (value === undefined || extra !== undefined) throw oneValue(key)
  if (key === 'memory-dir') return value.startsWith('~/') || isAbsolute(value) ? value : resolve(world.cwd, value)
  if (key === 'budget' || key === 'hook-budget') return count(value, key)
  if (key === 'offer-hours') return hours(value)
  if (key === 'draft') return command(value)
  if (key === 'snapshots' || key === 'block') return oneOf(ON_OFF, value, 'config', 'answer') === 'on'
  if (key === 'new-layout') return oneOf(LAYOUT_IDS, value, 'config', 'layout')
  if (key === 'names') return oneOf(NAME_POLICIES, value, 'config', 'policy for names')
  return key === 'on-resume'
    ? oneOf(ON_RESUME, value, 'config', 'way to resume')
    : oneOf(ON_EXISTING, value, 'config', 'way to save a known name')
}

const ON_OFF = ['on', 'off'] as const

interface SettingFile {
  path: string
  settings: Settings
}

/** The nearest first. */
function filesOf(world: World, { exists, project }: Located): SettingFile[] {
  const paths = [...(exists ? [projectConfigPath(project)] : []), homeConfigPath(world.home)]
  return paths.map((path) => ({ path, settings: readSettings(path) }))
}

function line(files: readonly SettingFile[], key: ConfigKey, value: string, otherwise: string): ConfigLine {
  const set = files.find(({ settings }) => settings[SETTING_OF[key]] !== undefined)
  return { key, value, from: set ? set.path : otherwise }
}

function memoryFrom({ env }: World): string {
  return env['DOGEAR_MEMORY_DIR'] ? 'DOGEAR_MEMORY_DIR' : `where ${memoryAgent()?.title ?? 'an agent'} keeps it`
}

function hours(value: string): number {
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(value)) return Number(value)
  throw new DogearError('usage', `"${safeName(value).slice(0, 40)}" is no number of hours`, {
    next: 'dogear config offer-hours 24',
  })
}

function count(value: string, key: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new DogearError('usage', `"${safeName(value).slice(0, 40)}" is no number of characters`, {
    next: `dogear config ${key} ${key === 'budget' ? 6000 : 2500}`,
  })
}

function command(value: string): string {
  if (value.trim() !== '') return value
  throw new DogearError('usage', 'the command that drafts is empty', {
    expected: 'dogear config draft "claude -p --model haiku"',
    next: 'dogear config draft auto',
  })
}

/** It is needed exactly, and it is written to disk. */
function holdsSecret(key: ConfigKey): DogearError {
  return new DogearError(
    'bad-input',
    `the value for ${key} holds a secret, and settings are kept on disk as they are`,
    {
      expected: 'a value without a secret in it',
      next:
        key === 'draft' ? 'put it into a variable: dogear config draft \'draft --key "$KEY"\'' : 'rename the folder',
    },
  )
}

function oneValue(key: ConfigKey): DogearError {
  return new DogearError('usage', `${key} takes one value`, {
    expected: `dogear config ${key} VALUE`,
    next: 'dogear help config',
  })
}
