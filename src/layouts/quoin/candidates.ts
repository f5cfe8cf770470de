/** The checkpoints that a restore can choose from, and how a list shows them. */
import type { Lane } from '../../core/entry.js'
import { cleanLine } from '../../core/sanitise.js'
import type { FoundFile } from '../abilities.js'
import { isBroken, parseCheckpoint } from './parse.js'
import { isConflictCopy, parseCheckpointName } from './paths.js'
import { keptBy, NO_BRANCH } from './print.js'

export interface Dated extends FoundFile {
  date: string
  name: string
  lane: Lane
}

/** `notes`: what was left out, and why. */
export function candidatesOf(files: readonly FoundFile[]): { checkpoints: Dated[]; notes: string[] } {
  const copies = files.filter((file) => isConflictCopy(file.path))
  const checkpoints = files.flatMap((file): Dated[] => {
    const named = isConflictCopy(file.path) ? null : nameOf(file)
    return named ? [{ ...file, date: named.date, name: named.name, lane: named.lane }] : []
  })
  const notes = copies.map(
    (file) => `Ignored ${file.path}: it is a copy that a sync program made. Compare it with the original.`,
  )
  return { checkpoints, notes }
}

/** Task: auth  Branch: main  (checkpoint: 2026-11-15), with single spaces. */
export function labelOf(checkpoint: Dated): string {
  const { task, branch } = read(checkpoint)
  return `Task: ${task} Branch: ${branch} (checkpoint: ${checkpoint.date})`
}

function read({ path, text, mtimeMs, name }: Dated): { task: string; branch: string } {
  const parsed = text === null ? null : parseCheckpoint({ path, text, mtimeMs })
  if (!parsed || isBroken(parsed)) return { task: name, branch: '(unreadable)' }
  return { task: cleanLine(keptBy(parsed).task ?? parsed.name), branch: cleanLine(parsed.branch ?? NO_BRANCH) }
}

function nameOf({ path, text, mtimeMs }: FoundFile): ReturnType<typeof parseCheckpointName> {
  const parsed = text === null ? null : parseCheckpoint({ path, text, mtimeMs })
  return parseCheckpointName(path, parsed !== null && !isBroken(parsed) && parsed.lane === 'named')
}
