/** What config.json may say: the one of the home for every project, the one of a project for that alone. */
import { safeName } from '../core/redact/safe-name.js'
import { NAME_POLICIES, type NamePolicy } from '../core/choose/name.js'
import { DogearError } from '../core/errors.js'
import { present } from '../core/present.js'
import { shownValue } from '../core/text/text.js'
import type { LayoutId, Policy } from '../layouts/layout.js'
import { bytesOf, isInside } from '../core/undo/bytes.js'
import { LAYOUT_IDS } from '../layouts/registry.js'

export interface Settings {
  names?: NamePolicy
  /** Characters a briefing may have. */
  budget?: number
  /** The same where a hook hands it to a model; a budget that is set holds for both. */
  hookBudget?: number
  /** For so long a new session is told where the last work stands, and not only that there is some. */
  offerHours?: number
  /** The layouts to keep; [] for none. Absent: those whose files are there. */
  layouts?: readonly LayoutId[]
  /** The one to begin with where no files of any lie. `dogear init` sets it where the skill of one is installed. */
  newLayout?: LayoutId
  /** Where the agent's memory lies, if not where the agent itself would look. */
  memoryDir?: string
  /** Keep MEMORY.md current also where no checkpoint lies in it yet. `dogear init` switches it on. */
  memoryView?: boolean
  onResume?: Policy['onResume']
  onExisting?: Policy['onExisting']
  /** False: no takes of the work tree are made. */
  snapshots?: boolean
  /** Prompts are kept back where the context is full, and compactions where nothing could be saved. */
  block?: boolean
  /** Files that git ignores and that takes hold all the same. */
  snapshotsInclude?: readonly string[]
  /** The command that drafts each save made in a terminal; absent: none does. */
  draft?: string
}

export const ON_RESUME: readonly Policy['onResume'][] = ['keep', 'consume', 'confirm']
export const ON_EXISTING: readonly Policy['onExisting'][] = ['continue', 'ask', 'append']
export const MAX_SETTINGS_BYTES = 64_000

/** What somebody has set comes before what a layout or dogear itself would do. */
export function policyWith(policy: Policy, { onResume, onExisting }: Settings): Policy {
  return { ...policy, ...present({ onResume, onExisting }) }
}

/** Keys it does not know are left alone. `path` is for the error. */
export function parseSettings(text: string, path: string): Settings {
  const {
    names,
    budget,
    hookBudget = budget,
    layouts,
    newLayout,
    memoryDir,
    memoryView,
    onResume,
    onExisting,
    draft,
    offerHours,
    block,
    snapshots,
    snapshotsInclude,
  } = parseObject(text, path)
  return {
    ...(names === undefined ? {} : { names: oneOf(NAME_POLICIES, names, path, 'policy for names') }),
    ...(budget === undefined ? {} : { budget: checkedBudget(budget, 'budget', path) }),
    ...(hookBudget === undefined ? {} : { hookBudget: checkedBudget(hookBudget, 'hookBudget', path) }),
    ...(offerHours === undefined ? {} : { offerHours: checkedHours(offerHours, path) }),
    ...(layouts === undefined ? {} : { layouts: checkedLayouts(layouts, path) }),
    ...(newLayout === undefined ? {} : { newLayout: oneOf(LAYOUT_IDS, newLayout, path, 'layout') }),
    ...(memoryDir === undefined ? {} : { memoryDir: checkedFolder(memoryDir, path) }),
    ...(typeof memoryView === 'boolean' ? { memoryView } : {}),
    ...(onResume === undefined ? {} : { onResume: oneOf(ON_RESUME, onResume, path, 'way to resume') }),
    ...(onExisting === undefined
      ? {}
      : { onExisting: oneOf(ON_EXISTING, onExisting, path, 'way to save a known name') }),
    ...(draft === undefined ? {} : { draft: checkedDraft(draft, path) }),
    ...(typeof block === 'boolean' ? { block } : {}),
    ...(typeof snapshots === 'boolean' ? { snapshots } : {}),
    ...(snapshotsInclude === undefined ? {} : { snapshotsInclude: checkedPaths(snapshotsInclude, path) }),
  }
}

export function parseObject(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below, in the same words as for a document that is no object.
  }
  throw new DogearError('bad-input', `${path} is not a JSON object`, {
    expected: '{"names":"lower","budget":6000}',
    next: `mend or remove ${path}`,
  })
}

export function oneOf<T extends string>(known: readonly T[], value: unknown, where: string, what: string): T {
  const found = known.find((one) => one === value)
  if (found !== undefined) return found
  const shown = typeof value === 'string' ? value : shownValue(value)
  throw new DogearError('bad-input', `"${safeName(shown).slice(0, 40)}" is no ${what} (from ${where})`, {
    expected: `one of ${known.join(', ')}`,
  })
}

function checkedBudget(value: unknown, key: 'budget' | 'hookBudget', path: string): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new DogearError('bad-input', `"${key}" in ${path} is not a number of characters`, {
    expected: `"${key}": ${key === 'budget' ? 6000 : 2500}`,
  })
}

function checkedHours(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value
  throw new DogearError('bad-input', `"offerHours" in ${path} is not a number of hours`, {
    expected: '"offerHours": 24, or 0 for never',
  })
}

function checkedLayouts(value: unknown, path: string): LayoutId[] {
  if (Array.isArray(value)) return value.map((one) => oneOf(LAYOUT_IDS, one, path, 'layout'))
  throw new DogearError('bad-input', `"layouts" in ${path} is not a list`, {
    expected: `"layouts": ["${LAYOUT_IDS[0]}"], or [] for none`,
  })
}

export function checkedPaths(value: unknown, path: string): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' && isInside(bytesOf(one))))
    return value as string[]
  throw new DogearError('bad-input', `"snapshotsInclude" in ${path} is not a list of paths below the worktree`, {
    expected: '"snapshotsInclude": ["notes/today.md"]',
  })
}

function checkedFolder(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new DogearError('bad-input', `"memoryDir" in ${path} is not a folder`, {
    expected: '"memoryDir": "/home/you/notes"',
  })
}

function checkedDraft(value: unknown, path: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new DogearError('bad-input', `"draft" in ${path} is not a command`, {
    expected: '"draft": "claude -p --model haiku"',
  })
}
