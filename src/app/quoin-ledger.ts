/** The cost ledger of a task: a row per save and per restore. It is the user's file, so what goes wrong is only told. */
import { readWorkFile } from '../capture/work-file.js'
import { isoWithZone } from '../core/time.js'
import type { Edit } from '../layouts/layout.js'
import { layout as quoin } from '../layouts/quoin/layout.js'
import { parseLedger, printCheckpointRow } from '../layouts/quoin/ledger.js'
import { ledgerPath } from '../layouts/quoin/paths.js'
import type { Project } from '../store/paths.js'
import { applyLayout, baseFor } from '../store/views.js'
import type { World } from './world.js'

const LARGEST = 10_000_000

/** Returns warnings. `folder`: where the `.workflow_artifacts` lie. */
export function appendLedger(
  world: World,
  project: Project,
  folder: string,
  row: { name: string; session?: string | undefined; note: 'save' | 'restore' },
): string[] {
  const today = isoWithZone(world.now()).slice(0, 10)
  const path = ledgerPath(row.name)
  const text = readWorkFile(folder, path, LARGEST)?.text ?? ''
  const line = printCheckpointRow({ date: today, note: row.note, ...(row.session ? { session: row.session } : {}) })
  // A row on a line of its own, also after one that was torn off or typed without a line end.
  const gap = text !== '' && !text.endsWith('\n') ? '\n' : ''
  const plan = (): Edit[] => [{ do: 'append', path, text: gap + line }]
  const { refused } = applyLayout(baseFor(project, folder, today), quoin, plan, world.tag)
  return [
    ...refused.map(({ message, next }) => `[quoin checkpoint] WARNING: no cost-ledger row: ${message} (${next})`),
    ...unreadableRows(path, text),
  ]
}

function unreadableRows(path: string, text: string): string[] {
  const { unreadable } = parseLedger(text)
  if (unreadable === 0) return []
  return [`[quoin checkpoint] WARNING: ${path} has ${unreadable} row(s) that cannot be read; they stay as they are`]
}
