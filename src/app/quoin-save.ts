/** What a save in a quoin project does after its files were written: one ledger row, and what there is to warn about. */
import { join } from 'node:path'
import type { Entry } from '../core/entry.js'
import { NO_SESSION_ID, sizeWarning } from '../layouts/quoin/messages.js'
import { isSessionId } from '../layouts/quoin/paths.js'
import { statOf } from '../platform/files.js'
import type { Project } from '../store/paths.js'
import { appendLedger } from './quoin-ledger.js'
import type { World } from './world.js'

/** Returns warnings. Once per save: `file` is the checkpoint that was written, relative to `folder`. */
export function finishQuoinSave(world: World, project: Project, folder: string, entry: Entry, file: string): string[] {
  const size = sizeWarning(file, sizeOf(join(folder, file)))
  return [
    ...(size === null ? [] : [size]),
    ...(isSessionId(entry.by.session) ? [] : [NO_SESSION_ID]),
    ...appendLedger(world, project, folder, { name: entry.name, session: entry.by.session, note: 'save' }),
  ]
}

function sizeOf(path: string): number {
  try {
    return statOf(path)?.size ?? 0
  } catch {
    return 0
  }
}
