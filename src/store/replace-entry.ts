/** Another text for one entry, as its author published it anew: the only change that comes from outside. */
import { join } from 'node:path'
import { parsePackName } from '../core/entry/pack.js'
import { createDurable, listDir, replaceDurable, unlinkDurable } from '../platform/files/files.js'
import { withLock } from '../platform/files/lock.js'
import { packsDir, readPack } from './entries/packs.js'
import { isBusy } from './erase.js'
import { entryPath, locksDir, type Project, workstreamDir } from './paths.js'

const WAIT_MS = 10_000

/** What was in a pack with it lies in files of its own from then on. */
export function replaceEntryText(project: Project, at: { name: string; id: string }, text: string, tag: string): void {
  const folder = workstreamDir(project, at.name)
  const packs = packsDir(folder)
  const work = (): void => {
    for (const file of listDir(packs)) {
      const pack = parsePackName(file)
      const entries = (pack && readPack(join(packs, file), pack)) ?? []
      if (!entries.some(({ id }) => id === at.id)) continue
      for (const { id, bytes } of entries) createDurable(join(folder, `${id}.md`), bytes, tag)
      unlinkDurable(join(packs, file))
    }
    replaceDurable(entryPath(project, at.name, at.id), text, tag)
  }
  const lock = `${locksDir(project.home)}/pack-${project.key}`
  if (!withLock(lock, tag, work, { waitMs: WAIT_MS }).held) throw isBusy(project)
}
