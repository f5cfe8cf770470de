/**
 * The checkpoint skill that was used before. Its ways hold where no file of it lies yet, so that nobody has to choose a layout;
 * and its own file may be switched off by another name, which uninstall takes back.
 */
import { join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { moveDurable, statOf } from '../../platform/files/files.js'
import type { LayoutId } from '../../layouts/layout.js'
import { homeConfigPath, readSettings, writeSetting } from '../../store/config-file.js'
import { projectConfigPath } from '../../store/paths.js'
import { ensureProject } from '../../store/projects/projects.js'
import { linkOn } from '../../store/views/foreign-edit.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface OldSkill {
  path: string
  layout: LayoutId
  /** It lies in the work tree, so it is everybody's who shares that. */
  shared: boolean
  /** What is shared, or somebody keeps elsewhere and links to, is for them to switch off. */
  removable: boolean
}

export interface Ways {
  /** The config.json that says it. */
  path: string
  layout: LayoutId
}

const OFF = '.off'

/** Null: there is no such skill, skills of several layouts, or somebody has chosen already. Whose own it is comes before what is shared. */
export function waysOf(world: World, skills: readonly OldSkill[]): Ways | null {
  const own = skills.filter((skill) => !skill.shared)
  const layouts = new Set((own.length > 0 ? own : skills).map(({ layout }) => layout))
  const [layout, another] = layouts
  if (layout === undefined || another !== undefined) return null
  const located = locate(world)
  const home = homeConfigPath(world.home)
  const path = own.length > 0 ? home : projectConfigPath(located.project)
  const isChosen = [home, ...(located.exists ? [projectConfigPath(located.project)] : [])].some((one) => {
    const { layouts: chosen, newLayout } = readSettings(one)
    return newLayout !== undefined || (chosen !== undefined && one === path)
  })
  return isChosen ? null : { path, layout }
}

export function keepWays(world: World, { path, layout }: Ways): void {
  if (path !== homeConfigPath(world.home)) ensureProject(locate(world), world.tag)
  writeSetting(path, world.home, { key: 'newLayout', value: layout }, world.tag)
}

/** What init has set, and nobody changed since. */
export function areWaysKept({ path, layout }: Ways): boolean {
  return readSettings(path).newLayout === layout
}

export function dropWays(world: World, { path }: Ways): void {
  writeSetting(path, world.home, { key: 'newLayout', value: undefined }, world.tag)
}

/** By its file. */
export function oldSkill(path: string, layout: LayoutId, shared: boolean): OldSkill {
  const isLink = linkOn(path, undefined) !== null || linkOn(join(path, '..'), undefined) !== null
  return { path, layout, shared, removable: !shared && !isLink }
}

/** Returns those that are off now. */
export function switchSkillsOff(paths: readonly string[]): string[] {
  const taken = paths.find((path) => statOf(path + OFF) !== null)
  if (taken !== undefined)
    throw new DogearError('bad-input', `${taken}${OFF} is there already; nothing was changed`, {
      expected: 'room for the skill that is switched off',
      next: `move or remove ${taken}${OFF}, then run it again`,
    })
  return paths.filter((path) => moveDurable(path, path + OFF))
}

/** Those that are off, and whose place nobody has taken. */
export function skillsOff(paths: readonly string[], freed: readonly string[] = []): string[] {
  return paths.filter((path) => statOf(path + OFF) !== null && (statOf(path) === null || freed.includes(path)))
}

export function switchSkillsOn(paths: readonly string[]): void {
  for (const path of paths) if (statOf(path) === null) moveDurable(path + OFF, path)
}
