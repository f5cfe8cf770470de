/** Uninstall: takes out of the files of Claude Code what init put in, and nothing else. Entries stay. */
import { placesFor, SCOPES, type Scope } from '../../agents/claude-code/install.js'
import { takeOutOurs } from '../../agents/claude-code/settings.js'
import { removeFolderIfEmpty, statOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { realPathOf } from '../../platform/place.js'
import { dropInstalled, installedPath, readAllInstalled, readInstalled, type Installed } from '../../store/installed.js'
import { projectConfigPath } from '../../store/paths.js'
import { homeConfigPath, readSettings, writeSetting } from '../../store/config-file.js'
import { ensureProject } from '../../store/projects/projects.js'
import { applyForeign, readForeign, type ForeignEdit } from '../../store/views/foreign-edit.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

interface UninstallRequest {
  /** Absent: every scope that holds here. */
  scope?: Scope
  followLinks: boolean
  dryRun: boolean
}

export interface UninstallResult {
  files: { path: string; change: 'changed' | 'removed' }[]
  notes: string[]
  dryRun: boolean
}

export function uninstall(world: World, request: UninstallRequest): UninstallResult {
  const scopes = request.scope === undefined ? SCOPES : [request.scope]
  const root = locate(world).worktree
  // One after the other: two scopes may share a file.
  const plans = scopes.map((scope) => {
    const plan = planScope(world, root, scope, request.followLinks)
    if (!request.dryRun) carryOut(world, plan)
    return plan
  })
  const files = plans.flatMap(({ edits, memoryView }) => [
    ...edits.map(({ file, text }) => ({ path: file.path, change: changeOf(text) })),
    ...(memoryView === undefined ? [] : [{ path: memoryView, change: 'changed' as const }]),
  ])
  return { files, notes: plans.flatMap((plan) => plan.notes), dryRun: request.dryRun }
}

function changeOf(text: string | null): 'changed' | 'removed' {
  return text === null ? 'removed' : 'changed'
}

interface Plan {
  path: string
  record: Installed | null
  edits: ForeignEdit[]
  /** The config.json in which init switched the view of MEMORY.md on, where it still is. */
  memoryView: string | undefined
  notes: string[]
}

function planScope(world: World, root: string, scope: Scope, follow: boolean): Plan {
  const places = placesFor(scope, { userHome: world.userHome, env: world.env, root })
  const path = installedPath(world.home, { agent: 'claude-code', scope, ...(scope === 'user' ? {} : { root }) })
  const record = readInstalled(path)
  const known = record?.files.map((file) => file.path) ?? []
  // A link that init was told to follow was followed then: the record has the file behind it.
  const files = [places.settings, places.servers.file].map((file) =>
    known.includes(realPathOf(file)) ? realPathOf(file) : file,
  )
  const edits = [...new Set([...files, ...known])].flatMap((file) =>
    planFile(file, record, places.servers.path, follow),
  )
  const { edits: removals, notes } = planCopies(world, record, path)
  const view = record?.memoryView
  const memoryView = view !== undefined && isMemoryViewOn(view) ? view : undefined
  return { path, record, edits: [...edits, ...removals], memoryView, notes }
}

function planFile(path: string, record: Installed | null, server: readonly string[], follow: boolean): ForeignEdit[] {
  const stat = statOf(path)
  if (!stat) return []
  const file = readForeign(path, follow)
  const known = record?.files.find((one) => one.path === file.path)
  if (file.text === null) return []
  const text = takeOutOurs(file.text, known?.inserted, [server])
  if (text === file.text) return []
  return [{ file, text: text === '' && known?.made ? null : text, mode: stat.mode & 0o777 }]
}

/** A copy that somebody changed is theirs now; one that another scope uses too stays. */
function planCopies(world: World, record: Installed | null, path: string): { edits: ForeignEdit[]; notes: string[] } {
  const others = readAllInstalled(world.home).filter((one) => installedPath(world.home, one) !== path)
  const used = new Set(others.flatMap((one) => one.copies.map((copy) => copy.path)))
  const found = (record?.copies ?? [])
    .filter((copy) => !used.has(copy.path) && statOf(copy.path) !== null)
    .map((copy) => ({ copy, file: readForeign(copy.path, true) }))
  const isSame = ({ copy, file }: (typeof found)[number]): boolean => sha256Hex(file.text ?? '') === copy.sha256
  return {
    edits: found.filter(isSame).map(({ file }) => ({ file, text: null, mode: 0o600 })),
    notes: found
      .filter((one) => !isSame(one))
      .map(({ file }) => `${file.path} was changed since it was copied, so it stays. Remove it yourself.`),
  }
}

function carryOut(world: World, { path, record, edits, memoryView }: Plan): void {
  if (edits.length > 0) applyForeign(world.home, edits, world.tag)
  if (!record) return
  for (const folder of record.folders.toReversed()) removeFolderIfEmpty(folder)
  if (memoryView !== undefined) unswitchMemoryView(world, memoryView)
  dropInstalled(path)
}

// The view of MEMORY.md: with it a session of Claude Code without hooks still sees which checkpoints there are. It is
// kept beside the layouts whose files are found, and where the agent's memory is off nothing is kept.

/** The file in which init switches it on; undefined where the user has said something about it, or about layouts. */
export function planMemoryView(world: World, scope: Scope): string | undefined {
  const path = scope === 'user' ? homeConfigPath(world.home) : projectConfigPath(locate(world).project)
  const { memoryView, layouts } = readSettings(path)
  return memoryView === undefined && layouts === undefined ? path : undefined
}

export function switchMemoryView(world: World, scope: Scope): void {
  const path =
    scope === 'user' ? homeConfigPath(world.home) : projectConfigPath(ensureProject(locate(world), world.tag))
  writeSetting(path, world.home, { key: 'memoryView', value: true }, world.tag)
}

/** False: the user has switched it off meanwhile. */
function isMemoryViewOn(path: string): boolean {
  return readSettings(path).memoryView === true
}

function unswitchMemoryView(world: World, path: string): void {
  writeSetting(path, world.home, { key: 'memoryView', value: undefined }, world.tag)
}
