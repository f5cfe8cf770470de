/** Uninstall: takes out of the files of an agent what init put in, and nothing else. Entries stay. */
import { envOutside } from '../../platform/git/outside.js'
import { scopeNamed, type Able } from '../../agents/abilities.js'
import type { Install, InstallScope, ScopePlace } from '../../agents/install.js'
import { present } from '../../core/present.js'
import { removeFolderIfEmpty, statOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { realPathOf } from '../../platform/place.js'
import {
  dropInstalled,
  installedKey,
  installedPath,
  readAllInstalled,
  readInstalled,
  type Installed,
  writeInstalled,
} from '../../store/installed.js'
import {
  applyForeign,
  checkForeign,
  linkOn,
  readForeign,
  type ForeignEdit,
  type Links,
} from '../../store/views/foreign-edit.js'
import { readSettings, writeSetting } from '../../store/config-file.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { areWaysKept, dropWays, skillsOff, switchSkillsOn, type Ways } from './old-skills.js'

interface UninstallRequest {
  /** One of the agent's own. Absent: every one that holds here. */
  scope?: string
  followLinks: boolean
  dryRun: boolean
}

export interface UninstallResult {
  files: { path: string; change: 'changed' | 'removed' | 'on' }[]
  notes: string[]
  dryRun: boolean
}

export async function uninstall(
  world: World,
  agent: Able<'install'>,
  { scope: only, followLinks, dryRun }: UninstallRequest,
): Promise<UninstallResult> {
  const install = await agent.install.load()
  const root = locate(world).worktree
  const scopes = only === undefined ? agent.install.scopes : [scopeNamed(agent, only)]
  const planOf = (scope: InstallScope): Plan => {
    const place = { scope: scope.name, root, userHome: world.userHome, env: envOutside(world, root) }
    const key = installedKey(agent.id, scope, root)
    const links = { follow: followLinks, ...present({ root: key.root }) }
    return planScope(world, install, place, installedPath(world.home, key), links)
  }
  // What is refused in one scope is refused before another is changed.
  for (const scope of scopes) planOf(scope)
  // One after the other: two scopes may share a file.
  const plans = scopes.map((scope) => {
    const plan = planOf(scope)
    if (!dryRun) carryOut(world, plan)
    return plan
  })
  const files = plans.flatMap(({ edits, memoryView, ways, skills }) => [
    ...edits.map(({ file, text }) => ({
      path: file.path,
      change: text === null ? ('removed' as const) : ('changed' as const),
    })),
    ...(memoryView === undefined ? [] : [{ path: memoryView, change: 'changed' as const }]),
    ...(ways === null ? [] : [{ path: ways.path, change: 'changed' as const }]),
    ...skills.map((path) => ({ path, change: 'on' as const })),
  ])
  return { files, notes: plans.flatMap((plan) => plan.notes), dryRun }
}

interface Plan {
  path: string
  links: Links
  record: Installed | null
  edits: ForeignEdit[]
  /** The config.json in which init switched the view of MEMORY.md on, where it still is. */
  memoryView: string | undefined
  /** The layout to begin with, where it is still the one that init set. */
  ways: Ways | null
  /** Old skills that init switched off. */
  skills: string[]
  notes: string[]
}

function planScope(world: World, install: Install, place: ScopePlace, path: string, links: Links): Plan {
  const record = readInstalled(path)
  const known = record?.files.map((file) => file.path) ?? []
  // A link that init was told to follow was followed then: the record has the file behind it.
  const files = install.files(place).map((file) => (known.includes(realPathOf(file)) ? realPathOf(file) : file))
  const edits = [...new Set([...files, ...known])].flatMap((file) => planFile(install, place, file, record, links))
  const { edits: removals, notes } = planCopies(world, record, path, links)
  const view = record?.memoryView
  const memoryView = view !== undefined && isMemoryViewOn(view) ? view : undefined
  const ways = record?.ways && areWaysKept(record.ways) ? record.ways : null
  const freed = removals.map(({ file }) => file.path)
  const skills = skillsOff(record?.skillsOff ?? [], freed)
  return { path, links, record, edits: [...edits, ...removals], memoryView, ways, skills, notes }
}

function planFile(
  install: Install,
  place: ScopePlace,
  path: string,
  record: Installed | null,
  links: Links,
): ForeignEdit[] {
  const stat = statOf(path)
  if (!stat) return []
  const file = readForeign(path)
  const known = record?.files.find((one) => one.path === file.path || one.path === path)
  if (file.text === null) return []
  const text = install.takeOut(file.text, known?.inserted, place, file.path)
  // Nothing of ours is there: whatever it is, it is nobody's trouble.
  if (text === file.text) return []
  checkForeign(path, links)
  return [{ file, text: text === '' && known?.made ? null : text, mode: stat.mode & 0o777 }]
}

/** A copy that somebody changed is theirs now; one that another scope uses too stays. */
function planCopies(
  world: World,
  record: Installed | null,
  path: string,
  links: Links,
): { edits: ForeignEdit[]; notes: string[] } {
  const others = readAllInstalled(world.home).filter((one) => installedPath(world.home, one) !== path)
  const used = new Set(others.flatMap((one) => one.copies.map((copy) => copy.path)))
  const found = (record?.copies ?? [])
    .filter((copy) => !used.has(copy.path) && statOf(copy.path) !== null)
    .map((copy) => ({ copy, file: readForeign(copy.path) }))
  const isSame = ({ copy, file }: (typeof found)[number]): boolean => sha256Hex(file.text ?? '') === copy.sha256
  for (const { copy } of found.filter(isSame)) checkForeign(copy.path, links)
  return {
    edits: found.filter(isSame).map(({ file }) => ({ file, text: null, mode: 0o600 })),
    notes: found
      .filter((one) => !isSame(one))
      .map(({ file }) => `${file.path} was changed since it was copied, so it stays. Remove it yourself.`),
  }
}

function carryOut(world: World, { path, links, record, edits, memoryView, ways, skills }: Plan): void {
  if (edits.length > 0) applyForeign(world.home, edits, world.tag)
  if (!record) return
  switchSkillsOn(skills)
  const folders = record.folders.filter((folder) => links.follow || linkOn(folder, links.root) === null)
  for (const folder of folders.toReversed()) removeFolderIfEmpty(folder)
  handOn(
    world,
    path,
    folders.filter((folder) => statOf(folder)),
  )
  if (memoryView !== undefined) unswitchMemoryView(world, memoryView)
  if (ways) dropWays(world, ways)
  dropInstalled(path)
}

/** Folders that this one made and others use too go when the last of them goes. */
function handOn(world: World, path: string, folders: readonly string[]): void {
  if (folders.length === 0) return
  for (const other of readAllInstalled(world.home)) {
    const used = folders.filter((folder) => other.copies.some((copy) => copy.path.startsWith(`${folder}/`)))
    const isNew = used.some((folder) => !other.folders.includes(folder))
    if (installedPath(world.home, other) === path || !isNew) continue
    const all = [...new Set([...used, ...other.folders])]
    writeInstalled(world.home, { ...other, folders: all }, world.tag)
  }
}

/**
 * The view of MEMORY.md, which `init` switched on before 0.6.0: the agent takes what stands in that file for instructions, so
 * now it is on only where the user or a layout wants it. False: the user has switched it off meanwhile.
 */
function isMemoryViewOn(path: string): boolean {
  return readSettings(path).memoryView === true
}

function unswitchMemoryView(world: World, path: string): void {
  writeSetting(path, world.home, { key: 'memoryView', value: undefined }, world.tag)
}
