/** What the live layouts do around a save besides their files, and what they have to say when a session starts. */
import { join } from 'node:path'
import type { Entry } from '../core/entry.js'
import { layoutNamed } from '../layouts/all.js'
import type { FollowUp, Gathered } from '../layouts/abilities.js'
import type { Layout } from '../layouts/layout.js'
import { MANIFESTS } from '../layouts/registry.js'
import { announced } from '../store/announce.js'
import { ensureProject, type Located } from '../store/projects.js'
import { applyLayout, baseFor } from '../store/views.js'
import { deskAt, gatherDesk } from './desk.js'
import { layoutsIn, workFolders } from './layout-signs.js'
import type { Live, Published, PublishedFile } from './live.js'
import { sessionOf } from './session.js'
import type { World } from './world.js'

/** Of each layout the first folder; where two know the same, the later one. */
export function gatherFrom(world: World, located: Located, lives: readonly Live[]): Gathered {
  const first = lives.filter((live, i) => lives.findIndex((other) => other.layout === live.layout) === i)
  const gathered = first.map((live) => live.layout.gather?.(gatherDesk(world, located, live, live === lives[0])))
  return Object.assign({}, ...gathered) as Gathered
}

/** A save that says that it runs, where a layout wants that. `warn` is told where it could not. */
export async function runAnnounced<T>(
  world: World,
  located: Located,
  lives: readonly Live[],
  warn: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const warning = lives.map(({ layout }) => layout.announces).find((text) => text !== undefined)
  if (warning === undefined) return work()
  return announced(ensureProject(located, world.tag), sessionOf(world, located), () => warn(warning), work)
}

export function afterSave(world: World, located: Located, entry: Entry, published: Published): Published {
  const warnings = [...published.warnings]
  const files = published.files.map((one): PublishedFile => {
    const layout = layoutNamed(one.layout)
    const saved = { entry, ...(one.file === undefined ? {} : { file: one.file }) }
    const after = layout.afterSave?.(saved, deskAt(world, one.folder))
    if (!after) return one
    warnings.push(...followUp(world, located, layout, one.folder, after))
    return after.sentinel === undefined ? one : { ...one, sentinel: after.sentinel }
  })
  return { files, warnings }
}

/** Returns warnings. `root`: what the folder of the plan is relative to. */
export function followUp(world: World, located: Located, layout: Layout, root: string, plan: FollowUp): string[] {
  if (plan.edits.length === 0) return plan.warnings([])
  const { today } = deskAt(world, root)
  const base = baseFor(located.project, join(root, plan.folder), today)
  return plan.warnings(applyLayout(base, layout, () => plan.edits, world.tag).refused)
}

/** What waits in the worktree for a session that starts. */
export function surfaceLines(world: World, located: Located): string[] {
  const here = new Set(workFolders(world, located).flatMap(layoutsIn))
  const asked = MANIFESTS.filter(({ id, atStart }) => atStart === 'waiting' && here.has(id))
  return asked.flatMap(({ id }) => layoutNamed(id).surface?.(deskAt(world, located.worktree)) ?? [])
}
