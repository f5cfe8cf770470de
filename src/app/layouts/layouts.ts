/** Which layouts are live here, and what they mean for a command: its policy, what it takes over, where it publishes. */
import { present } from '../../core/present.js'
import { isName } from '../../core/choose/name.js'
import { readMentioned } from '../../capture/mentioned.js'
import { DogearError } from '../../core/errors.js'
import { mentionedPaths } from '../../core/text/mentioned-paths.js'
import { cleanLine } from '../../core/text/text.js'
import { layoutNamed, LAYOUTS } from '../../layouts/all.js'
import type { Layout, LayoutId } from '../../layouts/layout.js'
import { defaultMemoryLayout, memoryLayoutOf } from '../../layouts/memory-layout-of.js'
import { projectConfigPath } from '../../store/paths.js'
import { readSettings } from '../../store/config-file.js'
import { isLeftOfView, layoutsBefore, wasKeptIn } from '../../store/views/published.js'
import type { Located } from '../../store/projects/projects.js'
import { policyWith, type Settings } from '../../store/settings.js'
import { readLayoutFiles } from '../../store/views/views.js'
import { checkpointsIn, layoutsIn, layoutsInMemory, memoryOf, workFolders } from './signs.js'
import { afterSave, gatherFrom, runAnnounced } from './desk.js'
import type { LayoutChoice, Live, Looked, Opened, OpenLayouts, TrustWord } from './live.js'
import { isOffList, look } from './look.js'
import { publishEntry, retractNames } from './publish.js'
import { answerForLayout } from '../own/answer.js'
import type { ForeignContent } from '../own/foreign.js'
import type { World } from '../world.js'

export function openLayouts(world: World, located: Located, choice: LayoutChoice): Omit<Opened, 'located'> {
  const settings = { ...world.config, ...projectSettings(located) }
  const lives = liveLayouts(world, located, choice, settings)
  if (choice.trust && !choice.dryRun) storeTrust(world, located, lives, choice.trust)
  const looked = look(world, located, lives, choice.dryRun === true)
  const policy = policyWith(looked.live[0]?.layout.policy ?? settings.policy, settings)
  const opened = { ...world, config: { ...settings, policy } }
  const isEmpty = looked.live.length === 0 && looked.foreign.length === 0
  return { world: opened, layouts: isEmpty ? null : openOnes(opened, located, looked) }
}

/** In the order in which they were chosen, else in that of the table. */
function liveLayouts(world: World, located: Located, choice: LayoutChoice, settings: Settings): Live[] {
  const ids = choice.layouts ?? settings.layouts
  const memory = memoryOf(world, located, choice.memoryDir ?? settings.memoryDir)
  if (!ids) return detected(world, located, memory, settings)
  const folders = workFolders(world, located)
  const lives = ids.flatMap((id): Live[] => {
    const layout = layoutNamed(id)
    if (layout.base === 'memory') return memory === null ? [] : [{ layout, folder: memory, chosen: true }]
    const also = folders.slice(1).filter((folder) => layoutsIn(folder).includes(id))
    return [...folders.slice(0, 1), ...also].map((folder) => ({ layout, folder, chosen: true }))
  })
  if (memory === null && ids.some((id) => layoutNamed(id).base === 'memory')) throw memoryOff(ids)
  // Two layouts of the memory folder would write the same files in turn.
  return lives.filter((one) => one.layout.base !== 'memory' || one === lives.find((other) => other.folder === memory))
}

function detected(world: World, located: Located, memory: string | null, settings: Settings): Live[] {
  const view = settings.memoryView === true
  const isOff = memory === null || (!view && isOnlyView(located, memory))
  const kept = isOff ? null : (memoryLayout(memory) ?? memoryLayoutBefore(located, memory))
  const inMemory = memory === null || kept === null ? [] : [found(kept, memory)]
  const inWork = workFolders(world, located).flatMap((folder) =>
    layoutsIn(folder).map((id) => found(layoutNamed(id), folder)),
  )
  const isNone = inMemory.length === 0 && inWork.length === 0
  const atFirst = isNone ? toBegin(settings.newLayout, memory, workFolders(world, located)[0]) : []
  // Last, so that a layout whose files lie here decides how dogear behaves.
  const asView =
    view && memory !== null && kept === null && atFirst[0]?.folder !== memory
      ? [{ ...found(defaultMemoryLayout(), memory), view: true as const }]
      : []
  return [...inMemory, ...inWork, ...atFirst, ...asView]
}

/** As its skill would, at the first save. */
function toBegin(id: LayoutId | undefined, memory: string | null, work: string | undefined): Live[] {
  if (id === undefined) return []
  const layout = layoutNamed(id)
  const folder = layout.base === 'memory' ? memory : work
  return folder === null || folder === undefined ? [] : [{ layout, folder, chosen: true, unbegun: true }]
}

function found(layout: Layout, folder: string): Live {
  return { layout, folder, chosen: false }
}

/** What the view wrote while it was on does not keep it on. */
function isOnlyView({ exists, project }: Located, memory: string): boolean {
  const { id } = defaultMemoryLayout()
  return exists && isLeftOfView(project, id, memory, checkpointsIn(memory, id))
}

function memoryLayout(folder: string): Layout | null {
  const layouts = layoutsInMemory(folder).map(layoutNamed)
  const files = new Map(layouts.flatMap((layout) => readLayoutFiles(folder, layout).map((file) => [file.path, file])))
  return memoryLayoutOf([...files.values()]) ?? layouts[0] ?? null
}

/** The last checkpoint was cleared or consumed: the next is saved where that one was. */
function memoryLayoutBefore({ exists, project }: Located, memory: string): Layout | null {
  const ids = exists ? layoutsBefore(project) : []
  const [layout] = ids.flatMap((id) => LAYOUTS.filter((one) => one.base === 'memory' && one.id === id))
  return layout && wasKeptIn(project, layout.id, memory) ? layout : null
}

function projectSettings({ exists, project }: Located): Settings {
  return exists ? readSettings(projectConfigPath(project)) : {}
}

function storeTrust(world: World, located: Located, lives: readonly Live[], answer: TrustWord): void {
  for (const live of lives) if (live.layout.base === 'worktree') answerForLayout(world, located, live, answer)
}

function openOnes(world: World, located: Located, looked: Looked): OpenLayouts {
  const layouts = { world, located, live: looked.live, foreign: looked.foreign }
  const warnings = looked.adopted.flatMap(
    ({ entry, live }) => publishEntry(layouts, entry, { except: [live] }).warnings,
  )
  const late: string[] = []
  const strangers: ForeignContent[] = []
  return {
    ...looked,
    notices: [...noticesOf(looked), ...warnings],
    strangers,
    forSave: () => gatherFrom(world, located, looked.live, strangers),
    running: (work) => runAnnounced(world, located, looked.live, (text) => late.push(text), work),
    publish: (entry, reason) => {
      const published = publishEntry(layouts, entry, present({ reason }))
      return afterSave(world, located, entry, { ...published, warnings: [...late.splice(0), ...published.warnings] })
    },
    mentioned: (entry) => readMentioned(entry, located.worktree, world.userHome, mentionedPaths(entry)),
    retract: (names) =>
      retractNames(
        layouts,
        // What only an index names may be called as no folder can be.
        names.filter((name) => !isName(name) || isOffList(world, name)),
      ),
  }
}

function noticesOf({ broken, cleared, untaken }: Looked): string[] {
  return [
    ...(untaken.length === 0 ? [] : [`Would take up first what files here say: ${untaken.join(', ')}`]),
    ...broken.map(({ layout, path, message, next }) => `${layout}: ${path} cannot be used: ${message}. Next: ${next}`),
    ...cleared.map((name) => `"${name}" was cleared: its file was removed by hand. Back: dogear restore ${name}`),
  ].map(cleanLine)
}

function memoryOff(ids: readonly LayoutId[]): DogearError {
  return new DogearError('not-found', `the memory of the agent is switched off, and ${ids.join(', ')} lives there`, {
    expected: 'a memory folder: automatic memory on, or a folder of your own',
    next: 'dogear config memory-dir PATH',
  })
}
