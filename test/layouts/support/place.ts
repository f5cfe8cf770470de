/** A folder with a home of its own, and the use cases run in it without starting the program or git. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { locate } from '../../../src/app/locate.js'
import { importDocuments, findLayoutsAt } from '../../../src/app/carry/import-documents.js'
import { exportLayout, type ExportedFiles, type ExportRequest } from '../../../src/app/carry/export.js'
import type { ImportResult } from '../../../src/app/carry/transfer.js'
import { DEFAULT_CONFIG, type World } from '../../../src/app/world.js'
import type { Entry } from '../../../src/core/entry/entry.js'
import type { LayoutId } from '../../../src/layouts/layout.js'
import { randomBytes } from '../../../src/platform/files/hash.js'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { readEntry } from '../../../src/store/entries/entries.js'
import { listEntryIds, listWorkstreams } from '../../../src/store/entries/listing.js'
import { tempDir } from '../../support/world.js'

export interface Place {
  world: World
  take: (folder: string, options?: { layout?: LayoutId; dryRun?: boolean }) => ImportResult
  give: (request: ExportRequest) => ExportedFiles
  entries: () => Entry[]
}

export function makePlace(): Place {
  const dir = tempDir()
  const world: World = {
    home: join(dir, 'home'),
    cwd: join(dir, 'work'),
    userHome: join(dir, 'user'),
    tag: processTag(),
    by: {},
    env: {},
    now: () => ({ ms: Date.UTC(2026, 10, 15, 9), offsetMinutes: 0 }),
    random: randomBytes,
    config: DEFAULT_CONFIG,
  }
  mkdirSync(world.cwd)
  return {
    world,
    take: (folder, { layout, dryRun = false } = {}) =>
      importDocuments(world, { found: findLayoutsAt(folder, layout), dryRun }),
    give: (request) => exportLayout(world, request),
    entries: () => entriesIn(world),
  }
}

function entriesIn(world: World): Entry[] {
  const { project } = locate(world)
  return listWorkstreams(project).flatMap((name) =>
    listEntryIds(project, name).map((id) => {
      const read = readEntry(project, name, id)
      if (!read?.entry) throw new Error(`cannot read ${name} ${id}`)
      return read.entry
    }),
  )
}
